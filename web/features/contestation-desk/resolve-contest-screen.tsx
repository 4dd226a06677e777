import './desk-styles.ts';
import { Skeleton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { textsOfError } from '#web/base/error-text.ts';
import { useScreenAddress } from '#web/base/screen-address.ts';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import { useLeaveGuard } from '#web/ui/leave-guard.ts';
import { Page } from '#web/ui/page.tsx';
import { Desk } from './desk.tsx';
import { useContest, useEvidence } from './desk-calls.ts';
import { type Drafts, hasUnsent } from './drafts.ts';
import { WayBack } from './way-back.tsx';

const numberIn = (text: string | undefined) => (/^\d{1,10}$/.test(text ?? '') ? Number(text) : undefined);

/** The desk at which a contestation is resolved (CONT-3, CONT-4, CONT-8). */
export function Screen() {
  const { t } = useTranslation();
  const { params, query } = useScreenAddress('ResolveContest');
  const id = numberIn(params.examContestId) ?? 0;
  const contest = useContest(id);
  const evidence = useEvidence(id);
  // What was typed about one appeal stays while another is looked at.
  const [drafts, setDrafts] = useState<Drafts>({});
  useLeaveGuard(
    () => hasUnsent(drafts),
    t('contestationDesk.leaveText'),
    ({ next }) => !next.pathname.endsWith('/resolve'),
  );
  if (contest.isSuccess && evidence.isSuccess)
    return (
      <Desk
        contest={contest.data}
        evidence={evidence.data}
        version={numberIn(query.version)}
        drafts={drafts}
        onDraft={(key, draft) => setDrafts((all) => ({ ...all, [key]: draft }))}
      />
    );
  const failed = contest.isError ? contest : evidence.isError ? evidence : undefined;
  return (
    <Page title={t('screens.ResolveContest')} description={<WayBack />}>
      {failed ? (
        <ErrorPanel onRetry={() => void Promise.all([contest.refetch(), evidence.refetch()])}>
          {textsOfError(failed.error).join(' ')}
        </ErrorPanel>
      ) : (
        <div role="status" aria-label={t('common.loading')}>
          <Skeleton height="3rem" mb="lg" />
          <Skeleton height="24rem" />
        </div>
      )}
    </Page>
  );
}
