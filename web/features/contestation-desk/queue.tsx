import { Button, Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ContestGroup } from '#contract/contestation-desk.ts';
import { addressOf } from '#domain/access/addresses.ts';
import { textsOfError } from '#web/base/error-text.ts';
import { formatDate } from '#web/base/format.ts';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import { ScreenLink } from '#web/ui/screen-link.tsx';
import classes from './desk.module.css';
import type { useGroups } from './desk-calls.ts';
import { type Appeal, isSameAppeal } from './queue-order.ts';

type GroupProps = {
  readonly group: ContestGroup;
  readonly current: Appeal;
  /** The queue contains several sessions. */
  readonly withSession: boolean;
};

function Group({ group, current, withSession }: GroupProps) {
  const { t } = useTranslation();
  const version = group.versionId ?? 0;
  const appeals = group.contests.map((contestId, index) => ({
    contestId,
    version,
    student: group.students[index] ?? null,
  }));
  const isCurrent = appeals.some((appeal) => isSameAppeal(appeal, current));
  const [first] = appeals;
  const address = (contestId: number) =>
    addressOf('ResolveContest', { examContestId: contestId, version: version || undefined });
  const isCase = appeals.every(({ student }) => student === null);
  return (
    <li className={classes.group} data-current={isCurrent || undefined}>
      <ScreenLink
        className={classes.groupLink}
        href={address(first?.contestId ?? 0)}
        aria-current={isCurrent ? 'true' : undefined}
      >
        <span className={classes.groupText}>{group.text ?? t('contestationColumns.type_technical')}</span>
        <span className={classes.groupFacts}>
          {group.versionId !== null && !isCase && (
            <span>
              {group.ticked.answers.length === 0
                ? t('contestation.tickedNone')
                : t('contestation.ticked', { answers: group.ticked.answers.join(' · ') })}
            </span>
          )}
          {group.discipline !== null && <span>{group.discipline}</span>}
          {withSession && <span>{group.examSession}</span>}
          <span>{t('contestationDesk.until', { at: formatDate(group.resolveUntil) })}</span>
        </span>
        <span className={classes.groupCount} data-case={isCase || undefined}>
          {isCase ? t('contestationDesk.case') : t('contestation.appeals', { count: appeals.length })}
        </span>
      </ScreenLink>
      {isCurrent && appeals.length > 1 && (
        <ul className={classes.groupAppeals}>
          {appeals.map(({ contestId, student, ...appeal }) => (
            <li key={contestId}>
              <ScreenLink
                href={address(contestId)}
                aria-current={isSameAppeal({ contestId, ...appeal }, current) ? 'page' : undefined}
              >
                {student ?? t('contestationDesk.case')}
              </ScreenLink>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

type DeskQueueProps = {
  readonly groups: ReturnType<typeof useGroups>;
  readonly current: Appeal;
  readonly onMore: (() => void) | undefined;
};

/** The viewer's queue; appeals about the same question version and answer are grouped (CONT-8). */
export function DeskQueue({ groups, current, onMore }: DeskQueueProps) {
  const { t } = useTranslation();
  const found = groups.data;
  return (
    <nav className={classes.queue} aria-labelledby="desk-queue">
      <h2 id="desk-queue" className={classes.heading}>
        {found ? t('contestationDesk.queue', { count: found.total }) : t('contestationDesk.queueTitle')}
      </h2>
      {found && found.data.length === 0 && (
        <p className={classes.note}>{t('contestationDesk.nothingWaits')}</p>
      )}
      {groups.isError && (
        <ErrorPanel onRetry={() => void groups.refetch()}>{textsOfError(groups.error).join(' ')}</ErrorPanel>
      )}
      {groups.isPending && <Skeleton height="12rem" />}
      {found && found.data.length > 0 && (
        <ol className={classes.groups}>
          {found.data.map((group) => (
            <Group
              key={`${group.sessionId} ${group.versionId} ${group.ticked.letters} ${group.contests[0]}`}
              group={group}
              current={current}
              withSession={new Set(found.data.map(({ sessionId }) => sessionId)).size > 1}
            />
          ))}
        </ol>
      )}
      {onMore && (
        <Button variant="subtle" size="xs" loading={groups.isFetching} onClick={onMore}>
          {t('contestationDesk.moreGroups')}
        </Button>
      )}
    </nav>
  );
}
