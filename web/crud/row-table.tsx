import { Box, Table, VisuallyHidden } from '@mantine/core';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { columnsOf, type Entity } from '#contract/entity.ts';
import type { Item } from '#contract/item.ts';
import { SortHeader, sortedAs } from '#web/ui/sort-header.tsx';
import { ChildTables, type HeadingLevel } from './child-tables.tsx';
import { useLabels } from './labels.ts';
import { nextSort } from './list-view.ts';
import { childPaths } from './parent-row.ts';
import { ExpandButton, RowActions } from './row-actions.tsx';
import { RowCell, useExpanded } from './row-cell.tsx';
import classes from './row-table.module.css';
import { isFigure } from './shown-value.ts';
import type { TableState } from './table-state.ts';

type RowTableProps = {
  readonly state: TableState;
  readonly items: readonly Item[];
  readonly level: HeadingLevel;
};

function HeaderCell({ state, column }: { readonly state: TableState; readonly column: string }) {
  const labels = useLabels();
  const { entity, view, setView } = state;
  const label = labels.field(entity, column);
  const figure = isFigure(entity, column);
  if (!columnsOf(entity).includes(column)) {
    return (
      <Table.Th scope="col" data-figure={figure || undefined}>
        {label}
      </Table.Th>
    );
  }
  return (
    <SortHeader
      label={label}
      figure={figure}
      sorted={sortedAs(view, column)}
      onSort={() => setView(nextSort(view, column))}
    />
  );
}

/** Few short columns: figures, times and yes or no. */
function isSlim(entity: Entity): boolean {
  return entity.columns.length <= 3 && childPaths(entity).length === 0;
}

/** Rows as a dense table; what belongs to a row opens under it. */
export function RowTable({ state, items, level }: RowTableProps) {
  const { t } = useTranslation();
  const labels = useLabels();
  const { isOpen, toggle } = useExpanded();
  const { entity, openings, mayWrite, parent } = state;
  const columns = state.columns;
  const expandable = childPaths(entity).length > 0;
  const width = columns.length + (expandable ? 1 : 0) + (mayWrite ? 1 : 0);
  return (
    // A table wider than the page has to be scrolled with the keyboard too.
    <Box
      role="group"
      className={classes.frame}
      data-nested={parent !== undefined || undefined}
      data-slim={isSlim(entity) || undefined}
      aria-label={labels.many(entity)}
      tabIndex={0}
    >
      <Table className={classes.table} highlightOnHover verticalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            {expandable && <Table.Td className={classes.narrow} />}
            {columns.map((column) => (
              <HeaderCell key={column} state={state} column={column} />
            ))}
            {mayWrite && (
              <Table.Th scope="col" className={classes.actions}>
                <VisuallyHidden>{t('crud.actions')}</VisuallyHidden>
              </Table.Th>
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {items.map((item) => (
            <Fragment key={item.id}>
              <Table.Tr data-open={isOpen(item.id) || undefined}>
                {expandable && (
                  <Table.Td className={classes.narrow}>
                    <ExpandButton
                      state={state}
                      item={item}
                      expanded={isOpen(item.id)}
                      onToggle={() => toggle(item.id)}
                    />
                  </Table.Td>
                )}
                {columns.map((column) => (
                  <Table.Td
                    key={column}
                    data-figure={isFigure(entity, column) || undefined}
                    data-several={entity.computed[column]?.from === 'lookupAll' || undefined}
                  >
                    <RowCell entity={entity} openings={openings} column={column} item={item} />
                  </Table.Td>
                ))}
                {mayWrite && (
                  <Table.Td className={classes.actions}>
                    {state.mayWriteRow(item) && <RowActions state={state} item={item} />}
                  </Table.Td>
                )}
              </Table.Tr>
              {isOpen(item.id) && (
                <Table.Tr className={classes.below}>
                  <Table.Td colSpan={width}>
                    <ChildTables entity={entity} item={item} openings={openings} level={level} />
                  </Table.Td>
                </Table.Tr>
              )}
            </Fragment>
          ))}
        </Table.Tbody>
      </Table>
    </Box>
  );
}
