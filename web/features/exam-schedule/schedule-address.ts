import { type Address, addressOf, type ScreenQuery } from '#domain/access/addresses.ts';
import { numberIn } from '#web/base/number-in.ts';
import { today } from '#web/base/today.ts';

/** What the schedule shows: a day or a week, of all rooms or one, or the seats of a slot. */
export type ScheduleView = {
  readonly view: 'day' | 'week';
  readonly day: string;
  readonly examRoomId: number | undefined;
  readonly examRoomSlotId: number | undefined;
};

export const viewOf = (query: ScreenQuery<'ExamSchedule'>): ScheduleView => ({
  view: query.view === 'week' ? 'week' : 'day',
  day: /^\d{4}-\d{2}-\d{2}$/.test(query.day ?? '') ? String(query.day) : today(),
  examRoomId: numberIn(query.examRoomId),
  examRoomSlotId: numberIn(query.examRoomSlotId),
});

export const scheduleAddress = ({ view, day, examRoomId, examRoomSlotId }: ScheduleView): Address =>
  addressOf('ExamSchedule', { view: view === 'week' ? 'week' : undefined, day, examRoomId, examRoomSlotId });

export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);

/** The days a view shows: the day, or its week from Monday on. */
export function daysOf({ view, day }: Pick<ScheduleView, 'view' | 'day'>): readonly string[] {
  if (view === 'day') return [day];
  const weekday = (new Date(day).getUTCDay() + 6) % 7;
  const monday = dayAfter(day, -weekday);
  return Array.from({ length: 7 }, (_, index) => dayAfter(monday, index));
}
