import { Button, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImpactPage, ImpactSummary } from '#contract/settlements.ts';
import { textOfCode, textsOfError } from '#web/base/error-text.ts';
import { formatNumber } from '#web/base/format.ts';
import { currentLanguage } from '#web/base/i18n.ts';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import { ArrowRightIcon } from '#web/ui/icons.tsx';
import classes from './impact-view.module.css';

/** Computes the same impact again and lists other exams. */
export type ImpactPages = (query: ImpactPage, signal: AbortSignal) => Promise<ImpactSummary>;

type Exams = ImpactSummary['exams'];

function ChangedExams({ exams }: { readonly exams: Exams }) {
  const { t } = useTranslation();
  const number = (value: number) => formatNumber(value, currentLanguage(), 2);
  const arrow = (before: number | null, after: number | null, hidden: string) =>
    before === null || after === null ? (
      hidden
    ) : (
      <>
        {number(before)} <ArrowRightIcon size={12} /> <strong>{number(after)}</strong>
      </>
    );
  const signed = (points: number) => `${points < 0 ? '−' : '+'}${number(Math.abs(points))}`;
  return (
    <Table verticalSpacing={4} aria-label={t('settlement.title')} className={classes.table}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{t('settlement.student')}</Table.Th>
          <Table.Th scope="col">{t('settlement.points')}</Table.Th>
          <Table.Th scope="col">{t('settlement.grade')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {exams.map((exam) => (
          <Table.Tr key={exam.examId}>
            <Table.Td>
              {exam.lastName} {exam.firstName}
              {exam.numarMatricol !== null && <span className={classes.quiet}> {exam.numarMatricol}</span>}
            </Table.Td>
            <Table.Td className={classes.number}>
              {arrow(exam.oldScore, exam.newScore, signed(exam.difference))}
            </Table.Td>
            <Table.Td className={classes.number}>
              {arrow(exam.oldGrade, exam.newGrade, '-')}
              {exam.crosses && (
                <span className={classes.crossing} data-crosses={exam.crosses}>
                  {t(`settlement.${exam.crosses}`)}
                </span>
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** As many as the server lists without a page. */
const pageSize = 50;

type ChangesProps = { readonly impact: ImpactSummary; readonly pageOf: ImpactPages };

/** The exams that change, page by page. A page of another impact than the one shown above is not listed. */
export function ImpactChanges({ impact, pageOf }: ChangesProps) {
  const { t } = useTranslation();
  const [skip, setSkip] = useState(0);
  const other = useQuery({
    queryKey: ['impactPage', impact.fingerprint, skip],
    queryFn: ({ signal }) => pageOf({ skip, take: pageSize, previewed: impact.fingerprint }, signal),
    enabled: skip > 0,
    gcTime: 0,
  });
  const shown = skip === 0 ? impact : other.data;
  const isComputing = skip > 0 && other.isPending;
  const total = impact.changed;
  const number = (value: number) => formatNumber(value, currentLanguage());
  return (
    <>
      {shown?.fingerprint === impact.fingerprint && <ChangedExams exams={shown.exams} />}
      {shown && shown.fingerprint !== impact.fingerprint && (
        <ErrorPanel>{textOfCode('settlement.changedMeanwhile')}</ErrorPanel>
      )}
      {isComputing && <p className={classes.quiet}>{t('settlement.computing')}</p>}
      {!shown && other.isError && (
        <ErrorPanel onRetry={() => void other.refetch()}>{textsOfError(other.error).join(' ')}</ErrorPanel>
      )}
      {total > pageSize && (
        <nav className={classes.pages} aria-label={t('crud.pages', { list: t('settlement.title') })}>
          <Button
            variant="default"
            size="compact-sm"
            disabled={isComputing || skip === 0}
            onClick={() => setSkip(skip - pageSize)}
          >
            {t('crud.previousPage')}
          </Button>
          <span role="status">
            {t('crud.range', {
              from: number(skip + 1),
              to: number(Math.min(total, skip + pageSize)),
              total: number(total),
            })}
          </span>
          <Button
            variant="default"
            size="compact-sm"
            disabled={isComputing || skip + pageSize >= total}
            onClick={() => setSkip(skip + pageSize)}
          >
            {t('crud.nextPage')}
          </Button>
        </nav>
      )}
    </>
  );
}
