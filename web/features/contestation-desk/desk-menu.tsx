import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Contest } from '#contract/contestations.ts';
import { addressOf } from '#domain/access/addresses.ts';
import { notifySuccess } from '#web/base/notify.ts';
import { useAttempt } from '#web/ui/attempt.tsx';
import { confirm } from '#web/ui/confirm.ts';
import { ChevronLeftIcon, ChevronRightIcon, MoreIcon, PrintIcon } from '#web/ui/icons.tsx';
import { ScreenLink } from '#web/ui/screen-link.tsx';
import { useDeskCalls } from './desk-calls.ts';
import { notifyRefusal } from './notify-refusal.ts';

type Marker = Contest['relativeOf'][number];

/** Asks, and then marks the student as a relative, or takes away the mark of somebody else. */
function useRelative({ id }: Contest) {
  const { t } = useTranslation();
  const calls = useDeskCalls(id);
  const { sending, attempt } = useAttempt();
  const change = async (of?: Marker) => {
    const sure = await confirm({
      title: t(of ? 'contestationDesk.notRelativeTitle' : 'contestationDesk.relativeTitle'),
      message: of
        ? t('contestationDesk.notRelativeText', { name: of.name })
        : t('contestationDesk.relativeText'),
      confirmLabel: t(of ? 'contestationDesk.notRelative' : 'contestationDesk.relative'),
    });
    if (sure)
      await attempt(() =>
        calls
          .markRelative(of?.userId)
          .then(() =>
            notifySuccess(t(of ? 'contestationDesk.notRelativeDone' : 'contestationDesk.relativeDone')),
          )
          .catch(notifyRefusal),
      );
  };
  return { sending, change };
}

type DeskMenuProps = {
  readonly contest: Contest;
  readonly onPrevious: (() => void) | undefined;
  readonly onNext: (() => void) | undefined;
};

/** Navigation through the queue, and less common actions. */
export function DeskMenu({ contest, onPrevious, onNext }: DeskMenuProps) {
  const { t } = useTranslation();
  const { sending, change } = useRelative(contest);
  const moves = [
    ['previous', 'Alt+P', onPrevious, ChevronLeftIcon],
    ['next', 'Alt+N', onNext, ChevronRightIcon],
  ] as const;
  return (
    <>
      {moves.map(([name, keys, move, Icon]) => (
        <Tooltip key={name} label={`${t(`contestationDesk.${name}`)} (${keys})`}>
          <ActionIcon
            variant="default"
            size="lg"
            aria-label={t(`contestationDesk.${name}`)}
            aria-keyshortcuts={keys}
            disabled={!move}
            onClick={move}
          >
            <Icon size={18} />
          </ActionIcon>
        </Tooltip>
      ))}
      <Tooltip label={t('contestationDesk.pack')}>
        <ActionIcon
          component={ScreenLink}
          variant="default"
          size="lg"
          aria-label={t('contestationDesk.pack')}
          href={addressOf('ResolveContest', { examContestId: contest.id, print: 'true' })}
        >
          <PrintIcon size={18} />
        </ActionIcon>
      </Tooltip>
      {contest.student && !contest.isOwn && (!contest.isRelative || contest.relativeOf.length > 0) && (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="default" size="lg" aria-label={t('contestationDesk.more')} loading={sending}>
              <MoreIcon size={18} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {!contest.isRelative && (
              <Menu.Item onClick={() => void change()}>{t('contestationDesk.relativeItem')}</Menu.Item>
            )}
            {contest.relativeOf.map((one) => (
              <Menu.Item key={one.userId} onClick={() => void change(one)}>
                {t('contestationDesk.notRelativeItem', { name: one.name })}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </>
  );
}
