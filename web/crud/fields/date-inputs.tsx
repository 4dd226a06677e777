import { ActionIcon, Popover, TextInput } from '@mantine/core';
import { type ComponentType, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DateField, DateTimeField } from '#contract/field.ts';
import { parseDay, showDay } from '#domain/calendar/romanian-date.ts';
import { parseWallClock } from '#domain/calendar/wall-clock.ts';
import { notifyError } from '#web/base/notify.ts';
import { CalendarIcon } from '#web/ui/icons.tsx';
import { useLayer } from '#web/ui/layers.ts';
import type { CalendarProps } from './calendar.tsx';
import { commonProps, type FieldInputProps } from './field-input.ts';

type TypedDayProps = {
  readonly props: FieldInputProps<DateField | DateTimeField>;
  readonly placeholder: string;
  /** The ISO day of the input, where the calendar opens. */
  readonly day: string | undefined;
  /** The input in its display format, or undefined when it is invalid. */
  readonly tidied: string | undefined;
  readonly pick: (isoDay: string) => void;
};

/** The calendar, loaded when it is first opened; until then, and if that fails, days are typed. */
function useCalendar() {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const [Calendar, setCalendar] = useState<ComponentType<CalendarProps>>();
  const toggle = async () => {
    if (opened) return setOpened(false);
    try {
      const chunk = await import('./calendar.tsx');
      setCalendar(() => chunk.Calendar);
      setOpened(true);
    } catch {
      notifyError(t('messages.network'));
    }
  };
  return { Calendar, opened, setOpened, toggle };
}

/** A day typed as text, with a calendar beside it; invalid input stays and gets an error. */
function TypedDay({ props, placeholder, day, tidied, pick }: TypedDayProps) {
  const { t } = useTranslation();
  const { Calendar, opened, setOpened, toggle } = useCalendar();
  useLayer(opened);
  const text = typeof props.value === 'string' ? props.value : '';
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      trapFocus
      returnFocus
      withRoles={false}
      position="bottom-end"
    >
      <Popover.Target>
        <TextInput
          {...commonProps(props)}
          value={text}
          placeholder={placeholder}
          onChange={(event) => props.onChange(event.currentTarget.value)}
          onBlur={() => {
            if (tidied !== undefined && tidied !== text) props.onChange(tidied);
            props.onBlur();
          }}
          autoComplete="off"
          rightSection={
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('crud.pickDate', { field: props.label })}
              aria-haspopup="dialog"
              aria-expanded={opened}
              onClick={() => void toggle()}
            >
              <CalendarIcon />
            </ActionIcon>
          }
        />
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={props.label}>
        {Calendar && (
          <Calendar
            day={day}
            opensAt={props.opensAt}
            onPick={(picked) => {
              pick(picked);
              setOpened(false);
            }}
          />
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

export function DateFieldInput(props: FieldInputProps<DateField>) {
  const { t } = useTranslation();
  const day = parseDay(String(props.value ?? ''));
  return (
    <TypedDay
      props={props}
      placeholder={t('crud.dateFormat')}
      day={day}
      tidied={day && showDay(day)}
      pick={(picked) => props.onChange(showDay(picked))}
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
      props={props}
      placeholder={t('crud.dateTimeFormat')}
      day={day}
      tidied={moment && `${showDay(day)} ${time}`}
      pick={(picked) => props.onChange(`${showDay(picked)} ${time ?? '00:00'}`)}
    />
  );
}
