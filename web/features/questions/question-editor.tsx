import './editor-styles.ts';
import { Alert, Button, Group, Input, Text, VisuallyHidden } from '@mantine/core';
import { type FocusEvent, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Question, QuestionVersion } from '#contract/questions.ts';
import { addressOf } from '#domain/access/addresses.ts';
import { useImageAddresses } from '#web/api/image-links.ts';
import { formatDateTime } from '#web/base/format.ts';
import { notifySuccess } from '#web/base/notify.ts';
import { useGoTo } from '#web/base/screen-address.ts';
import { InfoIcon } from '#web/ui/icons.tsx';
import { useLeaveGuard } from '#web/ui/leave-guard.ts';
import { LoadingCircles } from '#web/ui/loading-circles.tsx';
import { ImageAddressProvider } from '#web/ui/signed-image.tsx';
import { useNoStrayDrops } from '#web/ui/stray-drops.ts';
import { AnswerGroup } from './answer-group.tsx';
import { ConflictPanel } from './conflict-panel.tsx';
import { lastStudyPlace, type StoredDraft, type StudyPlace } from './draft-memory.ts';
import { useStoredDraft } from './editor-draft.ts';
import { EditorFooter } from './editor-footer.tsx';
import { useQuestionEditor } from './editor-state.ts';
import { KindNotice, PointsAndUse } from './kind-and-points.tsx';
import { LivePreview } from './live-preview.tsx';
import { useLimits } from './question-calls.ts';
import classes from './question-editor.module.css';
import { StudyPlaceFields } from './study-place-fields.tsx';
import { TextAndImage } from './text-and-image.tsx';
import { TextToolbar } from './text-toolbar.tsx';

type QuestionEditorProps = {
  readonly question?: Question;
  readonly studyPlace?: StudyPlace;
  /** An earlier version to restore. */
  readonly restored?: QuestionVersion | undefined;
};

/** Waits for a stored draft to load, then renders the form. */
export function QuestionEditor({ question, studyPlace = lastStudyPlace(), restored }: QuestionEditorProps) {
  const { t } = useTranslation();
  const draft = useStoredDraft(question?.id);
  return draft ? (
    <EditorForm question={question} studyPlace={studyPlace} draft={draft.draft} restored={restored} />
  ) : (
    <LoadingCircles text={t('common.loading')} />
  );
}

type EditorFormProps = {
  readonly question: Question | undefined;
  readonly studyPlace: StudyPlace;
  readonly draft: StoredDraft | undefined;
  readonly restored: QuestionVersion | undefined;
};

/** The question form on the left, its live preview on the right. */
function EditorForm({ question, studyPlace, draft, restored }: EditorFormProps) {
  const { t } = useTranslation();
  const goTo = useGoTo();
  const editor = useQuestionEditor(question, studyPlace, draft);
  const lastField = useRef<HTMLTextAreaElement>(null);
  const fields = useRef<HTMLFormElement>(null);
  const limits = useLimits();
  const { form } = editor;
  const addresses = useImageAddresses(
    [form.image, ...form.answers.map((line) => line.image)].filter((name) => name !== null),
  );
  const restore = useRef(editor.restore);
  restore.current = editor.restore;
  useEffect(() => {
    if (restored === undefined) return;
    restore.current(restored);
    notifySuccess(t('questions.versionRestored', { number: restored.number }));
  }, [restored, t]);
  const savable = editor.mayBeSaved && editor.dirty;
  const textId = useId();
  useLeaveGuard(editor.isDirty, t('questions.leaveText'));
  useNoStrayDrops();

  const save = async (another: boolean) => {
    const saved = await editor.save();
    if (!saved) {
      // Focus the first invalid field after the refusal has rendered.
      requestAnimationFrame(() =>
        fields.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
      );
      return;
    }
    notifySuccess(t(question ? 'questions.saved' : 'questions.created'));
    if (another && question === undefined) {
      editor.reset();
      window.scrollTo({ top: 0 });
    } else if (another) void goTo(addressOf('NewQuestion'));
    else if (question === undefined)
      void goTo(addressOf('EditQuestion', { questionId: saved.id }), { replace: true });
  };

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      if (savable) void save(false);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  });

  const noteField = (event: FocusEvent) => {
    if (event.target instanceof HTMLTextAreaElement) lastField.current = event.target;
  };

  return (
    <ImageAddressProvider value={addresses}>
      {editor.restoredAt !== undefined && (
        <Alert
          variant="light"
          color="gold"
          icon={<InfoIcon />}
          mb="md"
          role="status"
          className={classes.kind}
        >
          <Group justify="space-between" gap="sm">
            <span>{t('questions.draftRestored', { at: formatDateTime(editor.restoredAt) })}</span>
            <Button variant="default" size="compact-sm" onClick={editor.discardDraft}>
              {t('questions.discardDraft')}
            </Button>
          </Group>
        </Alert>
      )}
      {editor.conflict && (
        <ConflictPanel
          conflict={editor.conflict}
          form={form}
          onSaveMine={() => {
            const { id, version } = editor.conflict?.theirs ?? {};
            if (id !== undefined && version !== undefined)
              void editor.save({ id, version }).then((saved) => saved && notifySuccess(t('questions.saved')));
          }}
          onTakeTheirs={editor.takeTheirs}
        />
      )}
      <div className={classes.editor}>
        <form
          ref={fields}
          className={classes.form}
          noValidate
          onFocus={noteField}
          onSubmit={(event) => {
            event.preventDefault();
            if (savable) void save(false);
          }}
        >
          <StudyPlaceFields editor={editor} />
          <Input.Label className={classes.textLabel} htmlFor={textId} required>
            {t('questions.text')}
          </Input.Label>
          <div className={classes.toolbar}>
            <TextToolbar field={lastField} />
          </div>
          <TextAndImage editor={editor} questionId={question?.id} textId={textId} />
          <AnswerGroup editor={editor} isCorrect />
          <AnswerGroup editor={editor} isCorrect={false} />
          <KindNotice editor={editor} />
          <Text size="sm" c="dimmed" mt="xs">
            {t('questions.keysHint')}
          </Text>
          <PointsAndUse editor={editor} />
          {editor.refusals.length > 0 && !editor.conflict && (
            <Alert color="red" variant="light" role="alert" mt="md">
              {editor.refusals.join(' ')} {t('crud.keptHint')}
            </Alert>
          )}
          <EditorFooter editor={editor} isSavable={savable} onSaveAnother={() => void save(true)} />
          <VisuallyHidden aria-live="polite">{editor.announcement}</VisuallyHidden>
        </form>
        <div className={classes.side}>
          <LivePreview form={form} limits={limits} />
        </div>
      </div>
    </ImageAddressProvider>
  );
}
