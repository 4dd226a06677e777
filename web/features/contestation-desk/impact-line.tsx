import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContestImpact } from '#contract/contestations.ts';
import { textsOfError } from '#web/base/error-text.ts';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import classes from './desk.module.css';
import { ImpactDialog } from './impact-dialog.tsx';
import type { Settling } from './use-settling.ts';

/** The impact as one sentence: "3 students change, 1 passes". */
export function useImpactWords() {
  const { t } = useTranslation();
  return ({
    changed,
    newlyPassed,
    newlyFailed,
  }: Pick<ContestImpact, 'changed' | 'newlyPassed' | 'newlyFailed'>): string =>
    changed === 0
      ? t('contestationDesk.impactNone')
      : [
          t('contestationDesk.impactChanged', { count: changed }),
          ...(newlyPassed > 0 ? [t('contestationDesk.impactPass', { count: newlyPassed })] : []),
          ...(newlyFailed > 0 ? [t('contestationDesk.impactFail', { count: newlyFailed })] : []),
        ].join(', ');
}

/** What the decision would change, before it is written. */
export function ImpactLine({ settling: { impact, needsImpact } }: { readonly settling: Settling }) {
  const { t } = useTranslation();
  const words = useImpactWords();
  const [open, setOpen] = useState(false);
  if (!needsImpact) return <p className={classes.note}>{t('contestationDesk.impactNone')}</p>;
  if (impact.isError && !impact.isFetching)
    return (
      <ErrorPanel onRetry={() => void impact.refetch()}>{textsOfError(impact.error).join(' ')}</ErrorPanel>
    );
  const { data } = impact;
  return (
    <div className={classes.impact} role="status">
      {(data === undefined || impact.isFetching) && <span>{t('contestationDesk.impactComputing')}</span>}
      {data && (
        <>
          <strong>{words(data)}</strong>
          <span className={classes.note}>{t('contestationDesk.impactOf', { count: data.exams })}</span>
          {data.bank.map(({ questionVersionId, bank }) => (
            <span key={questionVersionId} className={classes.note}>
              {t(`contestationDesk.bank_${bank}`)}
            </span>
          ))}
          {data.changed > 0 && (
            <Button variant="default" size="compact-sm" onClick={() => setOpen(true)}>
              {t('contestationDesk.impactShow')}
            </Button>
          )}
          <ImpactDialog impact={data} opened={open} onClose={() => setOpen(false)} />
        </>
      )}
    </div>
  );
}
