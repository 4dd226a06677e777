import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { DisciplineListRow } from '#contract/structure.ts';
import { addressOf } from '#domain/access/addresses.ts';
import type { Column } from '#web/list/column.ts';
import { ScreenLink } from '#web/ui/screen-link.tsx';
import { ShareBar } from './share-bar.tsx';
import classes from './structure.module.css';

/** The columns in order: their names, whether they are numeric, and the matching export column. */
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
type ColumnName = keyof typeof columns;
const columnNames = Object.keys(columns) as ColumnName[];
export const disciplineColumnNames: readonly string[] = columnNames;
/** Hidden until the user chooses them. */
export const hiddenColumns: readonly string[] = [
  'universityYear',
  'collegeDescription',
  'semester',
] satisfies ColumnName[];
/** Columns the server cannot sort by. */
const unordered: readonly ColumnName[] = ['calculatedSeriesNames'];
/** Columns that cards show in their title or leave out. */
const onlyInTable: readonly ColumnName[] = ['disciplineDescription', 'semester'];

export const exportedColumns: readonly string[] = columnNames.flatMap((name) => columns[name].exported ?? []);
export const exportedSort = (sort: string | undefined) =>
  columnNames.includes(sort as ColumnName) ? columns[sort as ColumnName].exported : undefined;

/** The name of a discipline, linked to its structure. */
export function DisciplineLink({ row }: { readonly row: DisciplineListRow }) {
  return (
    <Anchor
      component={ScreenLink}
      href={addressOf('DisciplineList', { disciplineId: row.id })}
      className={classes.rowLink}
    >
      {row.disciplineDescription}
    </Anchor>
  );
}

function Cell({ row, name }: { readonly row: DisciplineListRow; readonly name: ColumnName }) {
  const { t } = useTranslation();
  if (name === 'disciplineDescription') return <DisciplineLink row={row} />;
  if (name !== 'examQuestions') return row[name];
  if (row.examQuestions === null)
    return <span className={classes.quiet}>{t('examStructure.noStructure')}</span>;
  return (
    <span className={classes.askedCell}>
      <ShareBar asked={row.examQuestions} entered={row.questionCount} of={row.questionCount} />
      {row.examQuestions}
    </span>
  );
}

export function useDisciplineColumns(): readonly Column<DisciplineListRow>[] {
  const { t } = useTranslation();
  return columnNames.map((name) => ({
    name,
    label: t(`examStructure.${columns[name].label}`),
    cell: (row) => <Cell row={row} name={name} />,
    isSortable: !unordered.includes(name),
    isFigure: 'figure' in columns[name],
    ...(onlyInTable.includes(name) ? { only: 'table' as const } : {}),
  }));
}
