import { VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ImpactSummary } from '#contract/settlements.ts';
import { ImpactChanges, type ImpactPages } from './impact-changes.tsx';
import classes from './impact-view.module.css';

type ImpactProps = { readonly impact: ImpactSummary; readonly pageOf: ImpactPages };

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

/** Adds to a confirmation how many exams were changed that ended after the preview. */
export function useWithEndedSince() {
  const { t } = useTranslation();
  return (text: string, endedSince: number): string =>
    endedSince === 0 ? text : `${text} ${t('settlement.endedSince', { count: endedSince })}`;
}

/** What the bank gets, and the key that all corrections in force give it together. */
function BankKey({ change: { bank, correct } }: { readonly change: ImpactSummary['bank'][number] }) {
  const { t } = useTranslation();
  return (
    <div className={classes.quiet}>
      {t(`settlement.bank_${bank}`)}
      {bank !== 'changedSince' && (
        <ol className={classes.key} aria-label={t('settlement.bankKey')}>
          {correct.map(({ number, text }) => (
            <li key={number} value={number}>
              {text || t('settlement.bankAnswer', { number })}
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

/** The impact in words, the number of exams it covers, and the effect on the bank. */
export function ImpactWords({ impact }: { readonly impact: ImpactSummary }) {
  const { t } = useTranslation();
  const words = useImpactWords();
  return (
    <>
      <strong>{words(impact)}</strong>
      <span className={classes.quiet}>{t('settlement.reached', { count: impact.reached })}</span>
      {impact.bank.map((one) => (
        <BankKey key={one.questionVersionId} change={one} />
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

/** Whose points and grade change, who crosses the pass grade, and the distribution before and after (CONT-4). */
export function ImpactDetails({ impact, pageOf }: ImpactProps) {
  const { t } = useTranslation();
  if (impact.changed === 0) return null;
  const seen = impact.distribution.reduce((all, { before }) => all + before, 0);
  return (
    <>
      {seen > 0 && <Distribution distribution={impact.distribution} />}
      {seen < impact.reached && <p className={classes.quiet}>{t('settlement.partly')}</p>}
      <ImpactChanges key={impact.fingerprint} impact={impact} pageOf={pageOf} />
    </>
  );
}

/** The whole impact of a settlement: in a sentence, as a distribution and by student. */
export function ImpactView({ impact, pageOf }: ImpactProps) {
  return (
    <div className={classes.impact}>
      <ImpactWords impact={impact} />
      <ImpactDetails impact={impact} pageOf={pageOf} />
    </div>
  );
}
