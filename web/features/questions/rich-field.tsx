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
  /** An image that was pasted. */
  readonly onImage: (image: File) => void;
  /** A text of several lines that was pasted; true when it was taken care of. */
  readonly onLines?: (text: string) => boolean;
};

/** The first image among what was pasted. */
function imageOf(data: DataTransfer): File | undefined {
  return [...data.files].find((file) => file.type.startsWith('image/'));
}

/** What was dropped as an image: the first one, or else the file that is none, so that its place can say so. */
export const droppedFile = (data: DataTransfer): File | undefined => imageOf(data) ?? data.files[0];

/** A text with our formatting: key combinations mark what is selected, pasting keeps what a document had. */
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
    // Word processors put a picture of the text beside the text; then the text is meant.
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
