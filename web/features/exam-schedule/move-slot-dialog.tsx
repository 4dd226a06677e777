import { Alert, Button, Group, Modal, Select, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SlotSeats } from '#contract/exam-schedule.ts';
import type { SlotMove } from '#contract/slot-moves.ts';
import type { ErrorCode } from '#domain/errors.ts';
import { useRoomSlots } from '#web/api/room-slots.ts';
import { textOfCode } from '#web/base/error-text.ts';
import { notifySuccess } from '#web/base/notify.ts';
import { ShortTable } from '#web/list/short-table.tsx';
import { RefusalAlert, useAttempt } from '#web/ui/attempt.tsx';
import { DayInput } from '#web/ui/day-input.tsx';
import { usePhone } from '#web/ui/phone.ts';
import classes from './exam-schedule.module.css';
import { useMoveSlot, useRooms } from './schedule-calls.ts';

/** Who moves where, and who stays and why. */
function MovePreview({ move }: { readonly move: SlotMove }) {
  const { t } = useTranslation();
  return (
    <>
      {(move.failed.length > 0 || move.hidden > 0) && (
        <Alert color="yellow" variant="light" role="alert" title={t('schedule.stay')}>
          <ul className={classes.stay}>
            {move.failed.map(({ appointmentId, studentName, error, params }) => (
              <li
                key={appointmentId}
              >{`${studentName}${t('common.colon')} ${textOfCode(error as ErrorCode, params)}`}</li>
            ))}
            {move.hidden > 0 && <li>{t('schedule.outOfScope', { count: move.hidden })}</li>}
          </ul>
        </Alert>
      )}
      {move.sameDay.length > 0 && (
        <Alert color="yellow" variant="light" title={t('schedule.sameDay')}>
          <ul className={classes.stay}>
            {move.sameDay.map(({ appointmentId, studentName, examName }) => (
              <li key={appointmentId}>{`${studentName}${t('common.colon')} ${examName}`}</li>
            ))}
          </ul>
        </Alert>
      )}
      {move.waiting > 0 && (
        <Alert color="yellow" variant="light">
          {t('appointments.passesQueue', { count: move.waiting })}
        </Alert>
      )}
      {move.places.length > 0 && (
        <ShortTable
          label={t('schedule.moves')}
          isLow
          head={[t('appointmentColumns.studentName'), t('schedule.seatNow'), t('schedule.seatThen')]}
          rows={move.places.map((place) => [
            place.appointmentId,
            [place.studentName, `${place.fromRow}/${place.fromSeat}`, `${place.examRow}/${place.seatNumber}`],
          ])}
        />
      )}
    </>
  );
}

type DialogProps = {
  readonly slot: SlotSeats;
  readonly examRoomSlotId: number;
  readonly onClose: () => void;
};

/** Moves everyone in a room and slot to another one, after a preview (APPT-12). */
export function MoveSlotDialog({ slot, examRoomSlotId, onClose }: DialogProps) {
  const { t } = useTranslation();
  const phone = usePhone();
  const { sending, refused, attempt } = useAttempt();
  const { preview, move } = useMoveSlot();
  const rooms = useRooms();
  const [toDate, setDate] = useState<string | undefined>(slot.examDate);
  const [roomId, setRoom] = useState<number | null>(null);
  const [toRoomSlotId, setSlot] = useState<number | null>(null);
  const [shown, setShown] = useState<SlotMove>();
  const slots = useRoomSlots(roomId);
  /** Discards the preview, which no longer matches the input. */
  const changed =
    <V,>(set: (value: V) => void) =>
    (value: V) => {
      set(value);
      setShown(undefined);
    };
  const isComplete = toDate !== undefined && toRoomSlotId !== null;
  const body = {
    ...{ examDate: slot.examDate, examRoomSlotId },
    ...{ toDate: toDate ?? '', toRoomSlotId: toRoomSlotId ?? 0 },
  };
  const write = () =>
    attempt(async () => {
      const { moved } = await move({ ...body, fingerprint: shown?.fingerprint });
      notifySuccess(t('schedule.moved', { count: moved }));
      onClose();
    });
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      fullScreen={phone}
      closeOnClickOutside={false}
      title={t('schedule.moveAll')}
      closeButtonProps={{ 'aria-label': t('common.cancel') }}
    >
      <Stack>
        <DayInput label={t('schedule.date')} required value={toDate} onChange={changed(setDate)} />
        <Select<number>
          label={t('appointmentColumns.examRoom')}
          required
          searchable
          data={(rooms.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          value={roomId}
          onChange={changed((id: number | null) => {
            setRoom(id);
            setSlot(null);
          })}
        />
        <Select<number>
          label={t('appointmentColumns.examRoomSlot')}
          required
          disabled={roomId === null}
          data={(slots.data ?? []).filter(
            ({ value }) => value !== examRoomSlotId || toDate !== slot.examDate,
          )}
          value={toRoomSlotId}
          onChange={changed(setSlot)}
        />
        <RefusalAlert refused={refused} />
        {shown && <MovePreview move={shown} />}
        <Group justify="flex-end">
          <Button
            variant={shown ? 'default' : 'filled'}
            loading={sending}
            disabled={!isComplete}
            onClick={() => void attempt(async () => setShown(await preview(body)))}
          >
            {t('office.showPreview')}
          </Button>
          {shown && shown.places.length > 0 && (
            <Button loading={sending} onClick={() => void write()}>
              {t('schedule.moveCount', { count: shown.places.length })}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}
