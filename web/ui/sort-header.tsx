import { Table, UnstyledButton } from '@mantine/core';
import { SortDownIcon, SortUpIcon } from './icons.tsx';
import classes from './sort-header.module.css';

type Props = {
  readonly label: string;
  /** Figures stand at the end of their column. */
  readonly figure?: boolean;
  /** How the rows stand by this column now. */
  readonly sorted: 'ascending' | 'descending' | 'none';
  readonly onSort: () => void;
};

/** How a list is sorted by one of its columns. */
export const sortedAs = (
  view: { readonly sort?: string | undefined; readonly desc: boolean },
  column: string,
) => (view.sort !== column ? 'none' : view.desc ? 'descending' : 'ascending');

/** The head of a column that rows can be sorted by. */
export function SortHeader({ label, figure, sorted, onSort }: Props) {
  return (
    <Table.Th scope="col" data-figure={figure || undefined} aria-sort={sorted}>
      <UnstyledButton className={classes.sort} onClick={onSort}>
        {label}
        {sorted === 'descending' && <SortDownIcon size={14} />}
        {sorted === 'ascending' && <SortUpIcon size={14} />}
      </UnstyledButton>
    </Table.Th>
  );
}
