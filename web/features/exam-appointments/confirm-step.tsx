import { Alert, Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#web/base/api-error.ts';
import { textsOfError } from '#web/base/error-text.ts';
import { formatDate } from '#web/base/format.ts';
import { notifySuccess } from '#web/base/notify.ts';
import { useGoTo } from '#web/base/screen-address.ts';
import { useAttempt } from '#web/ui/attempt.tsx';
import { Fetched } from '#web/ui/fetched.tsx';
import { HolidayNote } from '#web/ui/holiday.tsx';
import { RoomPlan } from '#web/ui/room-plan.tsx';
import { ScreenLink } from '#web/ui/screen-link.tsx';
import { WaitingRows } from '#web/ui/waiting-rows.tsx';
import { bookingAddress, type Chosen } from './booking-address.ts';
import { type Queued, useBookingCalls, useFreeRooms, useSeatPlan } from './booking-calls.ts';
import type { StepProps } from './choosing.tsx';
import classes from './exam-appointments.module.css';
import { Wait } from './waiting.tsx';

type RefusedProps = {
  readonly refused: unknown;
  readonly chosen: Chosen;
  /** The name of the slot, and the slot to wait for. */
  readonly name: string;
  readonly wanted: Queued;
};

const fullCodes: readonly string[] = ['appointment.slotFull', 'appointment.noFreeRooms'];

/** Why the booking failed; for a slot that has just filled up, offers the next free one and a place in the queue. */
function Refused({ refused, chosen, name, wanted }: RefusedProps) {
  const { t } = useTranslation();
  const code = refused instanceof ApiError ? refused.code : '';
  const next = refused instanceof ApiError && code === 'appointment.slotFull' ? refused.params : undefined;
  return (
    <Alert color="yellow" variant="light" role="alert">
      <p className={classes.refusal}>{textsOfError(refused).join(' ')}</p>
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

type ConfirmProps = StepProps & { readonly examDate: string; readonly examRoomSlotId: number };

/** The seat on the room plan, and the button that books it. */
export function ConfirmStep({ exam, chosen, examDate, examRoomSlotId }: ConfirmProps) {
  const { t } = useTranslation();
  const goTo = useGoTo();
  const { book, move } = useBookingCalls();
  const { sending, refused, attempt } = useAttempt();
  const [isAccessible, setAccessible] = useState(false);
  const { studentId, examSessionId } = chosen;
  const plan = useSeatPlan(studentId, examRoomSlotId, examDate, {
    examCustomId: exam.examCustomId,
    accessibleSeat: isAccessible ? 'true' : 'false',
  });
  const rooms = useFreeRooms({ studentId, examCustomId: exam.examCustomId, examSessionId, examDate });
  const [booked] = exam.appointments;
  const room = rooms.data?.find(({ slots }) => slots.some((slot) => slot.examRoomSlotId === examRoomSlotId));
  const slot = room?.slots.find((one) => one.examRoomSlotId === examRoomSlotId);

  const send = async () => {
    if (!room) return;
    const place = {
      ...{ examDate, examRoomId: room.examRoomId, examRoomSlotId, examSessionId },
      ...(isAccessible && { accessibleSeat: true }),
    };
    await attempt(async () => {
      const made = booked ? await move(booked.id, place) : await book(exam.examCustomId, place, studentId);
      const { examRoom, examRow, seatNumber } = made;
      notifySuccess(t('appointments.booked', { room: examRoom, row: examRow, seat: seatNumber }));
      await goTo(bookingAddress({ studentId }));
    });
  };

  return (
    <div className={classes.confirm}>
      {room && slot && (
        <p className={classes.summary}>
          <strong>{`${formatDate(examDate)}, ${slot.startHour}–${slot.endHour}`}</strong>
          <span>{`${room.examRoom}, ${room.building}`}</span>
          <HolidayNote day={examDate} className={classes.holiday ?? ''} />
        </p>
      )}
      {refused !== undefined && (
        <Refused
          refused={refused}
          chosen={chosen}
          name={slot ? `${slot.startHour}–${slot.endHour}` : ''}
          wanted={{ studentId, examCustomId: exam.examCustomId, examSessionId, examDate, examRoomSlotId }}
        />
      )}
      <Fetched query={plan} loading={<WaitingRows count={3} />}>
        {(seats) => <RoomPlan seats={seats} />}
      </Fetched>
      {studentId !== undefined && plan.data?.some(({ accessible }) => accessible) && (
        <Checkbox
          label={t('appointments.accessibleSeat')}
          checked={isAccessible}
          onChange={(event) => setAccessible(event.currentTarget.checked)}
        />
      )}
      {studentId !== undefined && slot !== undefined && slot.waiting > 0 && (
        <Alert color="yellow" variant="light">
          {t('appointments.passesQueue', { count: slot.waiting })}
        </Alert>
      )}
      <p className={classes.quiet}>{t('appointments.confirmHint')}</p>
      <Button size="md" loading={sending} disabled={!room} onClick={() => void send()}>
        {t(booked ? 'appointments.confirmMove' : 'appointments.confirm')}
      </Button>
    </div>
  );
}
