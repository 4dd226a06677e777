import { Anchor, Box, Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { DisciplineListRow } from '#contract/structure.ts';
import { type ListView, nextSort } from '#web/crud/list-view.ts';
import frame from '#web/crud/row-table.module.css';
import { PlaceLink } from '#web/ui/place-link.tsx';
import { SortHeader, sortedAs } from '#web/ui/sort-header.tsx';
import { ShareBar } from './share-bar.tsx';
import classes from './structure.module.css';

/** The columns in their order: what each is called, whether it holds figures, and the same column of an export. */
const columns = {
  disciplineDescription: { label: 'discipline', exported: 'description' },
  disciplineCode: { label: 'code', exported: 'code' },
  universityYear: { label: 'universityYear', exported: 'universityYear' },
  collegeDescription: { label: 'college', exported: 'collegeName' },
  sectionDescription: { label: 'section', exported: 'sectionName' },
  calculatedSeriesNames: { label: 'series', exported: 'seriesNames' },
  year: { label: 'year', exported: 'year', figure: true },
  semester: { label: 'semester', exported: 'semester', figure: true },
  questionCount: { label: 'entered', exported: 'questionCount', figure: true },
  examQuestions: { label: 'asked', exported: undefined, figure: true },
} as const satisfies Partial<
  Record<keyof DisciplineListRow, { label: string; exported: string | undefined; figure?: true }>
>;
type Column = keyof typeof columns;
const columnNames = Object.keys(columns) as Column[];
/** What the server cannot order by. */
const unordered: readonly Column[] = ['calculatedSeriesNames'];

export const exportedColumns: readonly string[] = columnNames.flatMap(
  (column) => columns[column].exported ?? [],
);
export const exportedSort = (sort: string | undefined) =>
  columnNames.includes(sort as Column) ? columns[sort as Column].exported : undefined;

export const structureAddress = (id: number) => `/disciplineList?disciplineId=${id}`;

type TableProps = {
  readonly items: readonly DisciplineListRow[];
  readonly view: ListView;
  readonly setView: (view: ListView) => void;
};

function HeaderCell({ view, setView, column }: Omit<TableProps, 'items'> & { readonly column: Column }) {
  const { t } = useTranslation();
  const label = t(`examStructure.${columns[column].label}`);
  const figure = 'figure' in columns[column];
  if (unordered.includes(column))
    return (
      <Table.Th scope="col" data-figure={figure || undefined}>
        {label}
      </Table.Th>
    );
  return (
    <SortHeader
      label={label}
      figure={figure}
      sorted={sortedAs(view, column)}
      onSort={() => setView(nextSort(view, column))}
    />
  );
}

function Cell({ row, column }: { readonly row: DisciplineListRow; readonly column: Column }) {
  const { t } = useTranslation();
  if (column === 'disciplineDescription')
    return (
      <Anchor component={PlaceLink} address={structureAddress(row.id)} className={classes.rowLink}>
        {row.disciplineDescription}
      </Anchor>
    );
  if (column !== 'examQuestions') return row[column];
  if (row.examQuestions === null)
    return <span className={classes.quiet}>{t('examStructure.noStructure')}</span>;
  return (
    <span className={classes.askedCell}>
      <ShareBar asked={row.examQuestions} entered={row.questionCount} of={row.questionCount} />
      {row.examQuestions}
    </span>
  );
}

/** The disciplines as a dense table; the name opens the structure. */
export function DisciplineTable({ items, view, setView }: TableProps) {
  const { t } = useTranslation();
  return (
    // A table wider than the page has to be scrolled with the keyboard too.
    <Box component="section" className={frame.frame} aria-label={t('screens.DisciplineList')} tabIndex={0}>
      <Table className={frame.table} highlightOnHover verticalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            {columnNames.map((column) => (
              <HeaderCell key={column} view={view} setView={setView} column={column} />
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {items.map((row) => (
            <Table.Tr key={row.id}>
              {columnNames.map((column) => (
                <Table.Td key={column} data-figure={'figure' in columns[column] || undefined}>
                  <Cell row={row} column={column} />
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Box>
  );
}
