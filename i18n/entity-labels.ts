import type { EntityName, entities } from '#contract/entities/registry.ts';

type Registered = (typeof entities)[number];
type ColumnsOf<E> = E extends { name: infer N extends string; fields: infer F; computed: infer C }
  ? `${N}.${(keyof F | keyof C) & string}`
  : never;
type ChoicesOf<F> = F extends { type: 'choice'; items: ReadonlyArray<infer I extends string> } ? I : never;
type Choices<E> = E extends { fields: infer F } ? ChoicesOf<F[keyof F]> : never;

/**
 * The words a language needs for the generic screens. Per entity: with the definite article ("Save the room"), with the
 * indefinite one ("Add a room"), as a heading, and its grammatical gender (m or f) for what was done to it; then a label
 * for every field and computed column, and one for every fixed choice. A new entity does not compile without them.
 */
export type EntityLabel =
  | `${'the' | 'a' | 'many' | 'gender'}.${EntityName}`
  | ColumnsOf<Registered>
  | `choice.${Choices<Registered>}`;
