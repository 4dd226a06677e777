import { describe, expect, it } from 'vitest';
import { distribute, type OpenSlot } from './distribution.ts';

const hour = (from: number) => ({ startsAt: from, endsAt: from + 1 });
const slots: readonly OpenSlot[] = [
  { slotId: 1, ...hour(8), ordinary: 2, accessible: 0 },
  { slotId: 2, ...hour(9), ordinary: 1, accessible: 0 },
];
const shown = (seekers: Parameters<typeof distribute>[1], over = slots) =>
  [...distribute(over, seekers)].map(([id, place]) => `${id} ${place}`).sort();
const seeker = (studentId: number, busy: readonly { startsAt: number; endsAt: number }[] = []) => ({
  studentId,
  personId: studentId,
  busy,
});
const free = (...ids: number[]) => ids.map((id) => seeker(id));

describe('[APPT-3] distributing students over rooms', () => {
  it('[APPT-3] fills the slots in order; students after the last seat get none', () => {
    expect(shown(free(1, 2, 3, 4))).toEqual(['1 1', '2 1', '3 2', '4 full']);
  });

  it('[APPT-3] [APPT-11] skips slots that overlap another appointment of the student; adjacent times do not overlap', () => {
    expect(
      shown([seeker(1, [hour(8)]), seeker(2, [hour(9), hour(7)]), seeker(3, [{ startsAt: 7, endsAt: 10 }])]),
    ).toEqual(['1 2', '2 1', '3 elsewhere']);
  });

  it('[APPT-3] [APPT-11] gives two enrolments of one person slots one after the other', () => {
    const same = [seeker(1), { ...seeker(2), personId: 1 }, { ...seeker(3), personId: 1 }];
    expect(shown(same)).toEqual(['1 1', '2 2', '3 elsewhere']);
  });

  it('[APPT-11] keeps accessible seats for those who need them, in whatever order they are named', () => {
    const over = [{ slotId: 1, ...hour(8), ordinary: 1, accessible: 2 }];
    const needing = { ...seeker(9), needsAccessible: true };
    expect(shown([...free(1, 2), needing], over)).toEqual(['1 1', '2 1', '9 1']);
    expect(shown([...free(1, 2, 3), needing], over)).toEqual(['1 1', '2 1', '3 full', '9 1']);
    expect(shown([needing], slots)).toEqual(['9 noAccessible']);
    expect(shown([{ ...needing, busy: [hour(8)] }], over)).toEqual(['9 elsewhere']);
  });
});
