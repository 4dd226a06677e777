import type { Draft } from '#contract/draft.ts';
import type { OtherRow } from '#contract/entities/other-rows.ts';
import type { EntityName } from '#contract/entities/registry.ts';
import type { ErrorCode, FieldProblem } from '#domain/errors.ts';
import type { Fragment, Queryable, Transaction } from '#server/db/database.ts';
import type { RowScope } from '#server/scopes/row-scopes.ts';
import type { Viewer } from '#server/scopes/viewer.ts';
import type { Services } from '#server/services.ts';

/** Codes that say that something is not there and need nothing more to say it. */
type MissingCode = Extract<ErrorCode, 'resource.notFound' | 'session.notFound'>;

/** Codes that say that a row stays where it is because something uses it. */
type PlacedCode = Extract<ErrorCode, 'discipline.placeInUse'>;

/** A row as its table holds it, by the names of columns. */
export type StoredRow = Readonly<Record<string, unknown>>;

/** What happens around one write: its transaction, and the row it replaces if there is one. */
export type Write<D extends Draft = Draft> = {
  readonly tx: Transaction;
  readonly draft: D;
  readonly id: number | undefined;
  readonly before: StoredRow | undefined;
  readonly viewer: Viewer;
  readonly services: Services;
};

/** What happens around the deletion of a row. */
type Removal = {
  readonly tx: Transaction;
  readonly id: number;
  readonly before: StoredRow;
  readonly viewer: Viewer;
  readonly services: Services;
};

/**
 * What an entity needs beyond its data. Everything is optional: most entities are data only.
 */
export type Opening<D extends Draft = Draft> = {
  /** What is wrong with a draft as a whole; pure. */
  check?(draft: D): readonly FieldProblem[];
  /** Refuses or prepares a write, inside its transaction and before the row is touched. */
  beforeWrite?(write: Write<D>): Promise<void>;
  /** The rows a viewer reaches; without it whoever has the permission reaches all. */
  readonly scope?: RowScope;
  /** The field that is blamed when a draft as a whole lies outside of the writer's scope. */
  readonly scopeField?: keyof D & string;
  /** Columns that no field holds and that every row of the entity has. */
  readonly fixed?: Readonly<Record<string, string | number | boolean>>;
  /** The columns the declaration leaves to be told, as values of the row under an alias. */
  readonly told?: Readonly<Record<string, (sql: Queryable, viewer: Viewer, row: string) => Fragment>>;
  /** A row that stands in the table already and becomes one of the entity instead of a new one. */
  standing?(write: Write<D>): Promise<number | undefined>;
  /** Fields that stay as they are once something beyond the row's own children uses it, and what is said then. */
  readonly placed?: { readonly fields: readonly (keyof D & string)[]; readonly refusal: PlacedCode };
  /** Refuses a deletion, inside its transaction and before the row is touched. */
  beforeRemove?(removal: Removal): Promise<void>;
  /** Refuses or removes a row in its own way, where others may still need what it was. */
  remove?(removal: Removal): Promise<void>;
  /** What a missing row is called. */
  readonly missing?: MissingCode;
};

/** An opening that names the fields of its draft; the draft schema has made sure of them. */
export const opening = <D extends Draft>(typed: Opening<D>): Opening => typed as unknown as Opening;

export type Openings = {
  /** By the path of the entity. */
  readonly of: Readonly<Record<string, Opening>>;
  /** What the rows of tables are called that belong to no entity of the registry. */
  readonly otherTables: Readonly<Record<string, EntityName | OtherRow>>;
};
