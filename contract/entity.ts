import type { Permission } from '#domain/access/permissions.ts';
import type { PlainErrorCode } from '#domain/errors.ts';
import type { Field } from './field.ts';

/**
 * A column that the server computes for each row and never stores: the text of a selected row or of several, a count or
 * a sum over a child entity, its id under another name, several of its own fields in one text, or the result of an
 * entity hook on the server.
 */
export type Computed =
  | { readonly from: 'lookup'; readonly field: string; readonly show: string }
  | { readonly from: 'lookupAll'; readonly field: string; readonly show: string }
  | { readonly from: 'count'; readonly child: string }
  | { readonly from: 'sum'; readonly child: string; readonly field: string }
  | { readonly from: 'id' }
  | { readonly from: 'joined'; readonly fields: readonly string[]; readonly by: string }
  | { readonly from: 'hook'; readonly as: 'number' | 'flag' };

export const lookup = (field: string, show: string) => ({ from: 'lookup', field, show }) as const;
export const lookupAll = (field: string, show: string) => ({ from: 'lookupAll', field, show }) as const;
export const countOf = (child: string) => ({ from: 'count', child }) as const;
export const sumOf = (child: string, field: string) => ({ from: 'sum', child, field }) as const;
export const ownId = () => ({ from: 'id' }) as const;
export const joined = (by: string, ...fields: readonly string[]) => ({ from: 'joined', fields, by }) as const;
export const byHook = (as: 'number' | 'flag') => ({ from: 'hook', as }) as const;

/** An entity of the generic screens, as plain data. `crud/` on both sides reads it and knows no entity by name. */
export type Entity = {
  /** Singular, as used in texts and messages. */
  readonly name: string;
  /** The path of its calls below the API prefix. */
  readonly path: string;
  /** How summaries of calls name one and many, where the wire name is not an English word or says too little. */
  readonly nouns?: readonly [one: string, many: string];
  readonly table: string;
  readonly fields: Readonly<Record<string, Field>>;
  readonly computed: Readonly<Record<string, Computed>>;
  /** The columns of its table, in order: fields, computed columns or `id`. */
  readonly columns: readonly string[];
  /** Columns of the table that are hidden by default. */
  readonly hidden?: readonly string[];
  /** The default order of rows, and the tie-breaker. */
  readonly order: string;
  readonly thenBy?: string;
  /** The fields that together are the name of a person; a row is named by them. */
  readonly personName?: readonly string[];
  /** The fields its list can be filtered by: integers from 0 to 99 and single selects. */
  readonly filters?: readonly string[];
  /** `open` names the flag of the parent row that permits writing its children. */
  readonly parent?: { readonly path: string; readonly via: string; readonly open?: string };
  /** The flag that says whether the caller may write a row; without one, only the permission decides. */
  readonly writable?: string;
  readonly access: { readonly read: Permission; readonly write: Permission };
  /** Which other rows are deleted with a row, and the column with their number; the confirmation states it. */
  readonly deletesToo?: { readonly rows: 'question'; readonly count: string };
  /** The refusal code of a missing row, if it has its own. */
  readonly notFound?: PlainErrorCode;
  /** Table columns without a field that have the same value in every row of the entity. */
  readonly constants?: Readonly<Record<string, string | number | boolean>>;
  /**
   * Fields that are frozen while the row is in use: while any table references it in a way that prevents its deletion,
   * except for its own children.
   */
  readonly lockedWhenUsed?: { readonly fields: readonly string[]; readonly refusal: PlainErrorCode };
};

type Digit = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;
type UpTo99 = `${Digit}` | `${Digit}${Digit}`;
/** The bounds of an integer as texts. */
type BoundsOf<F> = F extends {
  readonly type: 'number';
  readonly integer: true;
  readonly min: infer Min extends number;
  readonly max: infer Max extends number;
}
  ? `${Min}` | `${Max}`
  : 'not an integer';

/**
 * The fields a list can be filtered by. The filter of a number offers every value, so its bounds are at most 99; a filter
 * of any other type would be dropped from the query. A test checks that selects are single.
 */
type FilterName<F extends Readonly<Record<string, Field>>> = {
  [N in keyof F & string]: F[N] extends { readonly type: 'select' }
    ? N
    : BoundsOf<F[N]> extends UpTo99
      ? N
      : never;
}[keyof F & string];

/** The optional parts of a definition. */
type Declaration<
  N extends string,
  P extends string,
  F extends Readonly<Record<string, Field>>,
  C extends Readonly<Record<string, Computed>>,
> = Omit<
  Entity,
  | 'name'
  | 'path'
  | 'fields'
  | 'computed'
  | 'columns'
  | 'hidden'
  | 'order'
  | 'thenBy'
  | 'personName'
  | 'filters'
  | 'parent'
  | 'writable'
  | 'deletesToo'
  | 'lockedWhenUsed'
> & {
  readonly name: N;
  readonly path: P;
  readonly fields: F;
  readonly computed?: C;
  readonly columns: ReadonlyArray<(keyof F & string) | (keyof C & string) | 'id'>;
  readonly hidden?: ReadonlyArray<(keyof F & string) | (keyof C & string) | 'id'>;
  readonly order: keyof F & string;
  readonly thenBy?: keyof F & string;
  readonly personName?: readonly (keyof F & string)[];
  readonly filters?: readonly FilterName<F>[];
  readonly parent?: { readonly path: string; readonly via: keyof F & string; readonly open?: string };
  readonly writable?: keyof C & string;
  readonly deletesToo?: { readonly rows: 'question'; readonly count: keyof C & string };
  readonly lockedWhenUsed?: {
    readonly fields: readonly (keyof F & string)[];
    readonly refusal: PlainErrorCode;
  };
};

/** Declares an entity; a column, order, filter or parent that does not fit does not compile. */
export function defineEntity<
  const N extends string,
  const P extends string,
  const F extends Readonly<Record<string, Field>>,
  const C extends Readonly<Record<string, Computed>> = Record<never, never>,
>(
  declaration: Declaration<N, P, F, C>,
): Omit<Entity, 'name' | 'path' | 'fields' | 'computed'> & {
  readonly name: N;
  readonly path: P;
  readonly fields: F;
  readonly computed: C;
} {
  return { computed: {} as C, ...declaration };
}

/** The columns a list can be sorted by and exported with: all that a cell can show. */
export function columnsOf(entity: Entity): readonly string[] {
  const shown = Object.entries(entity.fields).filter(
    ([, field]) => field.type !== 'table' && !(field.type === 'select' && field.multiple),
  );
  return ['id', ...shown.map(([name]) => name), ...Object.keys(entity.computed)];
}
