import type { seriesLanguages } from '#contract/entities/faculty.ts';
import type { OtherRow } from '#contract/entities/other-rows.ts';
import type { EntityName, entities } from '#contract/entities/registry.ts';
import type { scoringModes } from '#domain/scoring/score-question.ts';

type Registered = (typeof entities)[number];
/** The names a record declares; an entity without computed columns declares none. */
type NamesOf<R> = string extends keyof R ? never : keyof R & string;
type ColumnsOf<E> = E extends { name: infer N extends string; fields: infer F; computed: infer C }
  ? `${N}.${NamesOf<F> | NamesOf<C>}`
  : never;
type Choice = (typeof scoringModes)[number] | (typeof seriesLanguages)[number];

/**
 * The words a language needs for the generic screens. Per entity: with the definite article ("Save the room"), with the
 * indefinite one ("Add a room"), as a heading, and its grammatical gender (m or f) for what was done to it; then a label
 * for every field and computed column, and one for every fixed choice. Rows beyond the generic screens are only ever named
 * as those that use something. A new entity does not compile without its words.
 */
export type EntityLabel =
  | `${'the' | 'a' | 'many' | 'gender'}.${EntityName}`
  | `many.${OtherRow}`
  | ColumnsOf<Registered>
  | `choice.${Choice}`
  // Where the usual words for a row that was not added or deleted do not do.
  | `${'notAdded' | 'notDeleted'}.${Extract<EntityName, 'chapter'>}`;
