import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ExamAppointment } from '#contract/exam-taking.ts';
import type { Moment } from '#domain/exam-taking/time.ts';
import { formatTime } from '#web/base/format.ts';
import { ScreenLink } from '#web/ui/screen-link.tsx';
import dashboard from './dashboard.module.css';
import { useExamMoment } from './exam-moment.ts';
import { prepareHref } from './next-card.tsx';
import type { Appointed } from './next-exam.ts';
import classes from './student-board.module.css';

function useSeatLine() {
  const { t } = useTranslation();
  return ({ examRoom, examRow, seatNumber }: ExamAppointment): string =>
    examRow === 0
      ? t('dashboard.seatLineAlone', { room: examRoom, seat: seatNumber })
      : t('dashboard.seatLine', { room: examRoom, row: examRow, seat: seatNumber });
}

function FurtherExam({
  appointed: { exam, phase },
  now,
}: {
  readonly appointed: Appointed;
  readonly now: Moment;
}) {
  const { t } = useTranslation();
  const momentOf = useExamMoment();
  const seatLine = useSeatLine();
  const name = exam.examName;
  const isOpen = phase.status === 'open' || phase.status === 'running';
  return (
    <li className={classes.appointment}>
      <span className={classes.words}>
        <span className={classes.appointmentName}>{name}</span>
        <span className={classes.quiet}>
          {phase.status === 'missed'
            ? t('dashboard.missed', { time: formatTime(new Date(phase.endedAt)) })
            : `${momentOf(exam.startsAt, now)} · ${seatLine(exam)}`}
        </span>
      </span>
      {phase.status !== 'missed' && (
        <Button
          component={ScreenLink}
          href={prepareHref(exam)}
          variant={isOpen ? 'filled' : 'default'}
          aria-label={t(isOpen ? 'dashboard.startOf' : 'dashboard.prepareOf', { name })}
        >
          {t(isOpen ? 'dashboard.start' : 'dashboard.prepare')}
        </Button>
      )}
    </li>
  );
}

/** The student's other appointments, in order, each with a link (HOME-1). */
export function FurtherExams({
  appointed,
  now,
}: {
  readonly appointed: readonly Appointed[];
  readonly now: Moment;
}) {
  const { t } = useTranslation();
  return (
    <section aria-labelledby="further">
      <h2 id="further" className={dashboard.heading}>
        {t('dashboard.further')}
      </h2>
      <ul className={classes.appointments}>
        {appointed.map((one) => (
          <FurtherExam key={one.exam.examId} appointed={one} now={now} />
        ))}
      </ul>
    </section>
  );
}
