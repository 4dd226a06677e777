import { describe, expect, it } from 'vitest';
import {
  type BookableSession,
  bookableDays,
  bookableUntil,
  closedChange,
  closedExam,
  closedGate,
  sessionOfDay,
} from './booking.ts';

const at = (text: string) => Date.parse(`${text}Z`);
const session: BookableSession = {
  id: 1,
  startDate: '2026-06-01',
  endDate: '2026-06-20',
  opensAt: at('2026-05-10T08:00'),
  closesAt: at('2026-06-18T20:00'),
};
const slot = { startsAt: at('2026-06-15T08:00'), endsAt: at('2026-06-15T10:00') };
const wish = { day: '2026-06-15', session, slot, durationMinutes: 60 };
const open = { allowExams: true, now: at('2026-06-10T12:00') };

const codeOf = (
  changed: Partial<typeof wish>,
  state: Partial<typeof open> = {},
  by: 'student' | 'office' = 'student',
) => closedGate({ ...wish, ...changed }, by, { ...open, ...state })?.code;

describe('[APPT-1] the booking gates', () => {
  it('[APPT-1] are open during scheduling, on a day of the session, in a slot that is long enough', () => {
    expect(codeOf({})).toBeUndefined();
    expect(codeOf({ durationMinutes: 120 })).toBeUndefined();
    expect(codeOf({}, { now: session.opensAt })).toBeUndefined();
    expect(codeOf({}, { now: session.closesAt - 1 })).toBe('appointment.tooLate');
  });

  it('[APPT-1] only when allowExams, only between examScheduleStart and examScheduleEnd, for students', () => {
    expect(codeOf({}, { allowExams: false })).toBe('appointment.notOpen');
    expect(codeOf({}, { now: session.opensAt - 1 })).toBe('appointment.notOpenYet');
    const evening = { startsAt: at('2026-06-20T18:00'), endsAt: at('2026-06-20T20:00') };
    expect(codeOf({ slot: evening }, { now: session.closesAt })).toBe('appointment.closed');
    expect(codeOf({ slot: evening }, { now: session.closesAt - 1 })).toBeUndefined();
    expect(codeOf({ slot: evening }, { allowExams: false, now: session.closesAt }, 'office')).toBeUndefined();
  });

  it('[APPT-1] refuse everyone a date outside the session or a slot shorter than the exam', () => {
    for (const by of ['student', 'office'] as const) {
      expect(closedGate({ ...wish, session: undefined }, by, open)?.code).toBe('appointment.outsideSession');
      expect(codeOf({ durationMinutes: 121 }, {}, by)).toBe('appointment.slotTooShort');
    }
  });

  it('[APPT-1] a slot can be booked until its end minus the duration', () => {
    expect(bookableUntil(slot, 60)).toBe(at('2026-06-15T09:00'));
    expect(codeOf({}, { now: at('2026-06-15T09:00') - 1 })).toBeUndefined();
    expect(codeOf({}, { now: at('2026-06-15T09:00') })).toBe('appointment.tooLate');
  });
});

describe('[APPT-6] changing an appointment', () => {
  const changed = (
    given: {
      state?: 'waiting' | 'drawn' | 'running' | 'finished' | 'missed';
      now?: number;
      allowExams?: boolean;
    },
    by: 'student' | 'office' = 'student',
  ) => closedChange({ session, state: given.state ?? 'waiting' }, by, { ...open, ...given });

  it('[APPT-6] a student can until scheduling closes, while exams are allowed', () => {
    expect(changed({})).toBeUndefined();
    expect(changed({ state: 'drawn', now: session.closesAt - 1 })).toBeUndefined();
    expect(changed({ now: session.closesAt })).toMatchObject({
      code: 'appointment.closed',
      params: { closedAt: '2026-06-18T20:00:00.000Z' },
    });
    expect(changed({ now: session.opensAt - 1 })?.code).toBe('appointment.notOpenYet');
    expect(changed({ allowExams: false })?.code).toBe('appointment.notOpen');
  });

  it('[APPT-6] a student cannot change what was begun or missed; the office is bound by neither', () => {
    for (const state of ['running', 'finished', 'missed'] as const) {
      expect(changed({ state })?.code).toBe('appointment.begun');
      expect(changed({ state, now: session.closesAt, allowExams: false }, 'office')).toBeUndefined();
    }
  });
});

describe('[APPT-8] the session of an appointment', () => {
  const earlier = { ...session, id: 2, startDate: '2026-05-01' };
  const later = { ...session, id: 3, startDate: '2026-06-10', endDate: '2026-06-30' };
  const all = [later, session, earlier];

  it('[APPT-8] is the one whose startDate..endDate includes its date', () => {
    expect(sessionOfDay([session], '2026-06-01', undefined, open.now)).toBe(session);
    expect(sessionOfDay([session], '2026-06-20', undefined, open.now)).toBe(session);
    expect(sessionOfDay([session], '2026-05-31', undefined, open.now)).toBeUndefined();
    expect(sessionOfDay([session], '2026-06-21', undefined, open.now)).toBeUndefined();
  });

  it('[APPT-8] when two match, the booker chooses; by default it is the one that started last', () => {
    expect(sessionOfDay(all, '2026-06-15', undefined, open.now)).toBe(later);
    expect(sessionOfDay(all, '2026-06-15', 2, open.now)).toBe(earlier);
    expect(sessionOfDay(all, '2026-06-05', undefined, open.now)).toBe(session);
    expect(sessionOfDay(all, '2026-06-05', 3, open.now)).toBeUndefined();
    const ahead = { ...later, id: 4, opensAt: open.now + 1 };
    const over = { ...later, id: 5, closesAt: open.now };
    expect(sessionOfDay([session, ahead, over], '2026-06-15', undefined, open.now)).toBe(session);
    expect(sessionOfDay([session, ahead, over], '2026-06-15', 4, open.now)).toBe(ahead);
  });
});

describe('[APPT-1] the days that can be booked', () => {
  it('[APPT-1] are the days of the sessions from today on, without duplicates, also across a clock change', () => {
    const days = (startDate: string, endDate: string) => ({ startDate, endDate });
    expect(
      bookableDays([days('2026-03-27', '2026-03-30'), days('2026-03-30', '2026-03-31')], '2026-03-28'),
    ).toEqual(['2026-03-28', '2026-03-29', '2026-03-30', '2026-03-31']);
    expect(bookableDays([days('2026-03-27', '2026-03-30')], '2026-04-01')).toEqual([]);
    expect(bookableDays([days('2026-01-01', '2199-01-01')], '2026-01-01')).toHaveLength(92);
  });
});

describe('an exam that a student has to sit already, or whose key has opened', () => {
  const elsewhere = { sessionId: 2, session: 'Vara', examDate: '2027-06-03' };
  const here = { sessionId: 1, session: 'Iarna', examDate: '2027-02-03' };
  const booking = { sessionId: 1, isMove: false, hasOpened: false, toSit: [] };

  it.each([
    ['nothing else is to be sat', undefined, booking],
    ['it is to be sat in this session', 'appointment.examTwice', { ...booking, toSit: [here] }],
    [
      'it is to be sat in another one',
      'appointment.toSitElsewhere',
      { ...booking, toSit: [here, elsewhere] },
    ],
    ['that one moves', undefined, { ...booking, isMove: true, toSit: [elsewhere] }],
    ['the one of this session moves', undefined, { ...booking, isMove: true, toSit: [here] }],
    [
      'its key has opened, also for a move',
      'appointment.keyOpened',
      { ...booking, isMove: true, hasOpened: true },
    ],
  ])('[APPT-2] %s: %s', (_what, code, state) => {
    expect(closedExam(state)?.code).toBe(code);
  });

  it('[MSG-10] the refusal names the other session and its day', () => {
    expect(closedExam({ ...booking, toSit: [elsewhere] })?.params).toEqual({
      session: 'Vara',
      examDate: '2027-06-03',
    });
  });
});
