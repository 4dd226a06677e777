import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Dashboard } from '#contract/dashboard.ts';
import { textsOfError } from '#web/base/error-text.ts';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import { ChevronRightIcon, WarningIcon } from '#web/ui/icons.tsx';
import { ScreenLink } from '#web/ui/screen-link.tsx';
import classes from './board.module.css';
import { useBoard } from './board-calls.ts';
import {
  adminGroups,
  changedGradeGroup,
  contestGroup,
  deanGroups,
  type Group,
  type Line,
  ownContestGroup,
  secretaryGroups,
  shownLines,
  studentGroups,
  teacherGroups,
} from './board-lines.ts';
import { useAppointedExams } from './student-calls.ts';

function BoardLine({ text, detail, href, isUrgent = false }: Line) {
  return (
    <li>
      <ScreenLink href={href} className={classes.line} data-urgent={isUrgent || undefined}>
        {isUrgent && <WarningIcon size={16} className={classes.mark} />}
        <span className={classes.words}>
          <span>{text}</span>
          {detail !== undefined && <span className={classes.detail}>{detail}</span>}
        </span>
        <ChevronRightIcon size={16} />
      </ScreenLink>
    </li>
  );
}

function BoardGroup({ title, level, ...group }: Group & { readonly level: 2 | 3 }) {
  const { t } = useTranslation();
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <section className={classes.group} aria-label={title}>
      <Heading className={classes.title}>{title}</Heading>
      <ul className={classes.lines}>
        {shownLines(t, group).map(({ key, ...line }) => (
          <BoardLine key={key} {...line} />
        ))}
      </ul>
    </section>
  );
}

/** The groups of every staff role of the user that have something to show. */
function useStaffGroups() {
  const { t } = useTranslation();
  return ({ teacher, secretary, dean, admin, waitingContests }: Dashboard): readonly Group[] =>
    [
      contestGroup(t, waitingContests),
      ...(admin ? adminGroups(t, admin) : []),
      ...(secretary ? secretaryGroups(t, secretary) : []),
      ...(teacher ? teacherGroups(t, teacher) : []),
      ...(dean ? deanGroups(t, dean) : []),
    ].filter(({ lines }) => lines.length > 0);
}

/** What is next for staff; each line links to its screen (HOME-1). */
export function StaffNext() {
  const { t } = useTranslation();
  const board = useBoard();
  const groupsOf = useStaffGroups();
  if (board.isPending)
    return (
      <div className={classes.board} role="status" aria-label={t('common.loading')}>
        <Skeleton height="12rem" />
      </div>
    );
  if (board.isError)
    return (
      <div className={classes.board}>
        <ErrorPanel title={t('board.failed')} onRetry={() => void board.refetch()}>
          {textsOfError(board.error).join(' ')}
        </ErrorPanel>
      </div>
    );
  const groups = groupsOf(board.data);
  return (
    <section className={classes.board} aria-labelledby="board" data-tour="next">
      <h2 id="board" className={classes.heading}>
        {t('board.next')}
      </h2>
      {groups.length === 0 ? (
        <p className={classes.nothing}>{t('board.nothing')}</p>
      ) : (
        <div className={classes.groups}>
          {groups.map((group) => (
            <BoardGroup key={group.title} level={3} {...group} />
          ))}
        </div>
      )}
    </section>
  );
}

/** The content below the board; waits for the board, so that it does not move. */
export function BelowBoard({
  isAwaited,
  children,
}: {
  readonly isAwaited: boolean;
  readonly children: ReactNode;
}) {
  const board = useBoard(isAwaited);
  return board.isLoading && board.failureCount === 0 ? null : children;
}

/** The exams a student can book now; nothing while an exam runs or when there are none. */
export function OpenBooking() {
  const { t } = useTranslation();
  const appointed = useAppointedExams();
  const sits = appointed.data?.detail.exams.some(({ status }) => status === 'Started') ?? false;
  const board = useBoard(appointed.isSuccess && !sits);
  const groups = board.data
    ? [
        changedGradeGroup(t, board.data.changedGrades),
        ...(board.data.student ? studentGroups(t, board.data.student) : []),
        ownContestGroup(t, board.data.ownContests),
      ]
    : [];
  return groups
    .filter(({ lines }) => lines.length > 0)
    .map((group) => <BoardGroup key={group.title} level={2} {...group} />);
}
