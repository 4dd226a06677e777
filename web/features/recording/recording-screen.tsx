import '#web/ui/screen-styles.ts';
import { Skeleton } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordingOutlineResponse } from '#contract/recordings.ts';
import { addressOf } from '#domain/access/addresses.ts';
import { recordedMoment } from '#domain/exam-taking/recording-marks.ts';
import { nearestPosition, type Timeline, timelineOf } from '#domain/exam-taking/recording-timeline.ts';
import { textsOfError } from '#web/base/error-text.ts';
import { formatDate, formatDateTime } from '#web/base/format.ts';
import { useScreenAddress } from '#web/base/screen-address.ts';
import { BackLink } from '#web/ui/back-link.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import { HistoryIcon } from '#web/ui/icons.tsx';
import { Page } from '#web/ui/page.tsx';
import { Player } from './player.tsx';
import classes from './recording.module.css';
import { useRecordingOutline } from './recording-calls.ts';

/** The start position: the moment in the address, or the named part. */
function startOf(
  timeline: Timeline,
  { marks }: RecordingOutlineResponse,
  fileName: string,
  at: string | undefined,
): number {
  const moment = at === undefined ? Number.NaN : /^\d+$/.test(at) ? Number(at) : Date.parse(at);
  if (!Number.isNaN(moment)) return nearestPosition(timeline, recordedMoment(marks, moment));
  return timeline.parts.find((part) => part.fileName === fileName)?.start ?? 0;
}

/** A browser sends its recording within a day, or hardly ever. */
const lateAfter = 24 * 3_600_000;

/** Says that there is no recording: it was deleted, or never arrived. */
function Without({ outline }: { readonly outline: RecordingOutlineResponse }) {
  const { t } = useTranslation();
  const { isEnded, endsAt, startedAt } = outline;
  const isLate = startedAt !== null && Date.now() - Date.parse(startedAt) > lateAfter;
  return (
    <EmptyState icon={<HistoryIcon size={28} />} title={t(isEnded ? 'recording.deleted' : 'recording.none')}>
      {isEnded
        ? t('recording.deletedHint', { date: formatDate(endsAt) })
        : t(isLate ? 'recording.noneLateHint' : 'recording.noneHint')}
    </EmptyState>
  );
}

function endOf(t: TFunction, { startedAt, endsAt, isEnded }: RecordingOutlineResponse): string {
  if (isEnded) return t('recording.endsSoon');
  const isOpen = startedAt !== null && endsAt === null;
  return isOpen ? t('recording.endsLater') : t('recording.endsAt', { date: formatDate(endsAt) });
}

function Facts({ outline }: { readonly outline: RecordingOutlineResponse }) {
  const { t } = useTranslation();
  const { groupId, examName, matricol, startedAt, parts } = outline;
  const facts = [
    examName,
    ...(matricol === '' ? [] : [t('recording.matricol', { matricol })]),
    formatDateTime(startedAt),
    ...(parts.length === 0 ? [] : [endOf(t, outline)]),
  ];
  return (
    <span className={classes.facts}>
      <BackLink href={addressOf('StudentsExams', { groupId })}>{t('screens.StudentsExams')}</BackLink>
      {facts.map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
    </span>
  );
}

type Opened = {
  readonly outline: RecordingOutlineResponse;
  readonly fileName: string;
  readonly at: string | undefined;
};

function Recording({ outline, fileName, at }: Opened) {
  const { t } = useTranslation();
  const timeline = useMemo(() => timelineOf(outline.parts), [outline]);
  return (
    <Page
      title={t('recording.title', { name: outline.studentName })}
      description={<Facts outline={outline} />}
    >
      {outline.parts.length === 0 ? (
        <Without outline={outline} />
      ) : (
        <Player outline={outline} timeline={timeline} startAt={startOf(timeline, outline, fileName, at)} />
      )}
    </Page>
  );
}

/** The recording of a sitting, by the name of one of its parts. */
export function Screen() {
  const { t } = useTranslation();
  const { params, query } = useScreenAddress('Recording');
  const fileName = params.fileName ?? '';
  const outline = useRecordingOutline(fileName);
  if (outline.isSuccess)
    return <Recording key={fileName} outline={outline.data} fileName={fileName} at={query.at} />;
  return (
    <Page title={t('screens.Recording')}>
      {outline.isError ? (
        <ErrorPanel onRetry={() => void outline.refetch()}>
          {textsOfError(outline.error).join(' ')}
        </ErrorPanel>
      ) : (
        <div role="status" aria-label={t('common.loading')}>
          <Skeleton height="24rem" />
        </div>
      )}
    </Page>
  );
}
