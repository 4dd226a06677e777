import { Button, Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { BookableExam } from '#contract/booking.ts';
import { isToBeSat } from '#domain/appointments/paper-state.ts';
import { formatDate } from '#web/base/format.ts';
import { useGoTo } from '#web/base/screen-address.ts';
import { ScreenLink } from '#web/ui/screen-link.tsx';
import { bookingAddress, type Chosen } from './booking-address.ts';
import classes from './exam-appointments.module.css';

type SessionProps = { readonly exam: BookableExam; readonly chosen: Chosen };
type Session = BookableExam['sessions'][number];

/**
 * The open sessions in which the exam can be booked: none while an appointment is still to be sat, afterwards those without one. An
 * appointment that moves may also stay in its own.
 */
export const openSessions = (
  { sessions, appointments }: BookableExam,
  movedId?: number,
): readonly Session[] => {
  if (movedId === undefined && appointments.some(({ state }) => isToBeSat(state))) return [];
  const withAppointment = new Set(
    appointments.filter(({ id }) => id !== movedId).map(({ examSessionId }) => examSessionId),
  );
  return sessions.filter(({ id, isOpen }) => isOpen && !withAppointment.has(id));
};

/** The open sessions that include a day. */
const sessionsOn = (exam: BookableExam, chosen: Chosen, day: string): readonly Session[] =>
  openSessions(exam, chosen.appointmentId).filter(
    ({ startDate, endDate }) => startDate <= day && day <= endDate,
  );

/** The sessions between which the booker has to choose: a day belongs to several, and none is chosen. */
export function undecidedSessions(exam: BookableExam, chosen: Chosen) {
  const { examSessionId, examDate } = chosen;
  const fitting = examDate === undefined ? [] : sessionsOn(exam, chosen, examDate);
  return examSessionId === undefined && fitting.length > 1 ? fitting : [];
}

/** The session a booking gets: the chosen one, or the only one of the day. */
export function sessionOf(exam: BookableExam, chosen: Chosen): Session | undefined {
  const { examSessionId, examDate } = chosen;
  if (examSessionId !== undefined) return exam.sessions.find(({ id }) => id === examSessionId);
  return examDate === undefined ? undefined : sessionsOn(exam, chosen, examDate)[0];
}

/** Limits the days to those of one session, where there are several. */
export function SessionFilter({ exam, chosen }: SessionProps) {
  const { t } = useTranslation();
  const goTo = useGoTo();
  const open = openSessions(exam, chosen.appointmentId);
  if (open.length < 2) return null;
  return (
    <Select
      className={classes.sessions}
      label={t('appointments.session')}
      allowDeselect={false}
      value={String(chosen.examSessionId ?? '')}
      data={[
        { value: '', label: t('appointments.allSessions') },
        ...open.map(({ id, description }) => ({ value: String(id), label: description })),
      ]}
      onChange={(id) =>
        void goTo(bookingAddress({ ...chosen, examSessionId: id ? Number(id) : undefined }), {
          replace: true,
        })
      }
    />
  );
}

/** Asks for the session of a day that belongs to several. */
export function SessionStep({ exam, chosen }: SessionProps) {
  const { t } = useTranslation();
  return (
    <>
      <p className={classes.quiet}>{t('appointments.stepSessionHint')}</p>
      <ul className={classes.choices}>
        {undecidedSessions(exam, chosen).map(({ id, description, startDate, endDate }) => (
          <li key={id}>
            <Button
              variant="default"
              fullWidth
              classNames={{ root: classes.choice ?? '', label: classes.choiceLabel ?? '' }}
              component={ScreenLink}
              href={bookingAddress({ ...chosen, examSessionId: id })}
            >
              <span>{description}</span>
              <span className={classes.quiet}>{`${formatDate(startDate)}–${formatDate(endDate)}`}</span>
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
