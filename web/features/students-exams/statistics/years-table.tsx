import { Skeleton, Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { whyMissing } from '#domain/statistics/missing-figure.ts';
import { textsOfError } from '#web/base/error-text.ts';
import { formatDate, formatNumber } from '#web/base/format.ts';
import { currentLanguage } from '#web/base/i18n.ts';
import { ExportMenu } from '#web/list/export-menu.tsx';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import classes from './statistics.module.css';
import { useQuestionYears } from './statistics-calls.ts';

/** How a question did in each university year, as it was copied from one to the next (RESU-5). */
export function YearsTable({ questionId }: { readonly questionId: number }) {
  const { t } = useTranslation();
  const found = useQuestionYears(questionId);
  if (found.isError)
    return (
      <ErrorPanel onRetry={() => void found.refetch()}>{textsOfError(found.error).join(' ')}</ErrorPanel>
    );
  if (!found.isSuccess) return <Skeleton height="4rem" role="status" aria-label={t('common.loading')} />;
  const { fewest, years } = found.data;
  const figure = (value: number | null, served: number) =>
    value === null
      ? t(`statistics.${whyMissing(served, fewest)}`)
      : formatNumber(value, currentLanguage(), 2);
  return (
    <>
      <Table className={classes.answers} aria-label={t('statistics.overYears')} verticalSpacing={4}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('statistics.year')}</Table.Th>
            {(['served', 'difficulty', 'discrimination', 'exposure'] as const).map((name) => (
              <Table.Th key={name} scope="col" className={classes.number}>
                {t(`statistics.${name}`)}
              </Table.Th>
            ))}
            <Table.Td />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {years.map((year) => (
            <Table.Tr key={year.questionId}>
              <Table.Th scope="row">
                {year.year} <span className={classes.id}>{year.questionId}</span>
              </Table.Th>
              <Table.Td className={classes.number}>{year.served}</Table.Td>
              <Table.Td className={classes.number}>
                {year.difficulty === null
                  ? t('statistics.tooFew')
                  : t('statistics.percent', { value: Math.round(100 * year.difficulty) })}
              </Table.Td>
              <Table.Td className={classes.number}>{figure(year.discrimination, year.served)}</Table.Td>
              <Table.Td className={classes.number}>{year.exposure}</Table.Td>
              <Table.Td>
                {year.lastServed !== null && t('statistics.lastServed', { day: formatDate(year.lastServed) })}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <ExportMenu
        path={`statistics/questions/${questionId}`}
        query={{ search: '', sort: undefined, desc: false, filters: {} }}
        columns={[]}
        label={t('statistics.exportYears')}
      />
    </>
  );
}
