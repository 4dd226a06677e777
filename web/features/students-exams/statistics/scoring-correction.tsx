import { Button, Modal, Select, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ScoringCorrection as Correction } from '#contract/scoring-corrections.ts';
import type { ImpactSummary } from '#contract/settlements.ts';
import { type ScoringMode, scoringModes } from '#domain/scoring/score-question.ts';
import { ApiError } from '#web/base/api-error.ts';
import { textsOfError } from '#web/base/error-text.ts';
import { formatDateTime } from '#web/base/format.ts';
import { notifySuccess } from '#web/base/notify.ts';
import { ImpactView, useWithEndedSince } from '#web/sittings/impact-view.tsx';
import { RefusalAlert, useAttempt } from '#web/ui/attempt.tsx';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import shared from '../students-exams.module.css';
import classes from './statistics.module.css';
import { type CohortOfSession, useScoringCorrection, useScoringCorrectionCalls } from './statistics-calls.ts';

/** The scoring mode to write, or null to withdraw the correction. */
type ShownImpact = { readonly mode: ScoringMode | null; readonly impact: ImpactSummary };

type FormProps = { readonly cohort: CohortOfSession; readonly stored: Correction };

function Form({ cohort, stored: { given, correction } }: FormProps) {
  const { t } = useTranslation();
  const calls = useScoringCorrectionCalls(cohort);
  const [mode, setMode] = useState<ScoringMode | null>(null);
  const [reason, setReason] = useState('');
  const [shown, setShown] = useState<ShownImpact>();
  const { sending, refused, attempt } = useAttempt();
  const withEndedSince = useWithEndedSince();
  const nameOf = (one: ScoringMode) => t(`statistics.mode_${one}`);
  const current = correction ? [correction.mode] : given;

  const preview = async (wanted: ScoringMode | null) =>
    setShown({ mode: wanted, impact: await calls.preview(wanted) });
  const write = ({ mode: wanted, impact }: ShownImpact) =>
    attempt(async () => {
      let endedSince = 0;
      try {
        ({ endedSince } = await calls.write(wanted, impact.fingerprint, reason));
      } catch (error) {
        // The current impact is shown below the refusal.
        if (error instanceof ApiError && error.code === 'settlement.changedMeanwhile') await preview(wanted);
        throw error;
      }
      setShown(undefined);
      setMode(null);
      setReason('');
      notifySuccess(withEndedSince(t('statistics.correctionWritten'), endedSince));
    });

  return (
    <>
      <p className={classes.note}>{t('statistics.givenMode', { mode: given.map(nameOf).join(', ') })}</p>
      {correction && (
        <p>
          {t('statistics.correctedMode', {
            mode: nameOf(correction.mode),
            by: correction.madeBy,
            at: formatDateTime(correction.madeAt),
          })}{' '}
          {correction.reason}
        </p>
      )}
      {!shown && <RefusalAlert refused={refused} />}
      <div className={classes.form}>
        <Select
          label={t('statistics.correctMode')}
          clearable
          value={mode}
          data={scoringModes
            .filter((one) => current.length > 1 || one !== current[0])
            .map((one) => ({ value: one, label: nameOf(one) }))}
          onChange={(value) => setMode(scoringModes.find((one) => one === value) ?? null)}
        />
        <Textarea
          label={t('statistics.correctionReason')}
          maxLength={1000}
          autosize
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
        <Button
          loading={sending}
          disabled={mode === null || reason.trim() === ''}
          onClick={() => void attempt(() => preview(mode))}
        >
          {t('statistics.showEffect')}
        </Button>
        {correction && (
          <Button variant="default" loading={sending} onClick={() => void attempt(() => preview(null))}>
            {t('statistics.withdrawCorrection')}
          </Button>
        )}
      </div>
      {shown && (
        <Modal
          opened
          size="lg"
          onClose={() => setShown(undefined)}
          title={t('settlement.title')}
          closeButtonProps={{ 'aria-label': t('common.close') }}
        >
          <RefusalAlert refused={refused} />
          <ImpactView
            impact={shown.impact}
            pageOf={(query, signal) => calls.preview(shown.mode, query, signal)}
          />
          <div className={classes.dialogBar}>
            <Button variant="default" onClick={() => setShown(undefined)}>
              {t('common.cancel')}
            </Button>
            <Button loading={sending} onClick={() => void write(shown)}>
              {t(shown.mode === null ? 'statistics.withdrawCorrection' : 'statistics.writeCorrection')}
            </Button>
          </div>
        </Modal>
      )}
    </>
  );
}

/** Corrects a wrong scoring mode of all exams of a session by a settlement, after seeing what it changes (CONT-4). */
export function ScoringCorrection({ cohort }: { readonly cohort: CohortOfSession }) {
  const { t } = useTranslation();
  const stored = useScoringCorrection(cohort);
  return (
    <section aria-labelledby="statistics-correction">
      <h2 id="statistics-correction" className={shared.heading}>
        {t('statistics.correction')}
      </h2>
      <p className={classes.note}>{t('statistics.correctionLead')}</p>
      {stored.isError && (
        <ErrorPanel onRetry={() => void stored.refetch()}>{textsOfError(stored.error).join(' ')}</ErrorPanel>
      )}
      {stored.isSuccess && <Form cohort={cohort} stored={stored.data} />}
    </section>
  );
}
