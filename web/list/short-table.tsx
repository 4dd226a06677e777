import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './short-table.module.css';
import { TableFrame } from './table-frame.tsx';

type ShortTableProps = {
  readonly label: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly [key: number | string, cells: readonly ReactNode[]])[];
  /** Scrolls by itself instead of making a dialog higher. */
  readonly isLow?: boolean;
};

/** The few rows of a preview or of a part of a page, without sorting and paging; wide ones scroll sideways. */
export function ShortTable({ label, head, rows, isLow = false }: ShortTableProps) {
  const table = (
    <TableFrame label={label} isNested>
      <Table.Thead>
        <Table.Tr>
          {head.map((name) => (
            <Table.Th key={name} scope="col">
              {name}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(([key, cells]) => (
          <Table.Tr key={key}>
            {cells.map((cell, index) => (
              <Table.Td key={head[index]}>{cell}</Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </TableFrame>
  );
  return isLow ? (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section className={classes.low} aria-label={label} tabIndex={0}>
      {table}
    </section>
  ) : (
    table
  );
}
