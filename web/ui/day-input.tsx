import type { TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { parseDay, showDay } from '#domain/calendar/romanian-date.ts';
import { textOfCode } from '#web/base/error-text.ts';
import { useHoliday } from './holiday.tsx';
import { TypedDay } from './typed-day.tsx';

type DayInputProps = Pick<TextInputProps, 'required' | 'description' | 'className' | 'size'> & {
  readonly label: string;
  /** The label is read out, and shown as the placeholder. */
  readonly isLabelHidden?: boolean;
  /** The ISO day; undefined while there is none. */
  readonly value: string | undefined;
  readonly onChange: (isoDay: string | undefined) => void;
  readonly opensAt?: string | undefined;
};

/** A day outside of a form. Reports a day when it is complete and undefined when it is emptied. */
export function DayInput({ label, isLabelHidden, value, onChange, opensAt, ...input }: DayInputProps) {
  const { t } = useTranslation();
  const holidayOn = useHoliday();
  const shown = value === undefined ? '' : showDay(value);
  /** The text and the day it was typed for; a day from outside replaces the text. */
  const [typed, setTyped] = useState({ text: shown, of: value });
  const [isLeft, setLeft] = useState(false);
  const text = typed.of === value ? typed.text : shown;
  const day = parseDay(text);
  const onText = (next: string) => {
    const parsed = parseDay(next);
    const isDone = parsed !== undefined || next.trim() === '';
    setTyped({ text: next, of: isDone ? parsed : value });
    setLeft(false);
    if (isDone && parsed !== value) onChange(parsed);
  };
  return (
    <TypedDay
      label={label}
      text={text}
      onText={onText}
      placeholder={isLabelHidden ? label : t('crud.dateFormat')}
      day={day}
      opensAt={opensAt}
      tidied={day && showDay(day)}
      onPick={(picked) => onText(showDay(picked))}
      onLeave={() => setLeft(true)}
      input={{
        description: value === undefined || isLabelHidden ? undefined : holidayOn(value),
        ...input,
        ...(isLabelHidden ? { 'aria-label': label, title: label } : { label }),
        error: isLeft && text.trim() !== '' && day === undefined ? textOfCode('validation.date') : undefined,
      }}
    />
  );
}
