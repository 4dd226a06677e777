import {
  Button,
  FileButton,
  Group,
  Modal,
  Progress,
  Select,
  type SelectProps,
  Stack,
  Text,
  Textarea,
} from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BulkResult } from '#contract/office-appointments.ts';
import { useRoomSlots } from '#web/api/room-slots.ts';
import { useSelectOptions } from '#web/api/select-options.ts';
import { ApiError } from '#web/base/api-error.ts';
import { notifySuccess } from '#web/base/notify.ts';
import { RefusalAlert, useAttempt } from '#web/ui/attempt.tsx';
import { DayInput } from '#web/ui/day-input.tsx';
import { usePhone } from '#web/ui/phone.ts';
import { type BulkBody, useAppointmentCalls, useSessionChoices } from './appointment-calls.ts';
import classes from './appointments.module.css';
import { BulkOutcome } from './bulk-outcome.tsx';
import { batchesOf, matricolsIn, without } from './bulk-writing.ts';

const isChanged = (error: unknown) => error instanceof ApiError && error.code === 'appointment.bulkChanged';

/** Shows who would sit where, then books exactly that batch by batch and says how far it is; a new preview when it changed. */
function useBulk(onDone: () => void) {
  const { t } = useTranslation();
  const { preview, bookAll } = useAppointmentCalls();
  const { sending, refused, attempt } = useAttempt();
  const [result, setResult] = useState<BulkResult>();
  const [done, setDone] = useState<number>();
  return {
    sending,
    refused,
    result,
    done,
    discard: () => setResult(undefined),
    show: (body: BulkBody) => attempt(async () => setResult(await preview(body))),
    book: async (body: BulkBody, shown: BulkResult) => {
      const seated: string[] = [];
      await attempt(async () => {
        setDone(0);
        try {
          for (const batch of batchesOf(body, shown)) {
            await bookAll(batch);
            seated.push(...batch.matricols);
            setDone(seated.length);
          }
        } catch (error) {
          if (!isChanged(error)) throw error;
          setResult(await preview(without(body, seated)));
          throw error;
        }
        setResult({ ...shown, created: seated.length });
        if (shown.failed.length === 0) onDone();
      });
      if (seated.length > 0) notifySuccess(t('office.created', { count: seated.length }));
      setDone(undefined);
    },
  };
}

/** Hints below, so that the fields of a line stand level. */
const hintBelow: InputWrapperOrder = ['label', 'input', 'description', 'error'];
type InputWrapperOrder = NonNullable<SelectProps['inputWrapperOrder']>;

/** Creates appointments in bulk by registration number; shows a preview before anything is written. */
export function BulkDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const phone = usePhone();
  const { sending, refused, result, done, discard, show, book } = useBulk(onClose);
  const exams = useSelectOptions('getExamCustom');
  const rooms = useSelectOptions('examrooms');
  const [examCustomId, setExam] = useState<number | null>(null);
  const [examRoomId, setRoom] = useState<number | null>(null);
  const [examRoomSlotId, setSlot] = useState<number | null>(null);
  const [examSessionId, setSession] = useState<number | null>(null);
  const [examDate, setDate] = useState<string>();
  const sessions = useSessionChoices(examDate);
  const slots = useRoomSlots(examRoomId);
  const [text, setText] = useState('');
  const [accessible, setAccessible] = useState('');
  const matricols = matricolsIn(text);
  const isComplete = examCustomId !== null && examDate !== undefined && matricols.length > 0;
  const body: BulkBody = {
    examCustomId: examCustomId ?? 0,
    examDate: examDate ?? '',
    matricols,
    accessibleMatricols: matricolsIn(accessible).filter((matricol) => matricols.includes(matricol)),
    ...(examRoomId !== null && { examRoomId }),
    ...(examRoomSlotId !== null && { examRoomSlotId }),
    ...(examSessionId !== null && { examSessionId }),
  };
  /** Discards the preview, which no longer matches the input. */
  const changed =
    <V,>(set: (value: V) => void) =>
    (value: V) => {
      set(value);
      discard();
    };
  const all = result?.placed.length ?? 0;
  const isPreviewed = result !== undefined && result.created === 0 && result.placed.length > 0;
  return (
    <Modal
      opened
      onClose={onClose}
      size="xl"
      fullScreen={phone}
      closeOnClickOutside={false}
      title={t('office.bulk')}
      closeButtonProps={{ 'aria-label': t('common.cancel') }}
    >
      <Stack>
        <Select<number>
          label={t('appointmentColumns.examCustom')}
          required
          searchable
          data={exams.data ?? []}
          value={examCustomId}
          onChange={changed(setExam)}
        />
        <div className={classes.twoColumns}>
          <DayInput
            label={t('appointmentColumns.examDate')}
            required
            value={examDate}
            onChange={changed((day: string | undefined) => {
              setDate(day);
              setSession(null);
            })}
          />
          <Select<number>
            label={t('appointmentColumns.examSession')}
            description={t('office.anySession')}
            inputWrapperOrder={hintBelow}
            clearable
            clearButtonProps={{
              'aria-label': t('crud.clear', { field: t('appointmentColumns.examSession') }),
            }}
            data={sessions.data ?? []}
            value={examSessionId}
            onChange={changed(setSession)}
          />
          <Select<number>
            label={t('appointmentColumns.examRoom')}
            description={t('office.anyRoom')}
            inputWrapperOrder={hintBelow}
            searchable
            clearable
            clearButtonProps={{ 'aria-label': t('crud.clear', { field: t('appointmentColumns.examRoom') }) }}
            data={rooms.data ?? []}
            value={examRoomId}
            onChange={changed((room: number | null) => {
              setRoom(room);
              setSlot(null);
            })}
          />
          {examRoomId !== null && (
            <Select<number>
              label={t('appointmentColumns.examRoomSlot')}
              description={t('office.anySlot')}
              inputWrapperOrder={hintBelow}
              clearable
              clearButtonProps={{
                'aria-label': t('crud.clear', { field: t('appointmentColumns.examRoomSlot') }),
              }}
              data={slots.data ?? []}
              value={examRoomSlotId}
              onChange={changed(setSlot)}
            />
          )}
        </div>
        <Textarea
          label={t('office.matricols')}
          description={t('office.matricolsHint')}
          required
          autosize
          minRows={4}
          maxRows={10}
          value={text}
          onChange={(event) => changed(setText)(event.currentTarget.value)}
        />
        <Group justify="space-between">
          <Text size="sm" c="dimmed" role="status">
            {t('office.matricolCount', { count: matricols.length })}
          </Text>
          <FileButton
            accept=".txt,.csv,text/plain,text/csv"
            onChange={(file) => void file?.text().then(changed(setText))}
          >
            {(props) => (
              <Button {...props} variant="default">
                {t('office.fromFile')}
              </Button>
            )}
          </FileButton>
        </Group>
        <Textarea
          label={t('office.accessibleMatricols')}
          description={t('office.accessibleMatricolsHint')}
          autosize
          minRows={1}
          maxRows={4}
          value={accessible}
          onChange={(event) => changed(setAccessible)(event.currentTarget.value)}
        />
        <RefusalAlert refused={refused} />
        {done !== undefined && (
          <div role="status">
            <Text size="sm">{t('office.writing', { done, all })}</Text>
            <Progress
              value={(100 * done) / Math.max(1, all)}
              aria-label={t('office.writing', { done, all })}
            />
          </div>
        )}
        {result && <BulkOutcome result={result} />}
        <Group justify="flex-end">
          <Button
            variant={isPreviewed ? 'default' : 'filled'}
            loading={sending}
            disabled={!isComplete}
            onClick={() => void show(body)}
          >
            {t('office.showPreview')}
          </Button>
          {isPreviewed && (
            <Button loading={sending} onClick={() => void book(body, result)}>
              {t('office.bookAll', { count: result.placed.length })}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}
