import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Appointment } from '#contract/appointments.ts';
import type { BookableExam } from '#contract/booking.ts';
import { closedChange } from '#domain/appointments/booking.ts';
import { isAhead, isToBeSat } from '#domain/appointments/paper-state.ts';
import { instantOf } from '#domain/calendar/moment.ts';
import type { Refusal } from '#domain/errors.ts';
import { formatDate, formatDateTime } from '#web/base/format.ts';
import { notifySuccess } from '#web/base/notify.ts';
import { type ClockReading, useServerTime } from '#web/base/server-clock.ts';
import { confirm } from '#web/ui/confirm.ts';
import { FactList } from '#web/ui/fact-list.tsx';
import { ScreenLink } from '#web/ui/screen-link.tsx';
import { bookingAddress } from './booking-address.ts';
import { useBookingCalls, useSeatPlan, useWaitingPlaces } from './booking-calls.ts';
import { BookingPlan } from './booking-plan.tsx';
import classes from './exam-appointments.module.css';
import { openSessions } from './session-choice.tsx';
import { WaitingPlaces } from './waiting.tsx';

type StudentProps = { readonly studentId: number | undefined };
type AppointmentProps = StudentProps & { readonly appointment: Appointment };
/** What decides whether students can book or change something now. */
export type BookingState = {
  readonly allowExams: boolean;
  readonly clock: ClockReading;
  /** The office looks at its own exams, as a student. */
  readonly isOwn?: boolean | undefined;
};
type ExamProps = StudentProps & { readonly exam: BookableExam };
type CardProps = ExamProps & BookingState;

function SeatPlan({ appointment, studentId }: AppointmentProps) {
  const plan = useSeatPlan(studentId, appointment.examRoomSlotId, appointment.examDate);
  return <BookingPlan plan={plan} isOfAnother={studentId !== undefined} />;
}

function Facts({ appointment }: Pick<AppointmentProps, 'appointment'>) {
  const { t } = useTranslation();
  const { extraTime } = appointment;
  const facts: readonly (readonly [string, string | number])[] = [
    [t('appointments.date'), formatDate(appointment.examDate)],
    [t('appointments.hour'), `${appointment.examRoomSlot}–${appointment.endHour}`],
    [t('appointments.room'), `${appointment.examRoom}, ${appointment.building}`],
    [t('appointments.row'), appointment.examRow],
    [t('appointments.seat'), appointment.seatNumber],
    ...(extraTime > 0
      ? [[t('appointments.extraTime'), t('appointments.minutes', { count: extraTime })] as const]
      : []),
  ];
  return <FactList facts={facts} className={classes.facts} />;
}

/** Until when the student may move or cancel: booking closes, or the exam begins or is missed before that. */
function ChangeableUntil({ appointment }: Pick<AppointmentProps, 'appointment'>) {
  const { t } = useTranslation();
  const { examDate, endHour, extraTime, changeableUntil } = appointment;
  const end = new Date(instantOf(`${examDate}T${endHour}:00`) + extraTime * 60_000);
  return (
    <p className={classes.quiet}>
      {end < new Date(changeableUntil)
        ? t('appointments.untilBegun', { moment: formatDateTime(end) })
        : t('appointments.until', { moment: formatDateTime(changeableUntil) })}
    </p>
  );
}

/** Why the student cannot move or cancel, and who can. */
function NotChangeable({ refusal: { code, params } }: { readonly refusal: Refusal }) {
  const { t } = useTranslation();
  const words = () => {
    if (code === 'appointment.closed')
      return t('appointments.changesClosed', { moment: formatDateTime(String(params.closedAt)) });
    if (code === 'appointment.notOpenYet')
      return t('appointments.changesAhead', { moment: formatDateTime(String(params.opensAt)) });
    return t('appointments.changesNotAllowed');
  };
  return <p className={classes.quiet}>{words()}</p>;
}

/** Why the booker cannot change an appointment now; undefined when they can. */
function useClosedChange(
  { appointment, studentId }: AppointmentProps,
  sessions: BookableExam['sessions'],
  { allowExams, clock, isOwn }: BookingState,
): Refusal | undefined {
  const now = useServerTime(clock);
  const own = sessions.find(({ id }) => id === appointment.examSessionId);
  const session = own && { opensAt: Date.parse(own.opensAt), closesAt: Date.parse(own.closesAt) };
  const by = studentId === undefined || isOwn ? 'student' : 'office';
  return closedChange({ session, state: appointment.state }, by, { allowExams, now });
}

type DetailsProps = AppointmentProps & CardProps;

function AppointmentDetails({ appointment, studentId, exam, ...state }: DetailsProps) {
  const { t } = useTranslation();
  const { cancel } = useBookingCalls();
  const [isShown, setShown] = useState(false);
  const { examCustom: name } = appointment;
  const closed = useClosedChange({ appointment, studentId }, exam.sessions, state);
  const cancelBooking = async () => {
    const sure = await confirm({
      title: t('appointments.cancelTitle'),
      message: t('appointments.cancelText', { name, date: formatDate(appointment.examDate) }),
      confirmLabel: t('appointments.cancelConfirm'),
      danger: true,
    });
    if (!sure) return;
    // The API client reports the error.
    await cancel(appointment.id).then(
      () => notifySuccess(t('appointments.cancelled')),
      () => undefined,
    );
  };
  return (
    <>
      <Facts appointment={appointment} />
      {!isToBeSat(appointment.state) && (appointment.state !== 'missed' || studentId === undefined) && (
        <p className={classes.quiet}>
          {t(appointment.state === 'missed' ? 'appointments.missedIn' : 'appointments.satIn', {
            session: appointment.examSession,
          })}
        </p>
      )}
      {isAhead(appointment.state) && (
        <div className={classes.buttons}>
          {!closed && (
            <Button
              component={ScreenLink}
              href={bookingAddress({
                studentId,
                appointmentId: appointment.id,
                examCustomId: appointment.examCustomId,
                examSessionId: appointment.examSessionId,
              })}
              variant="default"
              aria-label={t('appointments.moveOf', { name })}
            >
              {t('appointments.move')}
            </Button>
          )}
          <Button variant="default" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
            {t(isShown ? 'appointments.hidePlan' : 'appointments.showPlan')}
          </Button>
          {!closed && (
            <Button
              variant="subtle"
              color="red"
              aria-label={t('appointments.cancelOf', { name })}
              onClick={() => void cancelBooking()}
            >
              {t('appointments.cancel')}
            </Button>
          )}
        </div>
      )}
      {isShown && <SeatPlan appointment={appointment} studentId={studentId} />}
      {isAhead(appointment.state) &&
        (studentId === undefined || state.isOwn) &&
        (closed ? <NotChangeable refusal={closed} /> : <ChangeableUntil appointment={appointment} />)}
    </>
  );
}

/** The way to a second appointment: after a sitting the exam can be booked in another session. */
function OtherSession({ exam, studentId }: ExamProps) {
  const { t } = useTranslation();
  const [session, ...others] = openSessions(exam);
  if (!session) return null;
  return (
    <div className={classes.buttons}>
      <Button
        component={ScreenLink}
        variant="subtle"
        href={bookingAddress({
          studentId,
          examCustomId: exam.examCustomId,
          examSessionId: others.length === 0 ? session.id : undefined,
        })}
        aria-label={t('appointments.bookAgainOf', { name: exam.examName })}
      >
        {t('appointments.bookAgain')}
      </Button>
    </div>
  );
}

/** Why an exam cannot be booked: the words of MSG-19, with the date on which booking opens or closed. */
function NotOpen({ exam: { sessions }, allowExams }: Pick<CardProps, 'exam' | 'allowExams'>) {
  const { t } = useTranslation();
  const next = sessions.find(({ isAhead }) => isAhead);
  const last = sessions.at(-1);
  if (!allowExams || !last) return t('appointments.notAllowed');
  return next
    ? t('appointments.opens', { moment: formatDateTime(next.opensAt) })
    : t('appointments.closed', { moment: formatDateTime(last.closesAt) });
}

function WithoutAppointment({ exam, studentId, allowExams }: Omit<CardProps, 'clock'>) {
  const { t } = useTranslation();
  const name = exam.examName;
  if (exam.sessions.some(({ isOpen }) => isOpen))
    return (
      <Button
        component={ScreenLink}
        href={bookingAddress({ studentId, examCustomId: exam.examCustomId })}
        aria-label={t('appointments.bookOf', { name })}
      >
        {t('appointments.book')}
      </Button>
    );
  return (
    <p className={classes.quiet}>
      <NotOpen exam={exam} allowExams={allowExams} />
    </p>
  );
}

/** One exam, with its booked seat or the button to book one. */
export function ExamCard({ exam, studentId, ...state }: CardProps) {
  const { t } = useTranslation();
  const { data: places = [] } = useWaitingPlaces(studentId);
  return (
    <article
      className={classes.card}
      data-tour="row"
      data-appointment={exam.appointments.length > 0 || undefined}
    >
      <h2 className={classes.name}>{exam.examName}</h2>
      <p className={classes.quiet}>
        {[
          t('appointments.duration', { count: exam.examDuration }),
          t('appointments.questions', { count: exam.questions }),
          ...exam.disciplines,
        ].join(' · ')}
      </p>
      {exam.appointments.map((appointment) => (
        <AppointmentDetails
          key={appointment.id}
          appointment={appointment}
          exam={exam}
          studentId={studentId}
          {...state}
        />
      ))}
      {exam.appointments.length === 0 ? (
        <WithoutAppointment exam={exam} studentId={studentId} allowExams={state.allowExams} />
      ) : (
        <OtherSession exam={exam} studentId={studentId} />
      )}
      <WaitingPlaces
        places={places.filter(({ examCustomId }) => examCustomId === exam.examCustomId)}
        exam={exam}
        studentId={studentId}
      />
    </article>
  );
}
