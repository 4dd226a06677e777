import { numberIn } from '#web/base/number-in.ts';
import './desk-styles.ts';
import { Skeleton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { screenAt } from '#domain/access/screens.ts';
import { textsOfError } from '#web/base/error-text.ts';
import { useScreenAddress } from '#web/base/screen-address.ts';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import { useLeaveGuard } from '#web/ui/leave-guard.ts';
import { Page } from '#web/ui/page.tsx';
import { BackLink } from './back-link.tsx';
import { Desk } from './desk.tsx';
import { useContest, useEvidence } from './desk-calls.ts';
import { type Draft, type Drafts, hasUnsent } from './drafts.ts';
import { EvidenceDocument } from './evidence-document.tsx';

/** The desk where a contestation is resolved (CONT-3, CONT-4, CONT-8), or its evidence as one document (CONT-9). */
export function Screen() {
  const { t } = useTranslation();
  const { params, query } = useScreenAddress('ResolveContest');
  const id = numberIn(params.examContestId) ?? 0;
  // Keeps input for one appeal while another one, or the document, is open.
  const [drafts, setDrafts] = useState<Drafts>({});
  useLeaveGuard(
    () => hasUnsent(drafts),
    t('contestationDesk.leaveText'),
    ({ next }) => screenAt(next.pathname) !== 'ResolveContest',
  );
  return query.print === 'true' ? (
    <EvidenceDocument id={id} />
  ) : (
    <LoadedDesk
      id={id}
      version={numberIn(query.version)}
      drafts={drafts}
      onDraft={(key, draft) => setDrafts((all) => ({ ...all, [key]: draft }))}
    />
  );
}

type LoadedDeskProps = {
  readonly id: number;
  readonly version: number | undefined;
  readonly drafts: Drafts;
  readonly onDraft: (key: string, draft: Draft) => void;
};

function LoadedDesk({ id, version, drafts, onDraft }: LoadedDeskProps) {
  const { t } = useTranslation();
  const contest = useContest(id);
  const evidence = useEvidence(id);
  if (contest.isSuccess && evidence.isSuccess)
    return (
      <Desk
        contest={contest.data}
        evidence={evidence.data}
        version={version}
        drafts={drafts}
        onDraft={onDraft}
      />
    );
  const failed = contest.isError ? contest : evidence.isError ? evidence : undefined;
  return (
    <Page title={t('screens.ResolveContest')} description={<BackLink />}>
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
