import { Alert, Button, Checkbox, Modal, NumberInput, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Appointment } from '#contract/appointments.ts';
import type { ResponseOfCall } from '#contract/call.ts';
import type { extendAppointments } from '#contract/office-appointments.ts';
import type { ErrorCode } from '#domain/errors.ts';
import { ApiError } from '#web/base/api-error.ts';
import { textOfCode } from '#web/base/error-text.ts';
import { formatDate } from '#web/base/format.ts';
import { notifySuccess } from '#web/base/notify.ts';
import { RefusalAlert, useAttempt } from '#web/ui/attempt.tsx';
import { usePhone } from '#web/ui/phone.ts';
import { useAppointmentCalls } from './appointment-calls.ts';
import classes from './appointments.module.css';

type DialogProps = { readonly appointment: Appointment; readonly onClose: () => void };

type Extended = ResponseOfCall<typeof extendAppointments>;

const isEntire = ({ failed, hidden, seatTakenNext }: Extended) =>
  failed.length + hidden + seatTakenNext.length === 0;

/** Who of a room got no more time and why, and whose seat somebody else has next. */
function ExtendedAlerts({ extended }: { readonly extended: Extended }) {
  const { t } = useTranslation();
  const { failed, hidden, seatTakenNext } = extended;
  return (
    <>
      {failed.length + hidden > 0 && (
        <Alert color="yellow" variant="light" role="alert" title={t('office.notExtended')}>
          <ul className={classes.failed}>
            {failed.map(({ appointmentId, studentName, error, params }) => (
              <li
                key={appointmentId}
              >{`${studentName}${t('common.colon')} ${textOfCode(error as ErrorCode, params)}`}</li>
            ))}
            {hidden > 0 && <li>{t('office.outOfScope', { count: hidden })}</li>}
          </ul>
        </Alert>
      )}
      {seatTakenNext.length > 0 && (
        <Alert color="yellow" variant="light" role="alert" title={t('office.seatTakenNext')}>
          <ul className={classes.failed}>
            {seatTakenNext.map(({ studentName, names }) => (
              <li key={`${studentName} ${names}`}>{t('office.seatAfter', { name: studentName, names })}</li>
            ))}
          </ul>
        </Alert>
      )}
    </>
  );
}

const isTakenNext = (refused: unknown) =>
  refused instanceof ApiError && refused.code === 'appointment.seatTakenNext';

/** The extra time that somebody else has given, when that is why it was refused. */
const timeNow = (refused: unknown) =>
  refused instanceof ApiError && refused.code === 'appointment.timeChanged'
    ? Number(refused.params.minutes)
    : undefined;

/** The fields; one student starts with the time they have, a whole room with none and no reason. */
function useFields({ extraTime, extraTimeReason }: Appointment) {
  const [isWhole, setWhole] = useState(false);
  const [minutes, setMinutes] = useState<number | ''>(extraTime);
  const [reason, setReason] = useState(extraTimeReason ?? '');
  const chooseWhole = (whole: boolean) => {
    setWhole(whole);
    setMinutes(whole ? '' : extraTime);
    setReason(whole ? '' : (extraTimeReason ?? ''));
  };
  const given = minutes || 0;
  // Time is taken back without a reason.
  const isRemoval = !isWhole && given === 0 && extraTime > 0;
  const isComplete = isRemoval || (given > 0 && reason.trim() !== '');
  return { isWhole, chooseWhole, minutes, setMinutes, given, reason, setReason, isRemoval, isComplete };
}

/** Grants extra time, with its reason, to one student or to everyone in the room and slot. */
export function ExtraTimeDialog({ appointment, onClose }: DialogProps) {
  const { t } = useTranslation();
  const phone = usePhone();
  const { setExtraTime, extendSlot } = useAppointmentCalls();
  const { isWhole, chooseWhole, minutes, setMinutes, given, reason, setReason, isRemoval, isComplete } =
    useFields(appointment);
  const [minutesSeen, setSeen] = useState(appointment.extraTime);
  const { sending, refused, attempt } = useAttempt();
  const { studentName, examRoom, examRoomSlot, examDate } = appointment;
  const [extended, setExtended] = useState<Extended>();
  const giveOne = async (seatTakenNext: boolean) => {
    const extraTimeReason = isRemoval ? null : reason;
    try {
      await setExtraTime(appointment, { extraTime: given, extraTimeReason, minutesSeen, seatTakenNext });
    } catch (error) {
      // Saved again, the time shown in the refusal is known.
      setSeen((seen) => timeNow(error) ?? seen);
      throw error;
    }
    notifySuccess(t('office.extraTimeSaved', { name: studentName }));
  };
  const save = (seatTakenNext: boolean) =>
    attempt(async () => {
      if (isWhole) {
        const result = await extendSlot(appointment, given, reason);
        notifySuccess(t('office.extended', { count: result.changed }));
        if (!isEntire(result)) return setExtended(result);
      } else await giveOne(seatTakenNext);
      onClose();
    });
  const fields = (
    <Stack>
      <RefusalAlert refused={refused} />
      <NumberInput
        label={t(isWhole ? 'office.minutesMore' : 'office.minutes')}
        min={0}
        max={720}
        allowDecimal={false}
        value={minutes}
        onChange={(value) => setMinutes(typeof value === 'number' ? value : '')}
        data-autofocus
      />
      <TextInput
        label={t('office.reason')}
        required={!isRemoval}
        maxLength={300}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <Checkbox
        label={t('office.wholeRoom', { room: examRoom, date: formatDate(examDate), hour: examRoomSlot })}
        checked={isWhole}
        onChange={(event) => chooseWhole(event.currentTarget.checked)}
      />
      {isTakenNext(refused) && !isWhole ? (
        <Button color="red" loading={sending} disabled={!isComplete} onClick={() => void save(true)}>
          {t('office.giveAnyway')}
        </Button>
      ) : (
        <Button loading={sending} disabled={!isComplete} onClick={() => void save(false)}>
          {t(isRemoval ? 'office.removeExtraTime' : 'office.giveExtraTime')}
        </Button>
      )}
    </Stack>
  );
  return (
    <Modal
      opened
      onClose={onClose}
      fullScreen={phone}
      closeOnClickOutside={false}
      title={t('office.extraTimeOf', { name: studentName })}
      closeButtonProps={{ 'aria-label': t('common.cancel') }}
    >
      {extended ? (
        <Stack>
          <ExtendedAlerts extended={extended} />
          <Button onClick={onClose}>{t('common.close')}</Button>
        </Stack>
      ) : (
        fields
      )}
    </Modal>
  );
}
