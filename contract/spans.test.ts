import { describe, expect, it, test } from 'vitest';
import { examSession } from './entities/exam-session.ts';
import { roomSlot } from './entities/room.ts';
import { universityYear } from './entities/university-year.ts';
import { spanProblems } from './spans.ts';

const dates = {
  startDate: '2026-06-01',
  endDate: '2026-06-20',
  contestStartDate: '2026-06-02T10:00',
  contestEndDate: '2026-06-22T10:00',
  contestResolveEndDate: '2026-06-25T10:00',
  examScheduleStart: '2026-05-01T10:00',
  examScheduleEnd: '2026-05-20T10:00',
};
const wrongFields = (changed: Partial<typeof dates>) =>
  spanProblems(examSession, { ...dates, ...changed }).map(({ path, error }) => [path, error]);

describe('[STRUCT-4] the dates of an exam session', () => {
  it('[STRUCT-4] accepts dates in order', () => {
    expect(wrongFields({})).toEqual([]);
  });

  test.each([
    ['endDate', { endDate: '2026-05-31' }],
    ['contestEndDate', { contestEndDate: '2026-06-02T09:59' }],
    ['contestResolveEndDate', { contestResolveEndDate: '2026-06-22T09:59' }],
    ['examScheduleEnd', { examScheduleEnd: '2026-05-01T09:59' }],
  ])('[STRUCT-4] reports %s before its start at that field', (path, changed) => {
    expect(wrongFields(changed)).toEqual([[path, 'validation.endBeforeStart']]);
  });

  it('[STRUCT-4] accepts the same start and end', () => {
    expect(
      wrongFields({
        endDate: '2026-06-01',
        contestEndDate: '2026-06-02T10:00',
        contestResolveEndDate: '2026-06-02T10:00',
        examScheduleEnd: '2026-05-01T10:00',
      }),
    ).toEqual([]);
  });

  it('[STRUCT-4] compares instants, not texts', () => {
    // In June Bucharest is three hours ahead of universal time.
    expect(
      wrongFields({ contestEndDate: '2026-06-02T07:00:00Z', contestStartDate: '2026-06-02T10:00' }),
    ).toEqual([]);
    expect(
      wrongFields({ contestEndDate: '2026-06-02T06:59:59Z', contestStartDate: '2026-06-02T10:00' }),
    ).toEqual([['contestEndDate', 'validation.endBeforeStart']]);
  });

  it('[STRUCT-4] reports all that are wrong', () => {
    expect(wrongFields({ endDate: '2026-01-01', examScheduleEnd: '2026-01-01T00:00' })).toHaveLength(2);
  });
});

describe('other spans', () => {
  it('[STRUCT-3] refuses a slot that ends when it starts', () => {
    const ends = (endHour: string) => spanProblems(roomSlot, { startHour: '10:00', endHour }).length;
    expect([ends('09:00'), ends('10:00'), ends('10:01')]).toEqual([1, 1, 0]);
  });

  it('[STRUCT-1] accepts a university year that is open on one side', () => {
    const ends = (endYear: number | null) =>
      spanProblems(universityYear, { startYear: 2026, endYear }).length;
    expect([ends(2025), ends(2026), ends(null)]).toEqual([1, 0, 0]);
    expect(spanProblems(universityYear, { startYear: null, endYear: 2025 })).toEqual([]);
  });
});
