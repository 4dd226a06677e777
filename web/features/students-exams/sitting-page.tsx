import { Alert, Anchor, Skeleton, Tabs } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { SatExam, SittingDetails } from '#contract/students-exams.ts';
import { addressOf } from '#domain/access/addresses.ts';
import { may } from '#domain/access/permissions.ts';
import { useImageAddresses } from '#web/api/image-links.ts';
import { textsOfError } from '#web/base/error-text.ts';
import { formatDate, formatDateTime, formatNumber, formatTime } from '#web/base/format.ts';
import { currentLanguage } from '#web/base/i18n.ts';
import { useScreenAddress } from '#web/base/screen-address.ts';
import { useActor } from '#web/base/sign-in-state.ts';
import { History } from '#web/sittings/history.tsx';
import { BackLink, DescriptionParts } from '#web/ui/back-link.tsx';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import { FactList } from '#web/ui/fact-list.tsx';
import { ClockIcon } from '#web/ui/icons.tsx';
import { Page } from '#web/ui/page.tsx';
import { imagesOfPaper } from '#web/ui/question-result/paper-images.ts';
import { PaperResult } from '#web/ui/question-result/paper-result.tsx';
import { ScreenLink } from '#web/ui/screen-link.tsx';
import { ImageAddressProvider } from '#web/ui/signed-image.tsx';
import { Correlation } from './correlation.tsx';
import { useSitting } from './result-calls.ts';
import { SittingActions } from './sitting-actions.tsx';
import classes from './students-exams.module.css';

/** Link back to the list, with its query. */
function BackToList() {
  const { t } = useTranslation();
  const { query } = useScreenAddress('StudentsExams');
  return (
    <BackLink
      href={addressOf('StudentsExams', { ...(query as object), groupId: undefined })}
      data-print="hidden"
    >
      {t('studentsExams.back')}
    </BackLink>
  );
}

function Recordings({ sitting }: { readonly sitting: SittingDetails }) {
  const { t } = useTranslation();
  const { recordings: names, recordingsClosed: closed } = sitting;
  if (closed !== null) return <>{t(`studentsExams.recordingClosed_${closed}`)}</>;
  if (names.length === 0) return <>{t('studentsExams.noRecording')}</>;
  return (
    <DescriptionParts>
      {names.map((fileName, index) => (
        <Anchor key={fileName} component={ScreenLink} href={addressOf('Recording', { fileName })}>
          {t('studentsExams.recordingPart', { part: index + 1 })}
        </Anchor>
      ))}
    </DescriptionParts>
  );
}

function Head({ sitting }: { readonly sitting: SittingDetails }) {
  const { t } = useTranslation();
  const ends = sitting.exams.map(({ serverStopTime }) => serverStopTime);
  const stop = ends.includes(null)
    ? null
    : (ends
        .filter((end) => end !== null)
        .sort()
        .at(-1) ?? null);
  const from = formatTime(sitting.serverStartTime);
  const facts = [
    ['matricol', sitting.numarMatricol ?? '-'],
    ['series', [sitting.series, sitting.groupNumber].filter(Boolean).join(', ')],
    [
      'seat',
      t('studentsExams.seatAt', {
        room: sitting.examRoom,
        building: sitting.building,
        row: sitting.examRow,
        seat: sitting.seatNumber,
      }),
    ],
    ['session', sitting.examSession],
    [
      'slot',
      `${formatDate(sitting.date)}, ${t('studentsExams.until', { from: formatTime(sitting.startsAt), to: formatTime(sitting.endsAt) })}`,
    ],
    [
      'taken',
      stop === null
        ? t('studentsExams.runningSince', { from })
        : t('studentsExams.until', { from, to: formatTime(stop) }),
    ],
    ...(sitting.extraTime > 0
      ? [
          [
            'extraTime',
            sitting.extraTimeReason === null
              ? t('studentsExams.minutes', { count: sitting.extraTime })
              : t('studentsExams.extraTimeOf', {
                  count: sitting.extraTime,
                  reason: sitting.extraTimeReason,
                }),
          ] as const,
        ]
      : []),
    ['computers', sitting.computers],
    ['recording', <Recordings key="recordings" sitting={sitting} />],
  ] as const;
  return (
    <section aria-label={t('studentsExams.head')}>
      <FactList
        facts={facts.map(([name, value]) => [t(`studentsExams.${name}`), value])}
        className={classes.facts}
      />
    </section>
  );
}

type ExamProps = { readonly exam: SatExam; readonly recording: string | undefined };

function Exam({ exam, recording }: ExamProps) {
  const { t } = useTranslation();
  const addresses = useImageAddresses(imagesOfPaper(exam.questionExams));
  const number = (value: number) => formatNumber(value, currentLanguage(), 2);
  const isRunning = exam.status === 'Started';
  const isClosed = isRunning || exam.isHidden;
  return (
    <section className={classes.exam} aria-label={exam.name}>
      <div className={classes.examHead}>
        <h2 className={classes.heading}>{exam.name}</h2>
        {exam.score !== null && (
          <span>{t('studentsExams.points', { score: number(exam.score), max: number(exam.maxPoints) })}</span>
        )}
        {exam.grade !== null && <strong>{t('studentsExams.gradeIs', { grade: number(exam.grade) })}</strong>}
        <span className={classes.quiet}>
          {t('studentsExams.answered', { answered: exam.answered, questions: exam.questionDisplayCount })}
        </span>
      </div>
      {exam.isPartial && <Alert variant="light">{t('studentsExams.ownOnly')}</Alert>}
      {isRunning && (
        <Alert variant="light" icon={<ClockIcon />} title={t('studentsExams.runningExam')}>
          {t('studentsExams.runningHint', { deadline: formatTime(exam.deadline) })}
        </Alert>
      )}
      {exam.isHidden && !isRunning && (
        <Alert variant="light" title={t('studentsExams.hiddenExam')}>
          {t('studentsExams.hiddenHint')}
        </Alert>
      )}
      <Tabs key={exam.status} defaultValue={isClosed ? 'history' : 'questions'} keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="questions" disabled={isClosed}>
            {t('studentsExams.questions')}
          </Tabs.Tab>
          <Tabs.Tab value="history">{t('studentsExams.history')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="questions" pt="md">
          <ImageAddressProvider value={addresses}>
            <PaperResult questions={exam.questionExams} forStaff />
          </ImageAddressProvider>
        </Tabs.Panel>
        <Tabs.Panel value="history" pt="sm">
          <History entries={exam.history} recording={recording} />
        </Tabs.Panel>
      </Tabs>
    </section>
  );
}

function Sitting({ sitting }: { readonly sitting: SittingDetails }) {
  const { t } = useTranslation();
  const { annulled } = sitting;
  const actor = useActor();
  return (
    <Page
      title={`${sitting.lastName} ${sitting.firstName}`}
      description={
        <DescriptionParts>
          <BackToList />
          <span>{sitting.examName}</span>
        </DescriptionParts>
      }
      actions={<SittingActions sitting={sitting} />}
    >
      <div className={classes.sitting}>
        {annulled && (
          <Alert color="red" variant="light" title={t('studentsExams.annulledTitle')}>
            {t('studentsExams.annulledText', {
              by: annulled.by ?? t('studentsExams.theUniversity'),
              at: formatDateTime(annulled.at),
              reason: annulled.reason,
            })}
          </Alert>
        )}
        <Head sitting={sitting} />
        {sitting.exams.map((exam) => (
          <Exam key={exam.id} exam={exam} recording={sitting.recordings[0]} />
        ))}
        {may(actor, 'template.manage') && <Correlation groupId={sitting.groupId} />}
      </div>
    </Page>
  );
}

/** One sitting for staff: who, where, when, the questions with ticks and key, and what happened (RESU-7). */
export function SittingPage({ groupId }: { readonly groupId: number }) {
  const { t } = useTranslation();
  const sitting = useSitting(groupId);
  if (sitting.isSuccess) return <Sitting sitting={sitting.data} />;
  return (
    <Page title={t('screens.StudentsExams')} description={<BackToList />}>
      {sitting.isError ? (
        <ErrorPanel onRetry={() => void sitting.refetch()}>
          {textsOfError(sitting.error).join(' ')}
        </ErrorPanel>
      ) : (
        <div role="status" aria-label={t('common.loading')}>
          <Skeleton height="7rem" mb="lg" />
          <Skeleton height="16rem" />
        </div>
      )}
    </Page>
  );
}
