import { ActionIcon, Group, Menu, TextInput, Tooltip, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { type DragEvent, type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readPastedAnswers, sortPastedAnswers } from '#domain/question-bank/pasted-answers.ts';
import { notifyError } from '#web/base/notify.ts';
import {
  BookIcon,
  DeleteIcon,
  GripIcon,
  ImageIcon,
  MoreIcon,
  SortDownIcon,
  SortUpIcon,
  SwapIcon,
} from '#web/ui/icons.tsx';
import classes from './answer-line.module.css';
import type { QuestionEditorState } from './editor-state.ts';
import { ImageSlot } from './image-slot.tsx';
import {
  type AnswerLine,
  changeLine,
  isBlank,
  linesOf,
  moveLine,
  nextLine,
  pasteLines,
  placeLine,
  removeLine,
  turnLine,
} from './question-form.ts';
import { droppedFile, RichField } from './rich-field.tsx';

/** The drag-and-drop type of an answer. */
const dragType = 'application/x-answer';

type LineProps = { readonly editor: QuestionEditorState; readonly line: AnswerLine; readonly number: number };

/** The actions on one line, by mouse or keyboard. */
function useLineActions({ editor, line }: Omit<LineProps, 'number'>) {
  const { t } = useTranslation();
  const { key } = line;
  const announce = (form: QuestionEditorState['form']) => {
    const moved = form.answers.find((other) => other.key === key);
    if (!moved) return;
    const group = linesOf(form, moved.isCorrect);
    editor.announce(moved.isCorrect, group.indexOf(moved) + 1, group.length);
  };
  const reshape = (change: (form: QuestionEditorState['form']) => QuestionEditorState['form']) =>
    editor.step((form) => {
      const next = change(form);
      announce(next);
      return { form: next, focus: key };
    });
  return {
    turn: () => reshape((form) => turnLine(form, key)),
    move: (step: -1 | 1) => reshape((form) => moveLine(form, key, step)),
    drop: (dragged: number) =>
      editor.step((form) => ({ form: placeLine(form, dragged, line.isCorrect, key), focus: dragged })),
    next: () => editor.step((form) => nextLine(form, key)),
    remove: () => {
      editor.uploads.forget(key);
      editor.step((form) => removeLine(form, key));
    },
    paste: (text: string): boolean => {
      const pasted = sortPastedAnswers(readPastedAnswers(text), line.isCorrect);
      if (pasted.length < 2) return false;
      editor.step((form) => {
        const step = pasteLines(form, key, pasted);
        if (step.left > 0) notifyError(t('questions.pasteLeft', { count: step.left }));
        return step;
      });
      return true;
    },
  };
}

type BibliographyProps = Omit<LineProps, 'number'> & {
  readonly opened: boolean;
  readonly onOpen: () => void;
};

/** The answer's bibliography reference, collapsed into one line until opened. */
function Bibliography({ editor, line, opened, onOpen }: BibliographyProps) {
  const { t } = useTranslation();
  const reference = [line.referenceTitle, line.referencePage].filter((part) => part.trim() !== '').join(', ');
  if (!opened && reference === '') return null;
  if (!opened)
    return (
      <UnstyledButton className={classes.reference} onClick={onOpen}>
        <BookIcon size={14} />
        <VisuallyHidden>{t('questions.bibliography')}:</VisuallyHidden>
        {reference}
      </UnstyledButton>
    );
  const set = (change: Partial<AnswerLine>) =>
    editor.step((form) => ({ form: changeLine(form, line.key, change), focus: undefined }));
  return (
    <Group gap="xs" mt={6} wrap="nowrap">
      <TextInput
        className={classes.title}
        size="xs"
        aria-label={t('questions.referenceTitle')}
        placeholder={t('questions.referenceTitle')}
        maxLength={500}
        value={line.referenceTitle}
        onChange={(event) => set({ referenceTitle: event.currentTarget.value })}
      />
      <TextInput
        className={classes.page}
        size="xs"
        aria-label={t('questions.referencePage')}
        placeholder={t('questions.referencePage')}
        maxLength={50}
        value={line.referencePage}
        onChange={(event) => set({ referencePage: event.currentTarget.value })}
      />
    </Group>
  );
}

/** One answer: its text, image, bibliography and actions. */
export function AnswerLineField({ editor, line, number }: LineProps) {
  const { t } = useTranslation();
  const actions = useLineActions({ editor, line });
  const [over, setOver] = useState(false);
  const [bibliography, setBibliography] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  const { key, isCorrect } = line;
  const label = t(isCorrect ? 'questions.correctAnswer' : 'questions.falseAnswer', { index: number });
  const error = editor.problemAt(`answer.${key}`);

  const onKeys = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return;
    const action = actionOf(event);
    if (action === undefined) return;
    event.preventDefault();
    action();
  };

  function actionOf(event: KeyboardEvent): (() => void) | undefined {
    const { ctrlKey, metaKey, altKey, shiftKey } = event;
    if (event.key === 'Enter' && (ctrlKey || metaKey)) return actions.turn;
    if (event.key === 'Enter' && !shiftKey && !altKey) return actions.next;
    if (event.key === 'ArrowUp' && altKey) return () => actions.move(-1);
    if (event.key === 'ArrowDown' && altKey) return () => actions.move(1);
    return event.key === 'Backspace' && isBlank(line) && line.text === '' ? actions.remove : undefined;
  }

  const onDrop = (event: DragEvent) => {
    setOver(false);
    const file = droppedFile(event.dataTransfer);
    const dragged = Number(event.dataTransfer.getData(dragType));
    if (!file && !dragged) return;
    event.preventDefault();
    event.stopPropagation();
    if (file) editor.uploads.start(key, file);
    else actions.drop(dragged);
  };

  return (
    <li
      className={classes.line}
      data-over={over || undefined}
      onDragOver={(event) => {
        const { types } = event.dataTransfer;
        if (!types.includes(dragType) && !types.includes('Files')) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <span
        className={classes.grip}
        draggable
        aria-hidden="true"
        title={t('questions.drag')}
        onDragStart={(event) => event.dataTransfer.setData(dragType, String(key))}
      >
        <GripIcon size={16} />
      </span>
      <div className={classes.body}>
        <RichField
          ref={editor.lines.register(key)}
          aria-label={label}
          placeholder={label}
          value={line.text}
          minRows={1}
          error={error}
          onChange={(text) => {
            editor.step((form) => ({ form: changeLine(form, key, { text }), focus: undefined }));
            editor.forgive(`answer.${key}`);
          }}
          onKeys={onKeys}
          onImage={(image) => editor.uploads.start(key, image)}
          onLines={actions.paste}
        />
        <ImageSlot
          name={line.image}
          upload={editor.uploads.uploads.get(key)}
          label={t('questions.imageOf', { of: label })}
          onRemove={() => {
            editor.uploads.forget(key);
            editor.setImage(key, null);
          }}
        />
        <Bibliography
          editor={editor}
          line={line}
          opened={bibliography}
          onOpen={() => setBibliography(true)}
        />
      </div>
      <Group gap={0} wrap="nowrap" className={classes.deeds}>
        <Tooltip label={`${t(isCorrect ? 'questions.makeFalse' : 'questions.makeCorrect')} (Ctrl+Enter)`}>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`${t(isCorrect ? 'questions.makeFalse' : 'questions.makeCorrect')}${t('common.colon')} ${label}`}
            onClick={actions.turn}
          >
            <SwapIcon size={16} />
          </ActionIcon>
        </Tooltip>
        <Menu
          position="bottom-end"
          withinPortal={false}
          hideDetached={false}
          withInitialFocusPlaceholder={false}
        >
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" aria-label={t('questions.moreOf', { of: label })}>
              <MoreIcon size={16} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<ImageIcon size={16} />} onClick={() => picker.current?.click()}>
              {t(line.image === null ? 'questions.addImage' : 'questions.replaceImage')}
            </Menu.Item>
            <Menu.Item leftSection={<BookIcon size={16} />} onClick={() => setBibliography(true)}>
              {t('questions.bibliography')}
            </Menu.Item>
            <Menu.Divider />
            <Menu.Item
              leftSection={<SortUpIcon size={16} />}
              rightSection={<span className={classes.keys}>Alt+↑</span>}
              onClick={() => actions.move(-1)}
            >
              {t('questions.moveUp')}
            </Menu.Item>
            <Menu.Item
              leftSection={<SortDownIcon size={16} />}
              rightSection={<span className={classes.keys}>Alt+↓</span>}
              onClick={() => actions.move(1)}
            >
              {t('questions.moveDown')}
            </Menu.Item>
            <Menu.Divider />
            <Menu.Item
              className={classes.danger}
              leftSection={<DeleteIcon size={16} />}
              onClick={actions.remove}
            >
              {t('questions.removeAnswer')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
        <input
          ref={picker}
          type="file"
          accept="image/*"
          hidden
          aria-label={t('questions.imageOf', { of: label })}
          onChange={(event) => {
            const file = event.currentTarget.files?.[0];
            if (file) editor.uploads.start(key, file);
            event.currentTarget.value = '';
          }}
        />
      </Group>
    </li>
  );
}
