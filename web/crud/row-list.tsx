import { useTranslation } from 'react-i18next';
import { columnsOf } from '#contract/entity.ts';
import type { Item } from '#contract/item.ts';
import type { Column } from '#web/list/column.ts';
import { useExpanded } from '#web/list/expansion.ts';
import { List } from '#web/list/list.tsx';
import type { Selection } from '#web/list/selection.ts';
import { ChildTables, type HeadingLevel } from './child-tables.tsx';
import { hooksOf } from './entity-hooks.ts';
import { useLabels } from './labels.ts';
import { childPaths } from './parent-row.ts';
import { RowActions } from './row-actions.tsx';
import { RowCell } from './row-cell.tsx';
import { isFigure, isFlag, nameColumns, useRowName, useShownValue } from './shown-value.ts';
import type { TableState } from './table-state.ts';

/** The shown columns of an entity, as list columns. */
function useColumns({ entity, entityHooks, shownColumns }: TableState): Column<Item>[] {
  const labels = useLabels();
  const shown = useShownValue();
  const cells = hooksOf(entityHooks, entity.name).cells ?? {};
  return shownColumns.map((name) => ({
    name,
    label: labels.field(entity, name),
    cell: (item) => <RowCell entity={entity} entityHooks={entityHooks} column={name} item={item} />,
    isSortable: columnsOf(entity).includes(name),
    isFigure: isFigure(entity, name),
    isFlag: isFlag(entity, name),
    inLine: (item) => {
      const own = cells[name]?.(item);
      return typeof own === 'string' ? own : shown(entity, name, item);
    },
    isRowName: nameColumns(entity).includes(name),
    // The card's title includes these, unless the screen has custom cells for them.
    ...(nameColumns(entity).includes(name) && !(name in cells) ? { only: 'table' as const } : {}),
  }));
}

type RowListProps = {
  readonly state: TableState;
  readonly level: HeadingLevel;
  readonly selection?: Selection<Item> | undefined;
};

/** The rows of an entity; their child tables expand under them. */
export function RowList({ state, level, selection }: RowListProps) {
  const { t } = useTranslation();
  const labels = useLabels();
  const rowName = useRowName();
  const expanded = useExpanded();
  const { entity, entityHooks, mayWrite, parent } = state;
  const isNested = parent !== undefined;
  const hasChildren = childPaths(entity).length > 0;
  const add = t('crud.add', { entity: labels.a(entity) });
  return (
    <List
      list={state.list}
      label={labels.many(entity)}
      columns={useColumns(state)}
      idOf={({ id }) => id}
      nameOf={(item) => rowName(entity, item)}
      empty={
        mayWrite
          ? { title: t('crud.empty'), hint: t('crud.emptyHint', { action: add }) }
          : { title: t('crud.emptyReadOnly'), hint: t('crud.emptyReadOnlyHint') }
      }
      opens={(item) => {
        if (state.mayWriteRow(item)) return () => state.edit(item);
        const elsewhere = hooksOf(entityHooks, entity.name).opens?.(item);
        return elsewhere ?? (hasChildren ? () => expanded.toggle(item.id) : undefined);
      }}
      rowActions={
        mayWrite ? (item) => state.mayWriteRow(item) && <RowActions state={state} item={item} /> : undefined
      }
      expansion={
        hasChildren
          ? {
              ...expanded,
              label: (item) => t('crud.expandRow', { row: rowName(entity, item) }),
              render: (item) => (
                <ChildTables entity={entity} item={item} entityHooks={entityHooks} level={level} />
              ),
            }
          : undefined
      }
      selection={selection}
      defaultSort={{ name: entity.order, label: labels.field(entity, entity.order) }}
      isNested={isNested}
      isSlim={entity.columns.length <= 3 && !hasChildren}
    />
  );
}
