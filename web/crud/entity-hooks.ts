import type { ReactNode } from 'react';
import type { Draft } from '#contract/draft.ts';
import type { EntityName } from '#contract/entities/registry.ts';
import type { Item } from '#contract/item.ts';
import type { FieldProblem } from '#domain/errors.ts';

/** What a feature may say about one entity that the declaration cannot. */
export type EntityHooks = {
  /** Cells shown otherwise than their type shows them. */
  readonly cells?: Readonly<Record<string, (item: Item) => ReactNode>>;
  /** A quiet notice under a field, about what stands in it. */
  readonly notices?: Readonly<Record<string, (value: unknown) => string | undefined>>;
  /** Rules of the domain about one field that has a value of its type, judged as soon as it is typed. */
  readonly rules?: Readonly<Record<string, (value: unknown) => readonly FieldProblem[]>>;
  /** What opens a row for those who may not edit it: its page, where it has one. */
  readonly opens?: (item: Item) => () => void;
  /** More that can be done with a row, beside editing and deleting it. */
  readonly actions?: (item: Item) => ReactNode;
  /** What else goes when a row is deleted, said before it is. */
  readonly deleteWarning?: (item: Item) => string | undefined;
  /** Rules of the domain about the whole draft; the server asks the same ones. A method, so that a rule may name its fields. */
  check?(draft: Draft): readonly FieldProblem[];
};

/** The entityHooks of a screen, by entity, since its nested tables may need some too. */
export type HooksByEntity = Partial<Readonly<Record<EntityName, EntityHooks>>>;

/** The hooks for an entity, empty when the screen gave none. */
export function hooksOf(entityHooks: HooksByEntity, name: string): EntityHooks {
  return entityHooks[name as EntityName] ?? {};
}
