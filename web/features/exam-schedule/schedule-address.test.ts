import { describe, expect, it } from 'vitest';
import { dayAfter, daysOf, scheduleAddress, viewOf } from './schedule-address.ts';

describe('[APPT-5] the address of the schedule', () => {
  it('[APPT-5] shows a day, or the week of a day from Monday to Sunday', () => {
    expect(daysOf({ view: 'day', day: '2026-11-18' })).toEqual(['2026-11-18']);
    const week = daysOf({ view: 'week', day: '2026-11-18' });
    expect([week[0], week.at(-1), week.length]).toEqual(['2026-11-16', '2026-11-22', 7]);
    expect(daysOf({ view: 'week', day: '2026-11-22' })).toEqual(week);
    expect(daysOf({ view: 'week', day: '2026-11-16' })).toEqual(week);
    expect(dayAfter('2026-03-28', 2)).toBe('2026-03-30');
  });

  it('[APPT-5] round-trips every view; ignores invalid values', () => {
    const shown = { view: 'week', day: '2026-11-18', examRoomId: 4, examRoomSlotId: 9 } as const;
    const query = Object.fromEntries(new URL(scheduleAddress(shown), 'http://x').searchParams);
    expect(viewOf(query)).toEqual(shown);
    expect(viewOf({ view: 'x', day: 'y', examRoomId: '-1', examRoomSlotId: '0' })).toMatchObject({
      view: 'day',
      examRoomId: undefined,
      examRoomSlotId: undefined,
    });
  });
});
