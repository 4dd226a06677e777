import { useTranslation } from 'react-i18next';
import type { DateField, DateTimeField } from '#contract/field.ts';
import { parseDay, showDay } from '#domain/calendar/romanian-date.ts';
import { parseWallClock } from '#domain/calendar/wall-clock.ts';
import { TypedDay } from '#web/ui/typed-day.tsx';
import { commonProps, type FieldInputProps } from './field-input.ts';

const typedProps = (props: FieldInputProps<DateField | DateTimeField>) => ({
  label: props.label,
  text: typeof props.value === 'string' ? props.value : '',
  onText: props.onChange,
  onLeave: props.onBlur,
  opensAt: props.opensAt,
  input: commonProps(props),
});

/** Invalid input stays and gets an error. */
export function DateFieldInput(props: FieldInputProps<DateField>) {
  const { t } = useTranslation();
  const day = parseDay(String(props.value ?? ''));
  return (
    <TypedDay
      {...typedProps(props)}
      placeholder={t('crud.dateFormat')}
      day={day}
      tidied={day && showDay(day)}
      onPick={(picked) => props.onChange(showDay(picked))}
    />
  );
}

/** Picking a day keeps the typed time; without one it is midnight. */
export function DateTimeFieldInput(props: FieldInputProps<DateTimeField>) {
  const { t } = useTranslation();
  const text = String(props.value ?? '');
  const moment = parseWallClock(text);
  const [day, time] = moment?.split('T') ?? [parseDay(text)];
  return (
    <TypedDay
      {...typedProps(props)}
      placeholder={t('crud.dateTimeFormat')}
      day={day}
      tidied={moment && `${showDay(day)} ${time}`}
      onPick={(picked) => props.onChange(`${showDay(picked)} ${time ?? '00:00'}`)}
    />
  );
}
