import type { Draft } from '#contract/draft.ts';
import type { FieldProblem } from '#domain/errors.ts';
import type { Fragment, Queryable, Transaction } from '#server/db/database.ts';
import type { RowScope } from '#server/scopes/row-scopes.ts';
import type { Viewer } from '#server/scopes/viewer.ts';
import type { Services } from '#server/services.ts';

/** A stored row by column name. */
export type StoredRow = Readonly<Record<string, unknown>>;

/** The context of a write: its transaction, and the replaced row if any. */
export type Write<D extends Draft = Draft> = {
  readonly tx: Transaction;
  readonly draft: D;
  readonly id: number | undefined;
  readonly before: StoredRow | undefined;
  readonly viewer: Viewer;
  readonly services: Services;
  /** The writer confirms a change of what is frozen; only entities whose call has it set it. */
  readonly override: boolean;
};

/** The context of a change of an existing row. */
export type Change<D extends Draft = Draft> = Write<D> & { readonly id: number; readonly before: StoredRow };

/** The context of a deletion. */
type Removal = {
  readonly tx: Transaction;
  readonly id: number;
  readonly before: StoredRow;
  readonly viewer: Viewer;
  readonly services: Services;
};

/** Extension points of an entity. Every hook is optional. An entity that needs another kind becomes a feature. */
export type EntityHooks<D extends Draft = Draft> = {
  /** Validates the draft as a whole; pure. */
  check?(draft: D): readonly FieldProblem[];
  /** Takes the locks that must precede the row lock, before a change or deletion. */
  lockFirst?(tx: Transaction, id: number): Promise<void>;
  /** Refuses or prepares a write, inside its transaction and before the row is touched. */
  beforeWrite?(write: Write<D>): Promise<void>;
  /** What follows from a change, inside its transaction and after the row has its new values. */
  afterChange?(change: Change<D>): Promise<void>;
  /** The rows a viewer can reach; by default all rows for everyone with the permission. */
  readonly scope?: RowScope;
  /** The field that carries the error when a draft is outside the writer's scope. */
  readonly scopeField?: keyof D & string;
  /** The SQL of computed columns that the entity leaves to hooks, for a row alias. */
  readonly computed?: Readonly<Record<string, (sql: Queryable, viewer: Viewer, row: string) => Fragment>>;
  /** Refuses a deletion, inside its transaction and before the row is touched. */
  beforeRemove?(removal: Removal): Promise<void>;
  /** Replaces the deletion when history still needs the row. */
  remove?(removal: Removal): Promise<void>;
};

/** Hooks with a typed draft; the schema has validated it. */
export const entityHooks = <D extends Draft>(hooks: EntityHooks<D>): EntityHooks =>
  hooks as unknown as EntityHooks;

export type CrudHooks = {
  /** By the path of the entity. */
  readonly of: Readonly<Record<string, EntityHooks>>;
  /** Names of tables outside the registry, for messages. */
  readonly otherTables: Readonly<Record<string, string>>;
};
