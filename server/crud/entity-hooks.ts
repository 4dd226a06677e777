import type { Draft } from '#contract/draft.ts';
import type { FieldProblem } from '#domain/errors.ts';
import type { Fragment, Queryable, Transaction } from '#server/db/database.ts';
import type { RowScope } from '#server/scopes/row-scopes.ts';
import type { Viewer } from '#server/scopes/viewer.ts';
import type { Services } from '#server/services.ts';

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

/** What an entity needs beyond its data. Every hook is optional, and one that a single entity needs makes it a feature. */
export type EntityHooks<D extends Draft = Draft> = {
  /** What is wrong with a draft as a whole; pure. */
  check?(draft: D): readonly FieldProblem[];
  /** Refuses or prepares a write, inside its transaction and before the row is touched. */
  beforeWrite?(write: Write<D>): Promise<void>;
  /** The rows a viewer reaches; without it whoever has the permission reaches all. */
  readonly scope?: RowScope;
  /** The field that is blamed when a draft as a whole lies outside of the writer's scope. */
  readonly scopeField?: keyof D & string;
  /** The columns the declaration leaves to hooks, as values of the row under an alias. */
  readonly computed?: Readonly<Record<string, (sql: Queryable, viewer: Viewer, row: string) => Fragment>>;
  /** Refuses a deletion, inside its transaction and before the row is touched. */
  beforeRemove?(removal: Removal): Promise<void>;
  /** Refuses or removes a row in its own way, where others may still need what it was. */
  remove?(removal: Removal): Promise<void>;
};

/** Hooks that name the fields of their draft; the draft schema has made sure of them. */
export const entityHooks = <D extends Draft>(hooks: EntityHooks<D>): EntityHooks =>
  hooks as unknown as EntityHooks;

export type CrudHooks = {
  /** By the path of the entity. */
  readonly of: Readonly<Record<string, EntityHooks>>;
  /** What the rows of tables are called that belong to no entity of the registry. */
  readonly otherTables: Readonly<Record<string, string>>;
};
