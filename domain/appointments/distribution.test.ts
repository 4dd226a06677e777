import { describe, expect, it } from 'vitest';
import { distribute } from './distribution.ts';

const seats = (count: number) => Array.from({ length: count }, (_, index) => ({ row: 1, seat: index + 1 }));
const hour = (from: number) => ({ startsAt: from, endsAt: from + 1 });
const slots = [
  { slotId: 1, ...hour(8), free: seats(2) },
  { slotId: 2, ...hour(9), free: seats(1) },
];
const shown = (seekers: Parameters<typeof distribute>[1]) =>
  [...distribute(slots, seekers)].map(([id, place]) =>
    typeof place === 'string' ? `${id} ${place}` : `${id} ${place.slotId}/${place.seat}`,
  );

describe('[APPT-3] distributing students over rooms', () => {
  it('[APPT-3] fills the slots in order, seat by seat; students after the last seat get none', () => {
    expect(shown([1, 2, 3, 4].map((studentId) => ({ studentId, busy: [] })))).toEqual([
      '1 1/1',
      '2 1/2',
      '3 2/1',
      '4 full',
    ]);
  });

  it('[APPT-3] [APPT-11] skips slots that overlap another appointment of the student; adjacent times do not overlap', () => {
    expect(
      shown([
        { studentId: 1, busy: [hour(8)] },
        { studentId: 2, busy: [hour(9), hour(7)] },
        { studentId: 3, busy: [{ startsAt: 7, endsAt: 10 }] },
      ]),
    ).toEqual(['1 2/1', '2 1/1', '3 elsewhere']);
  });
});
