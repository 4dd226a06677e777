import type { seriesLanguages } from '#contract/entities/faculty.ts';
import type { OtherRow } from '#contract/entities/other-rows.ts';
import type { EntityName, entities } from '#contract/entities/registry.ts';
import type { scoringModes } from '#domain/scoring/score-question.ts';

type Registered = (typeof entities)[number];
/** The names of a record; none for an entity without computed columns. */
type NamesOf<R> = string extends keyof R ? never : keyof R & string;
type ColumnsOf<E> = E extends { name: infer N extends string; fields: infer F; computed: infer C }
  ? `${N}.${NamesOf<F> | NamesOf<C>}`
  : never;
type Choice = (typeof scoringModes)[number] | (typeof seriesLanguages)[number];

/**
 * The texts a language needs for the generic screens. Per entity: its name with the definite article ("Save the room"), with
 * the indefinite one ("Add a room") and as a heading, and its grammatical gender (m or f) for messages; then a label for
 * every field, computed column and fixed choice. Other rows need only a plural, for messages about what uses a row. A new
 * entity does not compile without its texts.
 */
export type EntityLabel =
  | `${'the' | 'a' | 'many' | 'gender'}.${EntityName}`
  | `many.${OtherRow}`
  | ColumnsOf<Registered>
  | `choice.${Choice}`
  // Replaces the usual message that a row was not added or deleted.
  | `${'notAdded' | 'notDeleted'}.${Extract<EntityName, 'chapter'>}`;
