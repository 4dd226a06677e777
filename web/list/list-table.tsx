import { Table, VisuallyHidden } from '@mantine/core';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from './column.ts';
import type { ListProps } from './list-props.ts';
import { nextSort } from './list-query.ts';
import classes from './list-table.module.css';
import { ExpandButton, PageCheckbox, RowCheckbox } from './row-controls.tsx';
import { openingProps } from './row-opening.ts';
import { SortHeader, sortedAs } from './sort-header.tsx';
import { TableFrame } from './table-frame.tsx';

type HeaderCellProps<Row> = Pick<ListProps<Row>, 'list' | 'defaultSort'> & { readonly column: Column<Row> };

function HeaderCell<Row>({ list, column, defaultSort }: HeaderCellProps<Row>) {
  const { name, label, isFigure, isSortable, isLabelHidden, hint } = column;
  const { query, setQuery } = list;
  if (isSortable)
    return (
      <SortHeader
        label={label}
        isFigure={isFigure}
        sorted={sortedAs(query, name, defaultSort?.name)}
        onSort={() => setQuery(nextSort(query, name, defaultSort?.name))}
      />
    );
  return (
    <Table.Th scope="col" data-figure={isFigure || undefined} title={hint}>
      {isLabelHidden ? <VisuallyHidden>{label}</VisuallyHidden> : label}
    </Table.Th>
  );
}

/** Rows as a dense table; details of a row expand under it. */
export function ListTable<Row>(props: ListProps<Row>) {
  const { t } = useTranslation();
  const {
    list,
    label,
    idOf,
    expansion,
    selection,
    rowActions,
    actionsWidth,
    isNested,
    isSlim,
    defaultSort,
    opens,
  } = props;
  const columns = props.columns.filter(({ only }) => only !== 'card');
  const width = columns.length + [expansion, selection, rowActions].filter(Boolean).length;
  const actionsStyle = actionsWidth === undefined ? {} : { w: actionsWidth };
  return (
    <TableFrame label={label} isNested={isNested} isSlim={isSlim} highlightOnHover>
      <Table.Thead>
        <Table.Tr>
          {expansion && <Table.Td className={classes.narrow} />}
          {selection && (
            <Table.Th scope="col" className={classes.narrow}>
              {selection.selectPage ? (
                <PageCheckbox selection={selection} rows={list.rows} />
              ) : (
                <VisuallyHidden>{t('crud.selection')}</VisuallyHidden>
              )}
            </Table.Th>
          )}
          {columns.map((column) => (
            <HeaderCell key={column.name} list={list} column={column} defaultSort={defaultSort} />
          ))}
          {rowActions && (
            <Table.Th scope="col" className={classes.actions} {...actionsStyle}>
              <VisuallyHidden>{t('crud.actions')}</VisuallyHidden>
            </Table.Th>
          )}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {list.rows.map((row) => {
          const id = idOf(row);
          const isExpanded = expansion?.isExpanded(id) ?? false;
          return (
            <Fragment key={id}>
              <Table.Tr data-row data-open={isExpanded || undefined} {...openingProps(opens?.(row))}>
                {expansion && (
                  <Table.Td className={classes.narrow}>
                    <ExpandButton expansion={expansion} row={row} id={id} />
                  </Table.Td>
                )}
                {selection && (
                  <Table.Td className={classes.narrow}>
                    <RowCheckbox selection={selection} row={row} />
                  </Table.Td>
                )}
                {columns.map(({ name, cell, isFigure, wraps, className }) => (
                  <Table.Td
                    key={name}
                    className={className}
                    data-figure={isFigure || undefined}
                    data-several={wraps || undefined}
                  >
                    {cell(row)}
                  </Table.Td>
                ))}
                {rowActions && (
                  <Table.Td className={classes.actions} {...actionsStyle}>
                    {rowActions(row)}
                  </Table.Td>
                )}
              </Table.Tr>
              {isExpanded && (
                <Table.Tr className={classes.below}>
                  <Table.Td colSpan={width}>{expansion?.render(row)}</Table.Td>
                </Table.Tr>
              )}
            </Fragment>
          );
        })}
      </Table.Tbody>
    </TableFrame>
  );
}
