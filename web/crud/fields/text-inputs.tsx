import { NumberInput, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { EmailField, NumberField, TextField, TimeField } from '#contract/field.ts';
import { parseTimeOfDay } from '#domain/calendar/time-of-day.ts';
import { commonProps, type FieldInputProps } from './field-input.ts';

const asText = (value: unknown) => (typeof value === 'string' ? value : '');

export function TextFieldInput(props: FieldInputProps<TextField>) {
  return (
    <TextInput
      {...commonProps(props)}
      value={asText(props.value)}
      onChange={(event) => props.onChange(event.currentTarget.value)}
      autoComplete="off"
    />
  );
}

export function EmailFieldInput(props: FieldInputProps<EmailField>) {
  const { t } = useTranslation();
  const isMalformed = props.error !== undefined && asText(props.value).trim() !== '';
  return (
    <TextInput
      {...commonProps({ ...props, notice: isMalformed ? t('crud.emailExpected') : props.notice })}
      inputMode="email"
      value={asText(props.value)}
      onChange={(event) => props.onChange(event.currentTarget.value)}
      autoComplete="off"
      spellCheck={false}
    />
  );
}

/** A number is never clamped silently: one out of range stays and gets an error. */
export function NumberFieldInput(props: FieldInputProps<NumberField>) {
  const { field, value } = props;
  return (
    <NumberInput
      {...commonProps(props)}
      value={typeof value === 'number' || typeof value === 'string' ? value : ''}
      onChange={props.onChange}
      allowDecimal={!field.integer}
      allowNegative={field.min < 0}
      clampBehavior="none"
      hideControls
      autoComplete="off"
    />
  );
}

/** On blur shows the time as it will be stored, however it was written. */
export function TimeFieldInput(props: FieldInputProps<TimeField>) {
  const { t } = useTranslation();
  const text = asText(props.value);
  return (
    <TextInput
      {...commonProps(props)}
      value={text}
      placeholder={t('crud.timeFormat')}
      onChange={(event) => props.onChange(event.currentTarget.value)}
      onBlur={() => {
        const read = parseTimeOfDay(text);
        if (read !== undefined && read !== text) props.onChange(read);
        props.onBlur();
      }}
      autoComplete="off"
    />
  );
}
