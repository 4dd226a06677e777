import { Table, VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ImpactSummary } from '#contract/settlements.ts';
import { formatNumber } from '#web/base/format.ts';
import { currentLanguage } from '#web/base/i18n.ts';
import { ArrowRightIcon } from '#web/ui/icons.tsx';
import classes from './impact-view.module.css';

/** The impact as one sentence: "3 students change, 1 passes". */
export function useImpactWords() {
  const { t } = useTranslation();
  return ({
    changed,
    nowPassing,
    nowFailing,
  }: Pick<ImpactSummary, 'changed' | 'nowPassing' | 'nowFailing'>): string =>
    changed === 0
      ? t('settlement.none')
      : [
          t('settlement.changed', { count: changed }),
          ...(nowPassing > 0 ? [t('settlement.nowPassing', { count: nowPassing })] : []),
          ...(nowFailing > 0 ? [t('settlement.nowFailing', { count: nowFailing })] : []),
        ].join(', ');
}

/** The impact in words, the number of exams it covers, and the effect on the bank. */
export function ImpactWords({ impact }: { readonly impact: ImpactSummary }) {
  const { t } = useTranslation();
  const words = useImpactWords();
  return (
    <>
      <strong>{words(impact)}</strong>
      <span className={classes.quiet}>{t('settlement.reached', { count: impact.reached })}</span>
      {impact.bank.map(({ questionVersionId, bank }) => (
        <span key={questionVersionId} className={classes.quiet}>
          {t(`settlement.bank_${bank}`)}
        </span>
      ))}
    </>
  );
}

/** The grades before and after side by side: bars, and the same figures as a table for screen readers. */
function Distribution({ distribution }: Pick<ImpactSummary, 'distribution'>) {
  const { t } = useTranslation();
  const maxCount = Math.max(1, ...distribution.flatMap(({ before, after }) => [before, after]));
  const range = (from: number) =>
    t(from === 9 ? 'settlement.gradeRangeLast' : 'settlement.gradeRange', { from, to: from + 1 });
  return (
    <section aria-labelledby="impact-distribution">
      <h3 id="impact-distribution" className={classes.heading}>
        {t('settlement.distribution')}
      </h3>
      <div className={classes.histogram} aria-hidden>
        {distribution.map(({ from, ...counts }) => (
          <div key={from} className={classes.bin} title={range(from)}>
            <span className={classes.bars}>
              {(['before', 'after'] as const).map((when) => (
                <span key={when} className={classes.bar}>
                  <span className={classes.count}>{counts[when] > 0 && counts[when]}</span>
                  <span data-when={when} style={{ height: `${(75 * counts[when]) / maxCount}%` }} />
                </span>
              ))}
            </span>
            <span className={classes.label}>
              {from}–{from + 1}
            </span>
          </div>
        ))}
      </div>
      <p className={classes.legend} aria-hidden>
        <span data-when="before" /> {t('settlement.before')}
        <span data-when="after" /> {t('settlement.after')}
      </p>
      <VisuallyHidden>
        <table>
          <caption>{t('settlement.distribution')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('settlement.grades')}</th>
              <th scope="col">{t('settlement.before')}</th>
              <th scope="col">{t('settlement.after')}</th>
            </tr>
          </thead>
          <tbody>
            {distribution.map(({ from, before, after }) => (
              <tr key={from}>
                <th scope="row">{range(from)}</th>
                <td>{before}</td>
                <td>{after}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </section>
  );
}

function Changes({ exams, changed }: Pick<ImpactSummary, 'exams' | 'changed'>) {
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
    <>
      <Table verticalSpacing={4} aria-label={t('settlement.title')} className={classes.table}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('settlement.student')}</Table.Th>
            <Table.Th scope="col">{t('settlement.points')}</Table.Th>
            <Table.Th scope="col">{t('settlement.grade')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {exams.map((exam) => {
            return (
              <Table.Tr key={exam.examId}>
                <Table.Td>
                  {exam.lastName} {exam.firstName}
                  {exam.numarMatricol !== null && (
                    <span className={classes.quiet}> {exam.numarMatricol}</span>
                  )}
                </Table.Td>
                <Table.Td className={classes.number}>
                  {arrow(exam.oldScore, exam.newScore, signed(exam.difference))}
                </Table.Td>
                <Table.Td className={classes.number}>
                  {arrow(exam.oldGrade, exam.newGrade, '–')}
                  {exam.crosses && (
                    <span className={classes.crossing} data-crosses={exam.crosses}>
                      {t(`settlement.${exam.crosses}`)}
                    </span>
                  )}
                </Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
      {changed > exams.length && (
        <p className={classes.quiet}>{t('settlement.more', { count: changed - exams.length })}</p>
      )}
    </>
  );
}

/** Whose points and grade change, who crosses the pass grade, and the distribution before and after (CONT-4). */
export function ImpactDetails({ impact }: { readonly impact: ImpactSummary }) {
  const { t } = useTranslation();
  if (impact.changed === 0) return null;
  const seen = impact.distribution.reduce((all, { before }) => all + before, 0);
  return (
    <>
      {seen > 0 && <Distribution distribution={impact.distribution} />}
      {seen < impact.reached && <p className={classes.quiet}>{t('settlement.partly')}</p>}
      <Changes exams={impact.exams} changed={impact.changed} />
    </>
  );
}

/** The whole impact of a settlement: in a sentence, as a distribution and by student. */
export function ImpactView({ impact }: { readonly impact: ImpactSummary }) {
  return (
    <div className={classes.impact}>
      <ImpactWords impact={impact} />
      <ImpactDetails impact={impact} />
    </div>
  );
}
