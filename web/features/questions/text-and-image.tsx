import { Button } from '@mantine/core';
import { type DragEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ImageIcon } from '#web/ui/icons.tsx';
import type { QuestionEditorState } from './editor-state.ts';
import { ImageSlot } from './image-slot.tsx';
import { droppedFile, RichField } from './rich-field.tsx';
import { SimilarNotice } from './similar-notice.tsx';

type TextAndImageProps = {
  readonly editor: QuestionEditorState;
  readonly questionId: number | undefined;
  readonly textId: string;
};

/** The question's own text and image. */
export function TextAndImage({ editor, questionId, textId }: TextAndImageProps) {
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
