import './editor-styles.ts';
import { Alert, Button, Checkbox, Group, Input, NumberInput, Text, VisuallyHidden } from '@mantine/core';
import { type DragEvent, type FocusEvent, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Question, QuestionVersion } from '#contract/questions.ts';
import { addressOf } from '#domain/access/addresses.ts';
import { kindByTicks } from '#domain/question-bank/question-draft.ts';
import { useImageAddresses } from '#web/api/image-links.ts';
import { formatDateTime } from '#web/base/format.ts';
import { notifySuccess } from '#web/base/notify.ts';
import { useGoTo } from '#web/base/screen-address.ts';
import { ImageIcon, InfoIcon } from '#web/ui/icons.tsx';
import { useLeaveGuard } from '#web/ui/leave-guard.ts';
import { LoadingCircles } from '#web/ui/loading-circles.tsx';
import { ImageAddressProvider } from '#web/ui/signed-image.tsx';
import { useNoStrayDrops } from '#web/ui/stray-drops.ts';
import { AnswerGroup } from './answer-group.tsx';
import { ConflictPanel } from './conflict-panel.tsx';
import { lastStudyPlace, type StoredDraft, type StudyPlace } from './draft-memory.ts';
import { useStoredDraft } from './editor-draft.ts';
import { type QuestionEditorState, useQuestionEditor } from './editor-state.ts';
import { ImageSlot } from './image-slot.tsx';
import { LivePreview } from './live-preview.tsx';
import { useLimits } from './question-calls.ts';
import classes from './question-editor.module.css';
import { writtenAnswers } from './question-form.ts';
import { droppedFile, RichField } from './rich-field.tsx';
import { SimilarNotice } from './similar-notice.tsx';
import { StudyPlaceFields } from './study-place-fields.tsx';
import { TextToolbar } from './text-toolbar.tsx';

type Editor = { readonly editor: QuestionEditorState };

/** The question's own text and image. */
function TextAndImage({
  editor,
  questionId,
  textId,
}: Editor & { readonly questionId: number | undefined; readonly textId: string }) {
  const { t } = useTranslation();
  const picker = useRef<HTMLInputElement>(null);
  const take = (image: File) => editor.uploads.start('question', image);
  const onDrop = (event: DragEvent) => {
    const file = droppedFile(event.dataTransfer);
    if (!file) return;
    event.preventDefault();
    take(file);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is optional; the button next to it opens the same choice.
    <div
      onDrop={onDrop}
      onDragOver={(event) => event.dataTransfer.types.includes('Files') && event.preventDefault()}
    >
      <RichField
        id={textId}
        aria-required
        minRows={3}
        maxLength={10_000}
        value={editor.form.text}
        error={editor.problemAt('text')}
        onBlur={() => editor.touch('text')}
        onChange={(text) => editor.change({ text }, 'text')}
        onImage={take}
      />
      <SimilarNotice form={editor.form} questionId={questionId} />
      <ImageSlot
        name={editor.form.image}
        upload={editor.uploads.uploads.get('question')}
        label={t('questions.questionImage')}
        error={editor.problemAt('image')}
        onRemove={() => {
          editor.uploads.forget('question');
          editor.setImage('question', null);
        }}
      />
      <Button
        mt={6}
        variant="subtle"
        size="compact-sm"
        leftSection={<ImageIcon size={16} />}
        onClick={() => picker.current?.click()}
      >
        {t(editor.form.image === null ? 'questions.addImage' : 'questions.replaceImage')}
      </Button>
      <input
        ref={picker}
        type="file"
        accept="image/*"
        hidden
        aria-label={t('questions.questionImage')}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          if (file) take(file);
          event.currentTarget.value = '';
        }}
      />
    </div>
  );
}

/** Single or multiple choice, by the answers marked correct now (QUES-8). */
function KindNotice({ editor }: Editor) {
  const { t } = useTranslation();
  const kind = kindByTicks(writtenAnswers(editor.form).filter((line) => line.text.trim() !== ''));
  return (
    <Alert
      variant="light"
      color="brand"
      icon={<InfoIcon />}
      role="status"
      py="xs"
      mt="md"
      className={classes.kind}
    >
      {t(
        kind === undefined
          ? 'questions.kindNone'
          : kind === 'simple'
            ? 'questions.kindSimple'
            : 'questions.kindMultiple',
      )}
    </Alert>
  );
}

function PointsAndUse({ editor }: Editor) {
  const { t } = useTranslation();
  return (
    <Group align="flex-start" gap="xl" mt="lg">
      <NumberInput
        className={classes.points}
        label={t('questions.points')}
        required
        min={0}
        max={1000}
        decimalScale={2}
        value={editor.form.points ?? ''}
        error={editor.problemAt('points')}
        onBlur={() => editor.touch('points')}
        onChange={(value) => editor.change({ points: typeof value === 'number' ? value : null }, 'points')}
      />
      <Checkbox
        className={classes.examOnly}
        label={t('questions.examOnly')}
        description={t('questions.examOnlyHint')}
        checked={editor.form.examOnly}
        onChange={(event) => editor.change({ examOnly: event.currentTarget.checked })}
      />
    </Group>
  );
}

/** Why the question cannot be saved yet, in one line. */
function useMissingParts(editor: QuestionEditorState): string {
  const { t } = useTranslation();
  const { correct, wrong } = editor.missing;
  const reasons = [
    editor.form.chapterId === null && t('questions.needsChapter'),
    editor.form.text.trim() === '' && t('questions.needsText'),
    correct > 0 && t('questions.needsCorrect', { count: correct }),
    wrong > 0 && t('questions.needsFalse', { count: wrong }),
    editor.uploads.isRunning && t('questions.needsUpload'),
  ].filter((reason) => reason !== false);
  if (reasons.length > 0) return t('questions.missingList', { list: reasons.join(', ') });
  if (!editor.mayBeSaved && !editor.saving) return t('questions.needsCorrection');
  return editor.dirty ? t('questions.draftKept') : '';
}

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
  const missing = useMissingParts(editor);
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
          <div className={classes.footer}>
            <Text size="sm" className={classes.missing} role="status" id="question-missing">
              {missing}
            </Text>
            <Group gap="sm" ml="auto">
              <Button
                variant="default"
                disabled={!savable}
                aria-describedby="question-missing"
                onClick={() => void save(true)}
              >
                {t('questions.saveAndAnother')}
              </Button>
              <Button
                type="submit"
                disabled={!savable}
                loading={editor.saving}
                aria-describedby="question-missing"
                aria-keyshortcuts="Control+S"
              >
                {t('questions.save')}
              </Button>
            </Group>
          </div>
          <VisuallyHidden aria-live="polite">{editor.announcement}</VisuallyHidden>
        </form>
        <div className={classes.side}>
          <LivePreview form={form} limits={limits} />
        </div>
      </div>
    </ImageAddressProvider>
  );
}
