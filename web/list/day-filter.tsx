import { TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { parseDay, showDay } from '#domain/calendar/romanian-date.ts';

type DayFilterProps = {
  readonly label: string;
  /** An ISO day; undefined matches every day. */
  readonly day: string | undefined;
  readonly onChange: (day: string | undefined) => void;
};

/** A day typed as day/month/year; applied on Enter and on leaving the field. */
export function DayFilter({ label, day, onChange }: DayFilterProps) {
  const { t } = useTranslation();
  const shown = day === undefined ? '' : showDay(day);
  const [text, setText] = useState(shown);
  useEffect(() => setText(shown), [shown]);
  const parsed = parseDay(text);
  const isWrong = text.trim() !== '' && parsed === undefined;
  const apply = () => {
    if (!isWrong && parsed !== day) onChange(parsed);
  };
  return (
    <TextInput
      w="9.5rem"
      aria-label={label}
      title={label}
      placeholder={`${label} ${t('crud.dateFormat')}`}
      autoComplete="off"
      value={text}
      error={isWrong}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={apply}
      onKeyDown={(event) => {
        if (event.key === 'Enter') apply();
      }}
    />
  );
}
