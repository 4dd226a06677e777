import { Button, NumberInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { parseTimeOfDay } from '#domain/calendar/time-of-day.ts';
import { generateSlots, offeredRows } from '#domain/rooms/generated-room.ts';
import { textOfCode } from '#web/base/error-text.ts';
import { notifySuccess } from '#web/base/notify.ts';
import { RefusalAlert, useAttempt } from '#web/ui/attempt.tsx';
import { confirm } from '#web/ui/confirm.ts';
import { useRoomCalls } from './room-calls.ts';
import classes from './rooms.module.css';

const defaults = { from: '08:00', to: '20:00', minutes: 120, pause: 0 };

type GeneratorProps = {
  readonly room: { readonly id: number; readonly seats: number; readonly seatsInRows: number };
  readonly onGenerated: () => void;
};

/** Adds rows of equal length and slots of equal duration to a room, each in one step; more seats are confirmed first. */
export function Generator({ room, onGenerated }: GeneratorProps) {
  const { t } = useTranslation();
  const { generate } = useRoomCalls(room.id);
  const [given, setGiven] = useState(() => ({ ...defaults, ...offeredRows(room.seats, room.seatsInRows) }));
  const { sending, refused, attempt } = useAttempt();
  const from = parseTimeOfDay(given.from);
  const to = parseTimeOfDay(given.to);
  const slots = from && to ? generateSlots(from, to, given.minutes, given.pause) : [];

  const send = (body: Parameters<typeof generate>[0]) =>
    attempt(async () => {
      const made = await generate(body);
      if (made.rows > 0) notifySuccess(t('rooms.rowsAdded', { count: made.rows }));
      if (made.slots > 0) notifySuccess(t('rooms.slotsAdded', { count: made.slots }));
      onGenerated();
    });
  const addRows = t('rooms.addRows', { count: given.rows });
  const sendRows = async () => {
    const seats = room.seatsInRows + given.rows * given.seats;
    const question = {
      title: t('rooms.moreSeatsTitle'),
      message: t('rooms.moreSeats', { before: room.seats, after: seats }),
      confirmLabel: addRows,
    };
    if (seats > room.seats && !(await confirm(question))) return;
    await send({ rows: { count: given.rows, seats: given.seats } });
  };
  const number = (name: 'rows' | 'seats' | 'minutes' | 'pause', label: string, max: number) => (
    <NumberInput
      size="sm"
      label={label}
      min={name === 'pause' ? 0 : 1}
      max={max}
      allowDecimal={false}
      value={given[name]}
      onChange={(value) => setGiven({ ...given, [name]: Number(value) })}
    />
  );
  const hour = (name: 'from' | 'to', label: string) => (
    <TextInput
      size="sm"
      label={label}
      value={given[name]}
      error={parseTimeOfDay(given[name]) === undefined ? textOfCode('validation.time') : undefined}
      onChange={(event) => setGiven({ ...given, [name]: event.currentTarget.value })}
    />
  );
  return (
    <section className={classes.generator} aria-label={t('rooms.generate')}>
      <h3 className={classes.heading}>{t('rooms.generate')}</h3>
      <p className={classes.hint}>{t('rooms.generateHint')}</p>
      <RefusalAlert refused={refused} />
      <div className={classes.line}>
        {number('rows', t('rooms.rowCount'), 200)}
        {number('seats', t('rooms.seatsPerRow'), 1000)}
        <Button
          variant="default"
          loading={sending}
          disabled={given.rows < 1 || given.seats < 1}
          onClick={() => void sendRows()}
        >
          {addRows}
        </Button>
      </div>
      <div className={classes.line}>
        {hour('from', t('rooms.from'))}
        {hour('to', t('rooms.to'))}
        {number('minutes', t('rooms.minutes'), 1440)}
        {number('pause', t('rooms.pause'), 720)}
        <Button
          variant="default"
          loading={sending}
          disabled={slots.length === 0}
          onClick={() =>
            void send({
              slots: { from: given.from, to: given.to, minutes: given.minutes, pause: given.pause },
            })
          }
        >
          {slots.length === 0 ? t('rooms.addNoSlots') : t('rooms.addSlots', { count: slots.length })}
        </Button>
      </div>
    </section>
  );
}
