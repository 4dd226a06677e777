import { Button, Modal, Select, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { QuestionRow } from '#contract/questions.ts';
import { useChapters } from '#web/api/discipline-choices.ts';
import { textsOfError } from '#web/base/error-text.ts';
import { notifyError, notifySuccess, notifyWarning } from '#web/base/notify.ts';
import { SelectionBar } from '#web/list/selection-bar.tsx';
import { RefusalAlert, useAttempt } from '#web/ui/attempt.tsx';
import { usePhone } from '#web/ui/phone.ts';
import { useQuestionCalls } from './question-calls.ts';

type SelectedProps = { readonly rows: readonly QuestionRow[]; readonly onDone: () => void };

/** Changes questions and reports how many were changed and how many not. */
function useChange({ rows, onDone }: SelectedProps) {
  const { t } = useTranslation();
  const { changeSelected } = useQuestionCalls();
  return async (change: { readonly chapterId?: number; readonly examOnly?: boolean }) => {
    const { changed, failed } = await changeSelected(
      rows.map(({ id }) => id),
      change,
    );
    notifySuccess(t('questions.changedSelected', { count: changed }));
    if (failed.length > 0) notifyWarning(t('questions.unchangedSelected', { count: failed.length }));
    onDone();
  };
}

type MoveDialogProps = SelectedProps & { readonly disciplineId: number; readonly onClose: () => void };

function MoveDialog({ disciplineId, onClose, ...selected }: MoveDialogProps) {
  const { t } = useTranslation();
  const phone = usePhone();
  const chapters = useChapters(disciplineId);
  const change = useChange(selected);
  const [chapterId, setChapterId] = useState<string | null>(null);
  const { sending, refused, attempt } = useAttempt();
  const count = selected.rows.length;
  return (
    <Modal
      opened
      onClose={onClose}
      fullScreen={phone}
      title={t('questions.moveTitle', { count })}
      closeButtonProps={{ 'aria-label': t('common.cancel') }}
    >
      <Stack>
        <RefusalAlert refused={refused} />
        <Select
          label={t('questions.chapter')}
          data={(chapters.data ?? []).map(({ id, code, description }) => ({
            value: String(id),
            label: `${code} ${description}`,
          }))}
          value={chapterId}
          onChange={setChapterId}
          searchable
          nothingFoundMessage={t('crud.noOptions')}
          data-autofocus
        />
        <Button
          loading={sending}
          disabled={chapterId === null}
          onClick={() => void attempt(() => change({ chapterId: Number(chapterId) }))}
        >
          {t('questions.moveTitle', { count })}
        </Button>
      </Stack>
    </Modal>
  );
}

/** What can be done with the selected questions: move them to a chapter, reserve them for exams or release them. */
export function SelectedQuestions({ rows, onDone }: SelectedProps) {
  const { t } = useTranslation();
  const [isMoving, setMoving] = useState(false);
  const change = useChange({ rows, onDone });
  const disciplines = new Set(rows.map(({ pkDiscipline }) => pkDiscipline));
  const [disciplineId = 0] = disciplines;
  const isMixed = disciplines.size > 1;
  const reserve = (examOnly: boolean) =>
    void change({ examOnly }).catch((error) => notifyError(textsOfError(error).join(' ')));
  const done = () => {
    setMoving(false);
    onDone();
  };
  return (
    <SelectionBar count={rows.length} onClear={onDone}>
      <Button
        variant="default"
        disabled={isMixed}
        title={isMixed ? t('questions.moveOneDiscipline') : undefined}
        onClick={() => setMoving(true)}
      >
        {t('questions.moveSelected')}
      </Button>
      {rows.some(({ examOnly }) => !examOnly) && (
        <Button variant="default" onClick={() => reserve(true)}>
          {t('questions.reserveSelected')}
        </Button>
      )}
      {rows.some(({ examOnly }) => examOnly) && (
        <Button variant="default" onClick={() => reserve(false)}>
          {t('questions.releaseSelected')}
        </Button>
      )}
      {isMoving && (
        <MoveDialog rows={rows} disciplineId={disciplineId} onClose={() => setMoving(false)} onDone={done} />
      )}
    </SelectionBar>
  );
}
