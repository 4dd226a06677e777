import { Text } from '@mantine/core';
import { type ComponentType, createContext, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { entityAt } from '#contract/entities/registry.ts';
import type { Entity } from '#contract/entity.ts';
import type { Item } from '#contract/item.ts';
import classes from './child-tables.module.css';
import type { HooksByEntity } from './entity-hooks.ts';
import { useLabels } from './labels.ts';
import { childPaths, type ParentRow } from './parent-row.ts';
import { useRowName } from './shown-value.ts';
import type { InAddress } from './table-query.tsx';

export type HeadingLevel = 2 | 3 | 4 | 5 | 6;

export type TableSectionProps = {
  readonly entity: Entity;
  readonly parent?: ParentRow | undefined;
  readonly entityHooks: HooksByEntity;
  readonly level: HeadingLevel;
  readonly at?: InAddress | undefined;
};

/** The table component for children. Its rows can have children too, so it is passed in to avoid an import cycle. */
export const TableSection = createContext<ComponentType<TableSectionProps>>(() => null);

type ChildTablesProps = {
  readonly entity: Entity;
  /** The parent row; undefined until it is saved. */
  readonly item: Item | undefined;
  readonly entityHooks: HooksByEntity;
  readonly level: HeadingLevel;
};

/** The child tables of a row, under it or in its dialog. */
export function ChildTables({ entity, item, entityHooks, level }: ChildTablesProps) {
  const { t } = useTranslation();
  const labels = useLabels();
  const rowName = useRowName();
  const Section = useContext(TableSection);
  const children = childPaths(entity).map(entityAt);
  if (children.length === 0) return null;
  return (
    <div className={classes.children}>
      {children.map((child) =>
        item ? (
          <Section
            key={`${child.path}-${item.id}`}
            entity={child}
            parent={{ path: entity.path, id: item.id, name: rowName(entity, item), item }}
            entityHooks={entityHooks}
            level={level}
          />
        ) : (
          <section key={child.path} aria-label={labels.many(child)}>
            <Text fw={600}>{labels.many(child)}</Text>
            <Text c="dimmed" size="sm">
              {t('crud.saveFirst')}
            </Text>
          </section>
        ),
      )}
    </div>
  );
}
