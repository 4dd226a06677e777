import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { TableFrame } from './table-frame.tsx';

type ShortTableProps = {
  readonly label: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly [key: number | string, cells: readonly ReactNode[]])[];
  /** The index of the first column of numbers; these are the last ones. */
  readonly figuresFrom?: number;
  /** Scrolls by itself instead of making a dialog higher. */
  readonly isLow?: boolean;
};

/** The few rows of a preview or of a part of a page, without sorting and paging; wide ones scroll sideways. */
export function ShortTable({ label, head, rows, figuresFrom = head.length, isLow = false }: ShortTableProps) {
  const isFigure = (index: number) => index >= figuresFrom || undefined;
  return (
    <TableFrame label={label} aria-label={label} isNested isLow={isLow} stickyHeader={isLow}>
      <Table.Thead>
        <Table.Tr>
          {head.map((name, index) => (
            <Table.Th key={name} scope="col" data-figure={isFigure(index)}>
              {name}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(([key, cells]) => (
          <Table.Tr key={key}>
            {cells.map((cell, index) => (
              <Table.Td key={head[index]} data-figure={isFigure(index)}>
                {cell}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </TableFrame>
  );
}
