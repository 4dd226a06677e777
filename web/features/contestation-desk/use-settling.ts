import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Decision } from '#contract/contestation-desk.ts';
import { ApiError } from '#web/base/api-error.ts';
import { notifySuccess } from '#web/base/notify.ts';
import { useWithEndedSince } from '#web/sittings/impact-view.tsx';
import { useAttempt } from '#web/ui/attempt.tsx';
import { impactPageOf, useDeskCalls, useImpact } from './desk-calls.ts';
import { notifyRefusal } from './notify-refusal.ts';
import { isOutdated } from './outdated.ts';

/**
 * Shows the impact of decisions and writes exactly that: the request includes the fingerprint of the shown impact. If
 * anything changed in between, nothing is written and the new impact is shown.
 */
export function useSettling(contestId: number, decisions: readonly Decision[] | undefined) {
  const { t } = useTranslation();
  const calls = useDeskCalls(contestId);
  const impact = useImpact(contestId, decisions);
  const { sending, refused, attempt } = useAttempt();
  const withEndedSince = useWithEndedSince();
  const [outdated, setOutdated] = useState(false);
  const needsImpact = decisions?.some(({ settle }) => settle !== undefined) ?? false;
  const isReady = decisions !== undefined && (!needsImpact || (impact.isSuccess && !impact.isFetching));

  /** Sends the decisions, with the reply where there is one; `done` runs only after they were written. */
  const settle = (withReplies: readonly Decision[], done: () => void) =>
    attempt(async () => {
      setOutdated(false);
      try {
        const { together, endedSince } = await calls.resolve(
          withReplies,
          needsImpact ? impact.data?.fingerprint : undefined,
        );
        done();
        const settled =
          together.length === 0
            ? t('contestationDesk.settled')
            : t('contestationDesk.settledTogether', { count: together.length });
        notifySuccess(withEndedSince(settled, endedSince));
      } catch (error) {
        // The decision that was made first takes the place of the form, so the refusal is a notice.
        if (error instanceof ApiError && error.code === 'contestation.resolved') {
          notifyRefusal(error);
          await calls.refresh();
          return;
        }
        if (!isOutdated(error)) throw error;
        // Also the evidence: other appeals about the same may wait by now.
        await calls.refresh();
        setOutdated(true);
      }
    });
  const pageOf = impactPageOf(contestId, decisions ?? []);
  return { impact, pageOf, needsImpact, isReady, outdated, sending, refused, settle, refresh: calls.refresh };
}

export type Settling = ReturnType<typeof useSettling>;
