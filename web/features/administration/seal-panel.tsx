import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { SealState } from '#contract/administration.ts';
import { formatDateTime, formatNumber } from '#web/base/format.ts';
import { currentLanguage } from '#web/base/i18n.ts';
import { useLogText } from '#web/records/log-entries.tsx';
import { Fetched } from '#web/ui/fetched.tsx';
import classes from './administration.module.css';
import { useSeal, useSealCheck } from './administration-calls.ts';

/** The number of findings listed; the rest is only counted. */
const shownFindings = 20;

function CheckResult({ check }: { readonly check: NonNullable<SealState['check']> }) {
  const { t } = useTranslation();
  const text = useLogText();
  const request = { at: formatDateTime(check.askedAt), by: check.askedBy ?? t('administration.atNight') };
  if (check.finishedAt === null) return <p role="status">{t('administration.checkRuns', request)}</p>;
  const entries = formatNumber(check.entries ?? 0, currentLanguage());
  if (check.findings.length === 0)
    return <p className={classes.good}>{t('administration.checkWhole', { ...request, entries })}</p>;
  const more = check.findings.length - shownFindings;
  return (
    <div>
      <p className={classes.bad}>
        {t('administration.checkFound', { ...request, count: check.findings.length })}
      </p>
      <ul>
        {check.findings.slice(0, shownFindings).map(({ kind, table, where }) => (
          <li key={`${kind} ${table} ${where}`}>
            <code>{kind}</code> {table === null ? '' : text.table(table)} {where}
          </li>
        ))}
        {more > 0 && <li className={classes.quiet}>{t('records.moreChanges', { count: more })}</li>}
      </ul>
      <p>{t('administration.checkFoundHint')}</p>
    </div>
  );
}

/** How far the audit log is intact, and a check of all records on demand. */
export function SealPanel() {
  const { t } = useTranslation();
  const check = useSealCheck();
  return (
    <section aria-labelledby="seal">
      <h2 id="seal" className={classes.heading}>
        {t('administration.seal')}
      </h2>
      <Fetched query={useSeal()}>
        {(seal) => (
          <div className={classes.seal}>
            {seal.problems.length > 0 ? (
              <p className={classes.bad}>
                {t('administration.sealBroken', { problems: seal.problems.join(', ') })}
              </p>
            ) : seal.sealedUpTo === null ? (
              <p>{t('administration.sealNone')}</p>
            ) : (
              <p className={classes.good}>
                {t('administration.sealWhole', {
                  moment: formatDateTime(seal.sealedUpTo),
                  entries: formatNumber(seal.sealed, currentLanguage()),
                })}
              </p>
            )}
            <p className={classes.quiet}>{t('administration.sealWaiting', { count: seal.waiting })}</p>
            {seal.check && <CheckResult check={seal.check} />}
            <Button
              variant="default"
              disabled={seal.check !== null && seal.check.finishedAt === null}
              onClick={() => void check()}
            >
              {t('administration.checkNow')}
            </Button>
          </div>
        )}
      </Fetched>
    </section>
  );
}
