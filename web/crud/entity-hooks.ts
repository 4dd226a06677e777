import type { ReactNode } from 'react';
import type { Draft } from '#contract/draft.ts';
import type { EntityName } from '#contract/entities/registry.ts';
import type { Item } from '#contract/item.ts';
import type { FieldProblem } from '#domain/errors.ts';

/** What a feature adds to an entity beyond its declaration. */
export type EntityHooks = {
  /** Custom cell content. */
  readonly cells?: Readonly<Record<string, (item: Item) => ReactNode>>;
  /** A note under a field, based on its value. */
  readonly notices?: Readonly<Record<string, (value: unknown) => string | undefined>>;
  /** Domain rules for one field, checked as soon as it has a valid value. */
  readonly rules?: Readonly<Record<string, (value: unknown) => readonly FieldProblem[]>>;
  /** Opens a row for users who may not edit it: its page, where it has one. */
  readonly opens?: (item: Item) => () => void;
  /** More actions of a row, besides edit and delete. */
  readonly actions?: (item: Item) => ReactNode;
  /** What can be done with the selected rows; with it, rows that may be changed can be selected. */
  readonly selected?: (rows: readonly Item[], clear: () => void) => ReactNode;
  /**
   * More content for a saved row in its dialog, above its child tables; `changed` refetches the row. A new row then stays
   * open, so that its children can be added right away.
   */
  readonly beside?: (item: Item, changed: () => void) => ReactNode;
  /** What else is deleted with a row, shown in the confirmation. */
  readonly deleteWarning?: (item: Item) => string | undefined;
  /** Whether a refused change is saved anyway, after the user confirmed it. */
  readonly overrides?: (refusal: unknown) => Promise<boolean>;
  /** Domain rules for the whole draft, the same as on the server. A method, so that a rule may name its fields. */
  check?(draft: Draft): readonly FieldProblem[];
};

/** The hooks of a screen by entity, because its nested tables may have some too. */
export type HooksByEntity = Partial<Readonly<Record<EntityName, EntityHooks>>>;

/** The hooks of an entity; empty when the screen has none. */
export function hooksOf(entityHooks: HooksByEntity, name: string): EntityHooks {
  return entityHooks[name as EntityName] ?? {};
}
