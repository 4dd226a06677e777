import { ActionIcon, Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ChevronDownIcon, ChevronRightIcon } from '#web/ui/icons.tsx';
import type { Expansion, RowId } from './column.ts';
import type { Selection } from './selection.ts';

type ExpandButtonProps<Row> = {
  readonly expansion: Expansion<Row>;
  readonly row: Row;
  readonly id: RowId;
};

/** Expands or collapses a row. */
export function ExpandButton<Row>({ expansion, row, id }: ExpandButtonProps<Row>) {
  if (expansion.canExpand?.(row) === false) return null;
  const isExpanded = expansion.isExpanded(id);
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={expansion.label(row)}
      aria-expanded={isExpanded}
      onClick={() => expansion.toggle(id)}
    >
      {isExpanded ? <ChevronDownIcon /> : <ChevronRightIcon />}
    </ActionIcon>
  );
}

type RowCheckboxProps<Row> = { readonly selection: Selection<Row>; readonly row: Row };

export function RowCheckbox<Row>({ selection, row }: RowCheckboxProps<Row>) {
  if (selection.canSelect?.(row) === false) return null;
  return (
    <Checkbox
      aria-label={selection.label(row)}
      checked={selection.isSelected(row)}
      disabled={selection.isReadOnly ?? false}
      onChange={(event) => selection.select(row, event.currentTarget.checked)}
    />
  );
}

type PageCheckboxProps<Row> = { readonly selection: Selection<Row>; readonly rows: readonly Row[] };

/** Selects all rows of the page, or none when all are selected. */
export function PageCheckbox<Row>({ selection, rows }: PageCheckboxProps<Row>) {
  const { t } = useTranslation();
  const selectable = rows.filter((row) => selection.canSelect?.(row) !== false);
  const selected = selectable.filter(selection.isSelected);
  const isAll = selectable.length > 0 && selected.length === selectable.length;
  return (
    <Checkbox
      aria-label={t('crud.selectPage')}
      checked={isAll}
      indeterminate={selected.length > 0 && !isAll}
      disabled={selection.isReadOnly === true || selectable.length === 0}
      onChange={() => selection.selectPage?.(selectable, !isAll)}
    />
  );
}
