import { Table } from '@mantine/core';
import { usePhone } from '#web/ui/phone.ts';
import { Card, Cards, Facts } from './cards.tsx';
import type { Column, RowId } from './column.ts';
import classes from './figure-table.module.css';
import { TableFrame } from './table-frame.tsx';

type FigureTableProps<Row> = {
  readonly label: string;
  /** The column that names the rows: their header, or the title of their cards. */
  readonly rowName: Pick<Column<Row>, 'label' | 'cell'>;
  readonly columns: readonly Pick<Column<Row>, 'name' | 'label' | 'cell' | 'isFigure'>[];
  readonly rows: readonly Row[];
  readonly idOf: (row: Row) => RowId;
};

/** A few rows with all their figures, without sorting and paging: a table, on a phone cards that show every figure. */
export function FigureTable<Row>({ label, rowName, columns, rows, idOf }: FigureTableProps<Row>) {
  const phone = usePhone();
  if (phone)
    return (
      <div>
        <p className={classes.caption} aria-hidden>
          {label}
        </p>
        <Cards label={label}>
          {rows.map((row) => (
            <Card key={idOf(row)}>
              <div className={classes.title}>{rowName.cell(row)}</div>
              <Facts
                facts={columns.map((column) => ({
                  name: column.name,
                  label: column.label,
                  value: column.cell(row),
                }))}
              />
            </Card>
          ))}
        </Cards>
      </div>
    );
  return (
    <TableFrame label={label} isNested isSlim verticalSpacing={4}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{rowName.label}</Table.Th>
          {columns.map((column) => (
            <Table.Th key={column.name} scope="col" data-figure={column.isFigure || undefined}>
              {column.label}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={idOf(row)}>
            <Table.Th scope="row" className={classes.rowName}>
              {rowName.cell(row)}
            </Table.Th>
            {columns.map((column) => (
              <Table.Td key={column.name} data-figure={column.isFigure || undefined}>
                {column.cell(row)}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </TableFrame>
  );
}
