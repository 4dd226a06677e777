import { Alert, Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Appointment } from '#contract/appointments.ts';
import { ApiError } from '#web/base/api-error.ts';
import { textsOfError } from '#web/base/error-text.ts';
import { formatDate } from '#web/base/format.ts';
import { notifySuccess } from '#web/base/notify.ts';
import { useGoTo } from '#web/base/screen-address.ts';
import { useAttempt } from '#web/ui/attempt.tsx';
import { HolidayNote } from '#web/ui/holiday.tsx';
import { ScreenLink } from '#web/ui/screen-link.tsx';
import { bookingAddress, type Chosen } from './booking-address.ts';
import {
  type Queued,
  type Seat,
  useBookingCalls,
  useFreeDays,
  useFreeRooms,
  useSeatPlan,
} from './booking-calls.ts';
import { BookingPlan } from './booking-plan.tsx';
import type { StepProps } from './choosing.tsx';
import classes from './exam-appointments.module.css';
import { OtherExam } from './other-exam.tsx';
import { sessionOf } from './session-choice.tsx';
import { Wait } from './waiting.tsx';

type RefusedProps = {
  readonly refused: unknown;
  readonly chosen: Chosen;
  /** The name of the slot, and the slot to wait for. */
  readonly name: string;
  readonly wanted: Queued;
  /** Another exam of the student on a day. */
  readonly otherExamOn: (day: string) => string | null | undefined;
};

const codeOf = (refused: unknown) => (refused instanceof ApiError ? refused.code : '');
const fullCodes: readonly string[] = ['appointment.slotFull', 'appointment.noFreeRooms'];

/** Why the booking failed; for a slot that has just filled up, offers the next free one and a place in the queue. */
function Refused({ refused, chosen, name, wanted, otherExamOn }: RefusedProps) {
  const { t } = useTranslation();
  const code = codeOf(refused);
  const next = refused instanceof ApiError && code === 'appointment.slotFull' ? refused.params : undefined;
  return (
    <Alert color="yellow" variant="light" role="alert">
      <p className={classes.refusal}>{textsOfError(refused).join(' ')}</p>
      {next && (
        <OtherExam name={otherExamOn(String(next.examDate))} isOffice={chosen.studentId !== undefined} />
      )}
      <div className={classes.buttons}>
        {next && (
          <Button
            component={ScreenLink}
            variant="default"
            href={bookingAddress({
              ...chosen,
              examDate: String(next.examDate),
              examRoomSlotId: Number(next.examRoomSlotId),
            })}
          >
            {t('appointments.takeNext')}
          </Button>
        )}
        {fullCodes.includes(code) && <Wait name={name} wanted={wanted} />}
      </div>
    </Alert>
  );
}

type ConfirmProps = StepProps & {
  /** The appointment that moves; undefined for a new one. */
  readonly moved: Appointment | undefined;
  readonly examDate: string;
  readonly examRoomSlotId: number;
};

type Target = Pick<ConfirmProps, 'examDate' | 'examRoomSlotId'> & Pick<Chosen, 'examSessionId'>;
const isIn = (one: Appointment, { examDate, examRoomSlotId, examSessionId }: Target) =>
  one.examDate === examDate &&
  one.examRoomSlotId === examRoomSlotId &&
  (examSessionId ?? one.examSessionId) === one.examSessionId;

/** The seat on the room plan, and the button that books it. */
export function ConfirmStep({ exam, chosen, moved, examDate, examRoomSlotId }: ConfirmProps) {
  const { t } = useTranslation();
  const goTo = useGoTo();
  const { book, move } = useBookingCalls();
  const { sending, refused, attempt } = useAttempt();
  const { studentId } = chosen;
  const session = sessionOf(exam, chosen);
  const examSessionId = session?.id;
  const isOffice = studentId !== undefined;
  const [isAccessible, setAccessible] = useState(isOffice && moved?.accessibleSeat === true);
  const [seat, setSeat] = useState<Seat>();
  const isOwnSlot = moved !== undefined && isIn(moved, { examDate, examRoomSlotId, examSessionId });
  // In its own slot only another seat or another need is a change.
  const givesAnother = isOwnSlot && !seat && isAccessible === (moved.accessibleSeat === true);
  const { examCustomId } = exam;
  const appointmentId = moved?.id;
  const plan = useSeatPlan(studentId, examRoomSlotId, examDate, {
    examCustomId,
    appointmentId,
    accessibleSeat: isAccessible ? 'true' : 'false',
  });
  const wanted = { studentId, examCustomId, examSessionId };
  const rooms = useFreeRooms({ ...wanted, appointmentId, examDate });
  const days = useFreeDays({ ...wanted, appointmentId });
  const otherExamOn = (day: string) => days.data?.find((one) => one.examDate === day)?.otherExam;
  const room = rooms.data?.find(({ slots }) => slots.some((slot) => slot.examRoomSlotId === examRoomSlotId));
  const slot = room?.slots.find((one) => one.examRoomSlotId === examRoomSlotId);

  const send = async () => {
    if (!room) return;
    const slotOnDay = {
      ...{ examDate, examRoomId: room.examRoomId, examRoomSlotId, examSessionId },
      ...(isOffice && { accessibleSeat: isAccessible }),
      ...(seat && { seat: { examRow: seat.examRow, seatNumber: seat.seatNumber } }),
    };
    await attempt(async () => {
      const made = moved
        ? await move(moved.id, { ...slotOnDay, ...(givesAnother && { anotherSeat: true }) })
        : await book(examCustomId, slotOnDay, studentId);
      const { examRoom, examRow, seatNumber } = made;
      notifySuccess(
        t(isOffice ? 'appointments.bookedFor' : 'appointments.booked', {
          ...{ room: examRoom, row: examRow, seat: seatNumber },
        }),
      );
      await goTo(bookingAddress({ studentId }));
    });
  };

  return (
    <div className={classes.confirm}>
      {room && slot && (
        <div className={classes.summary}>
          <strong>{`${formatDate(examDate)}, ${slot.startHour}–${slot.endHour}`}</strong>
          <span>{`${room.examRoom}, ${room.building}`}</span>
          {session && <span>{session.description}</span>}
          <HolidayNote day={examDate} className={classes.holiday ?? ''} />
          <OtherExam name={otherExamOn(examDate)} isOffice={isOffice} />
        </div>
      )}
      {refused !== undefined && (
        <Refused
          refused={refused}
          chosen={chosen}
          name={slot ? `${slot.startHour}–${slot.endHour}` : ''}
          wanted={{ ...wanted, examDate, examRoomSlotId }}
          otherExamOn={otherExamOn}
        />
      )}
      <BookingPlan
        plan={plan}
        isOfAnother={isOffice}
        isOwnSlot={isOwnSlot}
        chosen={seat}
        onChoose={isOffice && moved ? setSeat : undefined}
        isAccessible={isAccessible}
      />
      {isOffice && (isAccessible || plan.data?.some(({ accessible }) => accessible)) && (
        <Checkbox
          label={t('appointments.accessibleSeat')}
          checked={isAccessible}
          onChange={(event) => {
            setAccessible(event.currentTarget.checked);
            setSeat(undefined);
          }}
        />
      )}
      {isOffice && slot !== undefined && slot.waiting > 0 && (
        <Alert color="yellow" variant="light">
          {t('appointments.passesQueue', { count: slot.waiting })}
        </Alert>
      )}
      {isOwnSlot && !isOffice ? (
        <p className={classes.quiet}>{t('appointments.alreadyYours')}</p>
      ) : (
        <>
          {!isOwnSlot && (
            <p className={classes.quiet}>
              {t(isOffice ? 'appointments.confirmHintFor' : 'appointments.confirmHint')}
            </p>
          )}
          <Button
            size="md"
            loading={sending}
            disabled={!room || plan.isPending || days.isPending}
            onClick={() => void send()}
          >
            {t(
              givesAnother
                ? 'appointments.giveOtherSeat'
                : moved
                  ? 'appointments.confirmMove'
                  : 'appointments.confirm',
            )}
          </Button>
        </>
      )}
    </div>
  );
}
