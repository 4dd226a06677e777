import { Textarea, type TextareaProps } from '@mantine/core';
import type { ClipboardEvent, KeyboardEvent, Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { formattedPaste } from './formatted-paste.ts';
import { applyEdit, insertText, markOfKey, toggleMark } from './text-edits.ts';

type RichFieldProps = Omit<TextareaProps, 'onChange' | 'onPaste' | 'onKeyDown' | 'value' | 'ref'> & {
  readonly ref?: Ref<HTMLTextAreaElement>;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly onKeys?: (event: KeyboardEvent<HTMLTextAreaElement>) => void;
  readonly onImage: (image: File) => void;
  /** Called with pasted multi-line text; returns true if it handled the text. */
  readonly onLines?: (text: string) => boolean;
};

/** The first image in the pasted data. */
function imageOf(data: DataTransfer): File | undefined {
  return [...data.files].find((file) => file.type.startsWith('image/'));
}

/** The dropped image, or else the first file, so that the drop target can report it. */
export const droppedFile = (data: DataTransfer): File | undefined => imageOf(data) ?? data.files[0];

/** A text field with our formatting: shortcuts mark the selection, pasting keeps a document's formatting. */
export function RichField({ value, onChange, onKeys, onImage, onLines, ...rest }: RichFieldProps) {
  const { t } = useTranslation();

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const mark = markOfKey(event);
    const field = event.currentTarget;
    if (mark === undefined) return onKeys?.(event);
    event.preventDefault();
    applyEdit(field, toggleMark(field.value, field.selectionStart, field.selectionEnd, mark));
  };

  const onPaste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const image = imageOf(event.clipboardData);
    const plain = event.clipboardData.getData('text/plain');
    // Word processors add a picture of the copied text; prefer the text.
    if (image && plain.trim() === '') {
      event.preventDefault();
      return onImage(image);
    }
    const formatted = formattedPaste(event.clipboardData.getData('text/html'));
    const text = formatted ?? plain;
    if (/[\r\n]/.test(text.trim()) && onLines?.(text)) return event.preventDefault();
    if (formatted === undefined) return;
    event.preventDefault();
    const field = event.currentTarget;
    applyEdit(field, insertText(field.selectionStart, field.selectionEnd, formatted));
  };

  return (
    <Textarea
      {...rest}
      autosize
      value={value}
      spellCheck
      aria-description={t('questions.formattingHint')}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      onPaste={onPaste}
    />
  );
}
