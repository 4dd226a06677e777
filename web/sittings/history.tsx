import { Anchor } from '@mantine/core';
import { type ComponentType, Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import type { HistoryEntry } from '#contract/students-exams.ts';
import { addressOf } from '#domain/access/addresses.ts';
import { formatTime } from '#web/base/format.ts';
import {
  CheckIcon,
  ClockIcon,
  DotIcon,
  FlagIcon,
  OfflineIcon,
  RedrawIcon,
  SkippedIcon,
  SwapIcon,
  WarningIcon,
} from '#web/ui/icons.tsx';
import { ScreenLink } from '#web/ui/screen-link.tsx';
import classes from './history.module.css';

const icons: Record<HistoryEntry['event'], ComponentType<{ readonly size?: number }>> = {
  begun: FlagIcon,
  loaded: SwapIcon,
  saved: CheckIcon,
  skipped: SkippedIcon,
  timeCredited: ClockIcon,
  finished: FlagIcon,
  late: WarningIcon,
  otherWriter: WarningIcon,
  reopened: RedrawIcon,
  regraded: SwapIcon,
};

const withSeconds = new Intl.DateTimeFormat('en-GB', { second: '2-digit', timeZone: 'Europe/Bucharest' });
const clock = (moment: string) =>
  `${formatTime(moment)}:${withSeconds.format(new Date(moment)).padStart(2, '0')}`;

/** An event as a sentence. */
function useWords(): (entry: HistoryEntry) => string {
  const { t } = useTranslation();
  return (entry) => {
    const { event, answers, cause, minutes, deadline, reason } = entry;
    const question = entry.questionIndex ?? 0;
    const by = entry.by ?? t('studentsExams.theUniversity');
    const computer = entry.computer ?? 1;
    const given = answers ? answers.split('').join(', ') : t('studentsExams.nothing');
    switch (event) {
      case 'saved':
        if (entry.isPaper) return t('studentsExams.event_savedPaper', { question, answers: given, by });
        if (answers === null) return t('studentsExams.event_moved', { question });
        return answers === ''
          ? t('studentsExams.event_savedNone', { question })
          : t('studentsExams.event_saved', { question, answers: given });
      case 'late':
      case 'otherWriter':
        return t(`studentsExams.event_${event}`, { question, answers: given });
      case 'skipped':
        return t('studentsExams.event_skipped', { question });
      case 'timeCredited':
        return t('studentsExams.event_timeCredited', {
          count: minutes ?? 0,
          deadline: formatTime(deadline),
        });
      case 'reopened':
        if (entry.isPaper) return t('studentsExams.event_reopenedPaper');
        return t('studentsExams.event_reopened', { count: minutes ?? 0, by, reason: reason ?? '' });
      case 'regraded':
        return t('studentsExams.event_regraded', { by });
      case 'finished':
        if (entry.isPaper) return t('studentsExams.event_finishedPaper', { by });
        return cause === 'staff'
          ? t('studentsExams.event_finished_staff', { by, reason: reason ?? '' })
          : t(`studentsExams.event_finished_${cause === 'deadline' ? 'deadline' : 'student'}`);
      default:
        if (entry.isPaper) return t('studentsExams.event_begunPaper');
        return t(`studentsExams.event_${event}`, { computer });
    }
  };
}

const isOrdinary = ({ event }: HistoryEntry) => event === 'saved' || event === 'skipped';

type HistoryProps = {
  readonly entries: readonly HistoryEntry[];
  /** The recording of the sitting, for users who may play it. */
  readonly recording: string | undefined;
};

/** The time of an event; links to that moment of the recording, if there is one (REC-5). */
function Moment({ at, recording }: { readonly at: string; readonly recording: string | undefined }) {
  const { t } = useTranslation();
  const time = clock(at);
  if (recording === undefined) return <time dateTime={at}>{time}</time>;
  return (
    <Anchor
      component={ScreenLink}
      href={addressOf('Recording', { fileName: recording, at })}
      aria-label={t('studentsExams.toMoment', { time })}
    >
      <time dateTime={at}>{time}</time>
    </Anchor>
  );
}

/** The events of an exam as a time line, in words (RESU-7). */
export function History({ entries, recording }: HistoryProps) {
  const { t } = useTranslation();
  const words = useWords();
  const durationText = (seconds: number) =>
    seconds < 120
      ? t('examResult.seconds', { seconds })
      : t('examResult.minutesSeconds', { minutes: Math.floor(seconds / 60), seconds: seconds % 60 });
  return (
    <ol className={classes.history}>
      {entries.map((entry, index) => {
        const Icon = entry.delaySeconds !== null ? OfflineIcon : (icons[entry.event] ?? DotIcon);
        const kind = ['late', 'otherWriter'].includes(entry.event) ? 'loss' : 'notable';
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the history only ever grows at its end
          <Fragment key={index}>
            <li className={classes.event} data-kind={isOrdinary(entry) ? undefined : kind}>
              <Moment at={entry.at} recording={recording} />
              <Icon size={16} />
              <span>
                {words(entry)}
                {entry.delaySeconds !== null && (
                  <span className={classes.delay}>
                    {t('studentsExams.wasDelayed', { time: durationText(entry.delaySeconds) })}
                  </span>
                )}
              </span>
            </li>
            {entry.omitted > 0 && (
              <li className={classes.omitted}>{t('studentsExams.omitted', { count: entry.omitted })}</li>
            )}
          </Fragment>
        );
      })}
    </ol>
  );
}
