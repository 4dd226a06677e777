import { ActionIcon, Popover, TextInput, type TextInputProps } from '@mantine/core';
import { type ComponentType, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notifyError } from '#web/base/notify.ts';
import type { CalendarProps } from './calendar.tsx';
import { CalendarIcon } from './icons.tsx';
import { useLayer } from './layers.ts';

type TypedDayProps = {
  readonly label: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly placeholder: string;
  /** The ISO day of the text, where the calendar opens. */
  readonly day: string | undefined;
  /** Where the calendar opens while no day is typed. */
  readonly opensAt?: string | undefined;
  /** The text in its display format, or undefined when it is invalid. */
  readonly tidied: string | undefined;
  readonly onPick: (isoDay: string) => void;
  readonly onLeave?: () => void;
  readonly input: TextInputProps;
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

/** A day typed as text, with a calendar next to it; invalid input stays. */
export function TypedDay(props: TypedDayProps) {
  const { label, text, onText, placeholder, day, opensAt, tidied, onPick, onLeave, input } = props;
  const { t } = useTranslation();
  const { Calendar, opened, setOpened, toggle } = useCalendar();
  useLayer(opened);
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
          {...input}
          value={text}
          placeholder={placeholder}
          onChange={(event) => onText(event.currentTarget.value)}
          onBlur={() => {
            if (tidied !== undefined && tidied !== text) onText(tidied);
            onLeave?.();
          }}
          autoComplete="off"
          rightSection={
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('crud.pickDate', { field: label })}
              aria-haspopup="dialog"
              aria-expanded={opened}
              onClick={() => void toggle()}
            >
              <CalendarIcon />
            </ActionIcon>
          }
        />
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={label}>
        {Calendar && (
          <Calendar
            day={day}
            opensAt={opensAt}
            onPick={(picked) => {
              onPick(picked);
              setOpened(false);
            }}
          />
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
