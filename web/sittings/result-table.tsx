import { Anchor, Box, Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ResultRow } from '#contract/exams.ts';
import { formatDate, formatNumber, formatTime } from '#web/base/format.ts';
import { currentLanguage } from '#web/base/i18n.ts';
import frame from '#web/crud/row-table.module.css';
import { PlaceLink } from '#web/ui/place-link.tsx';
import type { PlaceOf } from './result-place.ts';
import classes from './results.module.css';

export type ResultRowsProps = {
  readonly rows: readonly ResultRow[];
  readonly placeOf: PlaceOf;
  /** What the list is called for those who do not see it. */
  readonly label: string;
};

/** A figure with two decimals, or '-' while there is none. */
export const figure = (value: number | null) =>
  value === null ? '-' : formatNumber(value, currentLanguage(), 2);

/** The discipline of a row, as the way to its result where there is one. */
export function ResultName({
  row,
  placeOf,
  className,
}: {
  readonly row: ResultRow;
  readonly placeOf: PlaceOf;
  readonly className?: string | undefined;
}) {
  const { t } = useTranslation();
  const address = placeOf(row);
  const name = row.disciplineName;
  if (address === undefined) return <span className={className}>{name}</span>;
  const does = row.exam.status === 'Finished' ? 'examResult.open' : 'examResult.resume';
  return (
    <Anchor component={PlaceLink} address={address} className={className} aria-label={t(does, { name })}>
      {name}
    </Anchor>
  );
}

/** Results as a dense table, newest first (RESU-2). */
export function ResultTable({ rows, placeOf, label }: ResultRowsProps) {
  const { t } = useTranslation();
  return (
    // A table wider than the page has to be scrolled with the keyboard too.
    <Box component="section" className={frame.frame} aria-label={label} tabIndex={0} data-nested>
      <Table className={frame.table} highlightOnHover verticalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('examResult.id')}</Table.Th>
            <Table.Th scope="col">{t('examResult.discipline')}</Table.Th>
            <Table.Th scope="col">{t('examResult.date')}</Table.Th>
            <Table.Th scope="col">{t('examResult.start')}</Table.Th>
            <Table.Th scope="col">{t('examResult.stop')}</Table.Th>
            <Table.Th scope="col" data-figure>
              {t('examResult.score')}
            </Table.Th>
            <Table.Th scope="col" data-figure>
              {t('examResult.grade')}
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.exam.id}>
              <Table.Td className={classes.quiet}>{row.exam.id}</Table.Td>
              <Table.Td data-several>
                <ResultName row={row} placeOf={placeOf} className={classes.name} />
                {row.examName !== row.disciplineName && (
                  <span className={classes.partOf}>{row.examName}</span>
                )}
              </Table.Td>
              <Table.Td>{formatDate(row.exam.date)}</Table.Td>
              <Table.Td>{formatTime(row.exam.serverStartTime)}</Table.Td>
              <Table.Td>
                {row.exam.serverStopTime === null
                  ? t('examResult.notFinished')
                  : formatTime(row.exam.serverStopTime)}
              </Table.Td>
              <Table.Td data-figure>
                {figure(row.exam.score)}
                <span className={classes.quiet}> / {figure(row.exam.maxPoints)}</span>
              </Table.Td>
              <Table.Td data-figure className={classes.grade}>
                {figure(row.grade)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Box>
  );
}
