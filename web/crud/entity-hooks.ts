import type { ReactNode } from 'react';
import type { Draft } from '#contract/draft.ts';
import type { EntityName } from '#contract/entities/registry.ts';
import type { Item } from '#contract/item.ts';
import type { FieldProblem } from '#domain/errors.ts';

/** A note under a field, or the problems of its value, which are found however incomplete the rest of the form is. */
type Feedback = string | readonly FieldProblem[] | undefined;

/** What a feature adds to an entity beyond its declaration. */
export type EntityHooks = {
  /** Custom cell content. */
  readonly cells?: Readonly<Record<string, (item: Item) => ReactNode>>;
  /** Feedback on the value of a field, by its name. */
  readonly feedback?: Readonly<Record<string, (value: unknown) => Feedback>>;
  /** Opens a row for users who may not edit it: its page, where it has one. */
  readonly opens?: (item: Item) => () => void;
  /** More actions of a row, besides edit and delete. */
  readonly actions?: (item: Item) => ReactNode;
  /** Domain rules for the whole draft, the same as on the server. A method, so that a rule may name its fields. */
  check?(draft: Draft): readonly FieldProblem[];
};

/** The hooks of a screen by entity, because its nested tables may have some too. */
export type HooksByEntity = Partial<Readonly<Record<EntityName, EntityHooks>>>;

/** The hooks of an entity; empty when the screen has none. */
export function hooksOf(entityHooks: HooksByEntity, name: string): EntityHooks {
  return entityHooks[name as EntityName] ?? {};
}
