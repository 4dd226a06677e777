import { Table, UnstyledButton } from '@mantine/core';
import { SortDownIcon, SortUpIcon } from '#web/ui/icons.tsx';
import type { ListQuery } from './list-query.ts';
import classes from './sort-header.module.css';

type Props = {
  readonly label: string;
  readonly isFigure?: boolean | undefined;
  /** How the rows are sorted by this column now. */
  readonly sorted: 'ascending' | 'descending' | 'none';
  readonly onSort: () => void;
};

/** How a list is sorted by one of its columns; without a choice it is in the server's own order. */
export const sortedAs = (
  { sort, desc }: Pick<ListQuery, 'sort' | 'desc'>,
  column: string,
  ownOrder?: string,
) => ((sort ?? ownOrder) !== column ? 'none' : desc ? 'descending' : 'ascending');

/** The head of a column that rows can be sorted by. */
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
