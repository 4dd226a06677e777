import {
  Alert,
  Button,
  FileButton,
  Group,
  Modal,
  Select,
  Stack,
  Table,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BulkResult } from '#contract/appointments.ts';
import type { ErrorCode } from '#domain/errors.ts';
import { textOfCode, textsOfError } from '#web/base/error-text.ts';
import { notifySuccess } from '#web/base/notify.ts';
import { usePhone } from '#web/ui/phone.ts';
import { type BulkBody, useAppointmentCalls, useChoices } from './appointment-calls.ts';

/** Parses pasted registration numbers, separated by lines, spaces, commas or semicolons. */
export const matricolsIn = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\s,;]+/)
      .map((one) => one.replaceAll('"', '').trim())
      .filter((one) => one !== ''),
  ),
];

export function Outcome({ result }: { readonly result: BulkResult }) {
  const { t } = useTranslation();
  return (
    <>
      {result.failed.length > 0 && (
        <Alert
          color="yellow"
          variant="light"
          role="alert"
          title={t(result.placed.length === 0 ? 'office.allFailed' : 'office.someFailed', {
            count: result.failed.length,
          })}
        >
          <ul>
            {result.failed.map(({ matricol, error, params }) => (
              <li key={matricol}>{textOfCode(error as ErrorCode, params)}</li>
            ))}
          </ul>
        </Alert>
      )}
      {result.placed.length > 0 && (
        <Table.ScrollContainer minWidth={420} maxHeight={320}>
          <Table aria-label={t('office.preview')} stickyHeader>
            <Table.Thead>
              <Table.Tr>
                {(
                  ['nrMatricol', 'studentName', 'examRoom', 'examRoomSlot', 'examRow', 'seatNumber'] as const
                ).map((name) => (
                  <Table.Th key={name}>{t(`appointmentColumns.${name}`)}</Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {result.placed.map((place) => (
                <Table.Tr key={place.matricol}>
                  <Table.Td>{place.matricol}</Table.Td>
                  <Table.Td>{place.studentName}</Table.Td>
                  <Table.Td>{place.examRoom}</Table.Td>
                  <Table.Td>{place.startHour}</Table.Td>
                  <Table.Td>{place.examRow}</Table.Td>
                  <Table.Td>{place.seatNumber}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </>
  );
}

/** Creates appointments in bulk by registration number; shows a preview before anything is written. */
export function BulkDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const phone = usePhone();
  const { preview, bookAll } = useAppointmentCalls();
  const exams = useChoices('getExamCustom');
  const rooms = useChoices('examrooms');
  const [examCustomId, setExam] = useState<string | null>(null);
  const [examRoomId, setRoom] = useState<string | null>(null);
  const [examDate, setDate] = useState('');
  const [text, setText] = useState('');
  const [sending, setSending] = useState(false);
  const [refused, setRefused] = useState<unknown>();
  const [result, setResult] = useState<BulkResult>();
  const matricols = matricolsIn(text);
  const isComplete = examCustomId !== null && examDate !== '' && matricols.length > 0;
  const body: BulkBody = {
    examCustomId: Number(examCustomId),
    examDate,
    matricols,
    ...(examRoomId !== null && { examRoomId: Number(examRoomId) }),
  };
  /** Discards the preview, which no longer matches the input. */
  const changed =
    <V,>(set: (value: V) => void) =>
    (value: V) => {
      set(value);
      setResult(undefined);
    };
  const send = async (work: () => Promise<BulkResult>) => {
    setSending(true);
    setRefused(undefined);
    try {
      const answer = await work();
      setResult(answer);
      if (answer.created > 0) notifySuccess(t('office.created', { count: answer.created }));
      return answer;
    } catch (error) {
      setRefused(error);
      return undefined;
    } finally {
      setSending(false);
    }
  };
  const bookNow = async () => {
    const answer = await send(() => bookAll(body));
    if (answer && answer.failed.length === 0) onClose();
  };
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
        <Select
          label={t('appointmentColumns.examCustom')}
          required
          searchable
          data={exams.data ?? []}
          value={examCustomId}
          onChange={changed(setExam)}
        />
        <TextInput
          type="date"
          label={t('appointmentColumns.examDate')}
          required
          value={examDate}
          onChange={(event) => changed(setDate)(event.currentTarget.value)}
        />
        <Select
          label={t('appointmentColumns.examRoom')}
          description={t('office.anyRoom')}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': t('crud.clear', { field: t('appointmentColumns.examRoom') }) }}
          data={rooms.data ?? []}
          value={examRoomId}
          onChange={changed(setRoom)}
        />
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
        {refused !== undefined && (
          <Alert color="red" variant="light" role="alert">
            {textsOfError(refused).join(' ')}
          </Alert>
        )}
        {result && <Outcome result={result} />}
        <Group justify="flex-end">
          <Button
            variant={isPreviewed ? 'default' : 'filled'}
            loading={sending}
            disabled={!isComplete}
            onClick={() => void send(() => preview(body))}
          >
            {t('office.showPreview')}
          </Button>
          {isPreviewed && (
            <Button loading={sending} onClick={() => void bookNow()}>
              {t('office.bookAll', { count: result.placed.length })}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}
