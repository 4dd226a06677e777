import { Table, UnstyledButton } from '@mantine/core';
import { SortDownIcon, SortUpIcon } from '#web/ui/icons.tsx';
import type { ListQuery } from './list-query.ts';
import classes from './sort-header.module.css';

type Props = {
  readonly label: string;
  readonly isFigure?: boolean | undefined;
  /** The current sort direction of this column. */
  readonly sorted: 'ascending' | 'descending' | 'none';
  readonly onSort: () => void;
};

/** The sort direction of a column; without a choice, that of the server's default order. */
export const sortedAs = (
  { sort, desc }: Pick<ListQuery, 'sort' | 'desc'>,
  column: string,
  ownOrder?: string,
) => ((sort ?? ownOrder) !== column ? 'none' : desc ? 'descending' : 'ascending');

/** The header of a sortable column. */
export function SortHeader({ label, isFigure, sorted, onSort }: Props) {
  return (
    <Table.Th scope="col" data-figure={isFigure || undefined} aria-sort={sorted}>
      <UnstyledButton className={classes.sort} onClick={onSort}>
        {label}
        {sorted === 'descending' && <SortDownIcon size={14} />}
        {sorted === 'ascending' && <SortUpIcon size={14} />}
      </UnstyledButton>
    </Table.Th>
  );
}
