import { Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ImpactSummary } from '#contract/settlements.ts';
import { formatNumber } from '#web/base/format.ts';
import { currentLanguage } from '#web/base/i18n.ts';
import classes from './impact-view.module.css';

const figure = (value: number) => formatNumber(value, currentLanguage(), 2);

function ChangedExams({ impact }: { readonly impact: ImpactSummary }) {
  const { t } = useTranslation();
  const { exams, changed } = impact;
  return (
    <div className={classes.scroll}>
      <Table verticalSpacing={4} aria-label={t('settlement.changedExams')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('settlement.student')}</Table.Th>
            <Table.Th>{t('settlement.score')}</Table.Th>
            <Table.Th>{t('settlement.grade')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {exams.map((exam) => (
            <Table.Tr key={exam.examId}>
              <Table.Td>
                {exam.lastName} {exam.firstName}
              </Table.Td>
              <Table.Td className={classes.figure}>
                {t('settlement.fromTo', { from: figure(exam.oldScore), to: figure(exam.newScore) })}
              </Table.Td>
              <Table.Td className={classes.figure}>
                {t('settlement.fromTo', { from: figure(exam.oldGrade), to: figure(exam.newGrade) })}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {changed > exams.length && (
        <p className={classes.quiet}>{t('settlement.more', { count: changed - exams.length })}</p>
      )}
    </div>
  );
}

/** The grades before and after, side by side. */
function Distribution({ impact }: { readonly impact: ImpactSummary }) {
  const { t } = useTranslation();
  return (
    <div className={classes.scroll}>
      <Table verticalSpacing={2} aria-label={t('settlement.distribution')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('settlement.grade')}</Table.Th>
            <Table.Th>{t('settlement.before')}</Table.Th>
            <Table.Th>{t('settlement.after')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {impact.distribution.map(({ from, before, after }) => (
            <Table.Tr key={from} data-changed={before !== after || undefined}>
              <Table.Td>{t('settlement.gradesFrom', { from, to: from + 1 })}</Table.Td>
              <Table.Td className={classes.figure}>{before}</Table.Td>
              <Table.Td className={classes.figure}>{after}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

/** What a settlement changes: in a sentence, by student, and as a distribution. */
export function ImpactView({ impact }: { readonly impact: ImpactSummary }) {
  const { t } = useTranslation();
  const { changed, reached, nowPassing, nowFailing, bank } = impact;
  return (
    <div className={classes.impact}>
      <p className={classes.sentence}>
        {changed === 0
          ? t('settlement.nobody', { count: reached })
          : [
              t('settlement.changed', { count: changed, reached }),
              t('settlement.nowPassing', { count: nowPassing }),
              t('settlement.nowFailing', { count: nowFailing }),
            ].join(' ')}
      </p>
      {bank.map(({ questionVersionId, bank: change }) => (
        <p key={questionVersionId} className={classes.quiet}>
          {t(`settlement.bank_${change}`)}
        </p>
      ))}
      {changed > 0 && (
        <>
          <ChangedExams impact={impact} />
          <Distribution impact={impact} />
        </>
      )}
    </div>
  );
}
