import { Button, Menu, Modal, NumberInput, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SatExam, SittingDetails } from '#contract/students-exams.ts';
import { addressOf } from '#domain/access/addresses.ts';
import { may } from '#domain/access/permissions.ts';
import { ApiError } from '#web/base/api-error.ts';
import { notifySuccess } from '#web/base/notify.ts';
import { useActor } from '#web/base/sign-in-state.ts';
import { RefusalAlert, useAttempt } from '#web/ui/attempt.tsx';
import { confirm } from '#web/ui/confirm.ts';
import { ChevronDownIcon } from '#web/ui/icons.tsx';
import { usePhone } from '#web/ui/phone.ts';
import { ScreenLink } from '#web/ui/screen-link.tsx';
import { useSittingCalls } from './result-calls.ts';

type Action = 'end' | 'credit' | 'reopen' | 'annul' | 'free';
const done = {
  end: 'ended',
  credit: 'credited',
  reopen: 'reopened',
  annul: 'annulled',
  free: 'freed',
} as const;
const defaultMinutes = 10;
/** The label of the minutes, for actions that grant time. */
const minutesLabel = { credit: 'extraMinutes', reopen: 'minutes' } as const;
const givesMinutes = (action: Action) => action === 'credit' || action === 'reopen';

const isTakenNext = (refused: unknown) =>
  refused instanceof ApiError && refused.code === 'appointment.seatTakenNext';

type PendingAction = { readonly action: Action; readonly exam: SatExam | undefined };
type ReasonDialogProps = PendingAction & { readonly sitting: SittingDetails; readonly onClose: () => void };

/** Asks for the reason of an action, and for the minutes it grants. */
function ReasonDialog({ action, exam, sitting, onClose }: ReasonDialogProps) {
  const { t } = useTranslation();
  const phone = usePhone();
  const calls = useSittingCalls();
  const [reason, setReason] = useState('');
  const [minutes, setMinutes] = useState(defaultMinutes);
  const { sending, refused, attempt } = useAttempt();
  const isAgain = isTakenNext(refused);
  const time = { minutes, ...(isAgain && { seatTakenNext: true }) };
  const student = `${sitting.lastName} ${sitting.firstName}`;
  const send: Record<Action, () => Promise<void>> = {
    end: () => calls.end(exam?.id ?? 0, reason),
    reopen: () => calls.reopen(exam?.id ?? 0, reason, time),
    credit: () => calls.credit(sitting.groupId, reason, time),
    annul: () => calls.annul(sitting.groupId, reason),
    free: () => calls.free(sitting.groupId, reason),
  };
  const act = () =>
    attempt(async () => {
      await send[action]();
      notifySuccess(t(`studentsExams.${done[action]}`));
      onClose();
    });
  return (
    <Modal
      opened
      onClose={onClose}
      fullScreen={phone}
      closeOnClickOutside={false}
      title={t(`studentsExams.${action}Title`, { student, name: exam?.name ?? '' })}
      closeButtonProps={{ 'aria-label': t('common.cancel') }}
    >
      <Stack>
        <RefusalAlert refused={refused} />
        <Text size="sm">{t(`studentsExams.${action}Text`)}</Text>
        {(action === 'credit' || action === 'reopen') && (
          <NumberInput
            label={t(`studentsExams.${minutesLabel[action]}`)}
            min={1}
            max={240}
            allowDecimal={false}
            value={minutes}
            onChange={(value) => setMinutes(Number(value))}
          />
        )}
        <TextInput
          label={t('studentsExams.reason')}
          required
          maxLength={300}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          data-autofocus
        />
        <Button
          color={action === 'end' || action === 'annul' || isAgain ? 'red' : 'brand'}
          loading={sending}
          disabled={reason.trim() === '' || (givesMinutes(action) && minutes < 1)}
          onClick={() => void act()}
        >
          {t(`studentsExams.${isAgain ? 'anyway' : action}Confirm`)}
        </Button>
      </Stack>
    </Modal>
  );
}

/** What staff can do with a sitting now (EXAM-7, EXAM-9). */
export function SittingActions({ sitting }: { readonly sitting: SittingDetails }) {
  const { t } = useTranslation();
  const actor = useActor();
  const { restore } = useSittingCalls();
  const [pending, setPending] = useState<PendingAction>();
  const running = sitting.exams.filter(({ status }) => status === 'Started');
  const finished = sitting.exams.filter(({ status }) => status === 'Finished');
  const counts = sitting.annulled === null;
  const ofExam = (exam: SatExam) => (sitting.exams.length > 1 ? ` (${exam.name})` : '');
  const undo = async () => {
    const sure = await confirm({
      title: t('studentsExams.restoreTitle'),
      message: t('studentsExams.restoreText', { student: `${sitting.lastName} ${sitting.firstName}` }),
      confirmLabel: t('studentsExams.restoreConfirm'),
    });
    if (!sure) return;
    // The API client reports the error.
    await restore(sitting.groupId).then(
      () => notifySuccess(t('studentsExams.restored')),
      () => undefined,
    );
  };
  const items = [
    ...(may(actor, 'exam.end')
      ? running.map((exam) => (
          <Menu.Item key={`end ${exam.id}`} onClick={() => setPending({ action: 'end', exam })}>
            {t('studentsExams.end')}
            {ofExam(exam)}
          </Menu.Item>
        ))
      : []),
    ...(may(actor, 'exam.creditTime') && running.length > 0
      ? [
          <Menu.Item key="credit" onClick={() => setPending({ action: 'credit', exam: undefined })}>
            {t('studentsExams.credit')}
          </Menu.Item>,
        ]
      : []),
    ...(may(actor, 'exam.end') && running.length > 0
      ? [
          <Menu.Item key="free" onClick={() => setPending({ action: 'free', exam: undefined })}>
            {t('studentsExams.free')}
          </Menu.Item>,
        ]
      : []),
    ...(may(actor, 'paper.enter') && counts
      ? [
          <Menu.Item
            key="paper"
            component={ScreenLink}
            href={addressOf('StudentsExams', { view: 'paper', groupId: sitting.groupId })}
          >
            {t('studentsExams.paper')}
          </Menu.Item>,
        ]
      : []),
    ...(may(actor, 'exam.reopen') && counts
      ? finished.map((exam) => (
          <Menu.Item key={`reopen ${exam.id}`} onClick={() => setPending({ action: 'reopen', exam })}>
            {t('studentsExams.reopen')}
            {ofExam(exam)}
          </Menu.Item>
        ))
      : []),
    ...(may(actor, 'sitting.annul')
      ? [
          counts ? (
            <Menu.Item
              key="annul"
              color="red"
              onClick={() => setPending({ action: 'annul', exam: undefined })}
            >
              {t('studentsExams.annul')}
            </Menu.Item>
          ) : (
            <Menu.Item key="restore" onClick={() => void undo()}>
              {t('studentsExams.restore')}
            </Menu.Item>
          ),
        ]
      : []),
  ];
  if (items.length === 0 || sitting.isConcerned) return null;
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" rightSection={<ChevronDownIcon size={16} />}>
            {t('studentsExams.actions')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>{items}</Menu.Dropdown>
      </Menu>
      {pending && <ReasonDialog {...pending} sitting={sitting} onClose={() => setPending(undefined)} />}
    </>
  );
}
