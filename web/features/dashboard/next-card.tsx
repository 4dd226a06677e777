import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ExamAppointment } from '#contract/exam-taking.ts';
import { type Address, addressOf } from '#domain/access/addresses.ts';
import type { Moment } from '#domain/exam-taking/time.ts';
import { countdownText } from '#web/base/clock-text.ts';
import { formatTime } from '#web/base/format.ts';
import { FactList } from '#web/ui/fact-list.tsx';
import { ChevronRightIcon } from '#web/ui/icons.tsx';
import { ScreenLink } from '#web/ui/screen-link.tsx';
import { ExamContents } from './exam-contents.tsx';
import { useExamMoment } from './exam-moment.ts';
import type { Appointed, ExamPhase } from './next-exam.ts';
import classes from './student-board.module.css';

const day = 24 * 3_600_000;

/** Where to start an exam with an appointment, or view it before it opens. */
export const prepareHref = ({ examId }: ExamAppointment): Address => addressOf('PrepareExam', { examId });

type CountdownProps = { readonly phase: ExamPhase; readonly now: Moment };

/** The time until the exam opens or closes for starting; long times are given in days. */
function Countdown({ phase, now }: CountdownProps) {
  const { t } = useTranslation();
  if (phase.status !== 'ahead' && phase.status !== 'open') return null;
  const left = (phase.status === 'ahead' ? phase.startsAt : phase.closesAt) - now;
  return (
    <p className={classes.countdown} role="timer">
      <span>{t(phase.status === 'ahead' ? 'dashboard.startsIn' : 'dashboard.closesIn')}</span>
      <strong>
        {left >= day ? t('dashboard.days', { count: Math.floor(left / day) }) : countdownText(left)}
      </strong>
    </p>
  );
}

function EnterButton({ appointed: { exam, phase } }: { readonly appointed: Appointed }) {
  const { t } = useTranslation();
  if (phase.status === 'running' && exam.groupId !== null)
    return (
      <Button component={ScreenLink} href={addressOf('Exam', { groupId: exam.groupId })} size="md">
        {t('dashboard.resume')}
      </Button>
    );
  const isOpen = phase.status === 'open' || phase.status === 'running';
  return (
    <Button
      component={ScreenLink}
      href={prepareHref(exam)}
      size="md"
      variant={isOpen ? 'filled' : 'default'}
      rightSection={<ChevronRightIcon size={16} />}
    >
      {t(isOpen ? 'dashboard.start' : 'dashboard.prepare')}
    </Button>
  );
}

const headings = {
  running: 'dashboard.running',
  open: 'dashboard.open',
  ahead: 'dashboard.nextExam',
  missed: 'dashboard.nextExam',
  finished: 'dashboard.nextExam',
} as const satisfies Record<ExamPhase['status'], string>;

/** The most important exam now: which one, when, where, how long until it opens or closes, and the link into it. */
export function NextCard({ appointed, now }: { readonly appointed: Appointed; readonly now: Moment }) {
  const { t } = useTranslation();
  const momentOf = useExamMoment();
  const { exam, phase } = appointed;
  const minutes = t('dashboard.minutes', { count: exam.durationMinutes });
  const facts = [
    [t('dashboard.room'), exam.building === '' ? exam.examRoom : `${exam.examRoom}, ${exam.building}`],
    [t('dashboard.row'), exam.examRow === 0 ? undefined : exam.examRow],
    [t('dashboard.seat'), exam.seatNumber],
    [
      t('dashboard.duration'),
      exam.extraTime > 0 ? t('dashboard.withExtra', { minutes, extra: exam.extraTime }) : minutes,
    ],
    [t('dashboard.questions'), exam.questions],
  ] as const;
  return (
    <section className={classes.next} aria-labelledby="next-exam" data-phase={phase.status}>
      <div className={classes.head}>
        <div className={classes.titles}>
          <p className={classes.kicker}>{t(headings[phase.status])}</p>
          <h2 id="next-exam" className={classes.name}>
            {exam.examName}
          </h2>
          <p className={classes.when}>
            {momentOf(exam.startsAt, now)}{' '}
            <span className={classes.quiet}>{t('dashboard.until', { time: formatTime(exam.endsAt) })}</span>
          </p>
        </div>
        <Countdown phase={phase} now={now} />
      </div>
      <FactList facts={facts.filter(([, value]) => value !== undefined)} className={classes.facts} />
      <EnterButton appointed={appointed} />
      <ExamContents disciplines={exam.disciplines} groups={exam.integrativeGroups} />
    </section>
  );
}
