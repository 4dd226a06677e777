import { Button, Checkbox, Modal, NumberInput, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Appointment } from '#contract/appointments.ts';
import { formatDate } from '#web/base/format.ts';
import { notifySuccess, notifyWarning } from '#web/base/notify.ts';
import { RefusalAlert, useAttempt } from '#web/ui/attempt.tsx';
import { usePhone } from '#web/ui/phone.ts';
import { useAppointmentCalls } from './appointment-calls.ts';

type DialogProps = { readonly appointment: Appointment; readonly onClose: () => void };

/** Grants extra time, with its reason, to one student or to everyone in the room and slot. */
export function ExtraTimeDialog({ appointment, onClose }: DialogProps) {
  const { t } = useTranslation();
  const phone = usePhone();
  const { setExtraTime, extendSlot } = useAppointmentCalls();
  const [minutes, setMinutes] = useState(appointment.extraTime);
  const [reason, setReason] = useState(appointment.extraTimeReason ?? '');
  const [isWhole, setWhole] = useState(false);
  const { sending, refused, attempt } = useAttempt();
  const { studentName, examRoom, examRoomSlot, examDate } = appointment;
  const isComplete = reason.trim() !== '' && (!isWhole || minutes > 0);
  const save = () =>
    attempt(async () => {
      if (isWhole) {
        const { changed, failed } = await extendSlot(appointment, minutes, reason);
        notifySuccess(t('office.extended', { count: changed }));
        if (failed.length > 0)
          notifyWarning(t('office.notExtended', { names: failed.map((one) => one.studentName).join(', ') }));
      } else {
        await setExtraTime(appointment, minutes, reason);
        notifySuccess(t('office.extraTimeSaved', { name: studentName }));
      }
      onClose();
    });
  return (
    <Modal
      opened
      onClose={onClose}
      fullScreen={phone}
      closeOnClickOutside={false}
      title={t('office.extraTimeOf', { name: studentName })}
      closeButtonProps={{ 'aria-label': t('common.cancel') }}
    >
      <Stack>
        <RefusalAlert refused={refused} />
        <NumberInput
          label={t(isWhole ? 'office.minutesMore' : 'office.minutes')}
          min={0}
          max={720}
          allowDecimal={false}
          value={minutes}
          onChange={(value) => setMinutes(Number(value))}
          data-autofocus
        />
        <TextInput
          label={t('office.reason')}
          required
          maxLength={300}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Checkbox
          label={t('office.wholeRoom', { room: examRoom, date: formatDate(examDate), hour: examRoomSlot })}
          checked={isWhole}
          onChange={(event) => setWhole(event.currentTarget.checked)}
        />
        <Button loading={sending} disabled={!isComplete} onClick={() => void save()}>
          {t('office.giveExtraTime')}
        </Button>
      </Stack>
    </Modal>
  );
}
