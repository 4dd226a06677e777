import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { instantOf } from '../calendar/moment.ts';
import { keyDelaySeconds } from '../exam-taking/key-opening.ts';
import { contestReasons, defaultReach, needsExplanation, statusOf } from './contestation.ts';
import { type FilingGates, filingOf, filingProblems } from './filing.ts';
import { blockerOf, mayReach, type Resolvable, type Resolver } from './resolving.ts';
import { settlementReaches } from './settlement.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const at = (text: string) => Date.parse(`2026-06-${text}:00.000Z`);

const gates: FilingGates = {
  allowContestations: true,
  contestationsAllowedDays: 3,
  contestStart: at('10T08:00'),
  contestEnd: at('20T20:00'),
  questionsUsedUntil: at('12T12:00'),
};
const keyFrom = gates.questionsUsedUntil + keyDelaySeconds * 1000;

describe('[CONT-1] when a contestation can be filed', () => {
  it('[CONT-1] for the configured days, from the moment the key would open', () => {
    expect(filingOf(gates, keyFrom)).toEqual({ status: 'keyClosed', opensAt: keyFrom });
    expect(filingOf(gates, keyFrom + 1)).toEqual({ status: 'open', until: keyFrom + 3 * day });
    expect(filingOf(gates, keyFrom + 3 * day)).toMatchObject({ status: 'open' });
    expect(filingOf(gates, keyFrom + 3 * day + 1)).toEqual({
      status: 'daysOver',
      closedAt: keyFrom + 3 * day,
    });
    expect(filingOf({ ...gates, contestationsAllowedDays: 5 }, keyFrom + 4 * day)).toMatchObject({
      status: 'open',
    });
  });

  it.each([
    ['spring', '2026-03-27T14:30', '2026-03-30T14:30', 71],
    ['autumn', '2026-10-23T14:30', '2026-10-26T14:30', 73],
  ])(
    '[CONT-1] [APPT-7] the days end at the same time of day, also over the night of the clock change in %s',
    (_, from, until, hours) => {
      const opens = instantOf(from);
      const given = {
        ...gates,
        contestStart: opens - day,
        contestEnd: opens + 10 * day,
        questionsUsedUntil: opens - keyDelaySeconds * 1000,
      };
      expect(filingOf(given, opens + 1)).toEqual({ status: 'open', until: instantOf(until) });
      expect(instantOf(until) - opens).toBe(hours * 60 * minute);
      expect(filingOf(given, instantOf(until) + 1)).toEqual({
        status: 'daysOver',
        closedAt: instantOf(until),
      });
    },
  );

  it('[CONT-1] only within the session’s dates, whose ends are included', () => {
    const late = { ...gates, contestStart: at('13T08:00') };
    expect(filingOf(late, at('13T07:59'))).toEqual({ status: 'notOpenYet', opensAt: late.contestStart });
    expect(filingOf(late, at('13T08:00'))).toMatchObject({ status: 'open' });
    const short = { ...gates, contestEnd: at('13T20:00') };
    expect(filingOf(short, at('13T20:00'))).toEqual({ status: 'open', until: short.contestEnd });
    expect(filingOf(short, at('13T20:01'))).toEqual({ status: 'closed', closedAt: short.contestEnd });
  });

  it('[CONT-1] never promises to open when it ends before: at once, until it has ended', () => {
    const before = { ...gates, contestEnd: at('12T10:00') };
    expect(filingOf(before, at('11T08:00'))).toEqual({ status: 'neverOpen' });
    expect(filingOf({ ...before, contestEnd: keyFrom }, at('11T08:00'))).toEqual({ status: 'neverOpen' });
    expect(filingOf({ ...before, contestEnd: keyFrom + 1 }, at('11T08:00'))).toMatchObject({
      status: 'keyClosed',
    });
    expect(filingOf(before, at('12T10:01'))).toEqual({ status: 'closed', closedAt: before.contestEnd });
    const after = { ...gates, contestStart: keyFrom + 3 * day + 1 };
    expect(filingOf(after, at('11T08:00'))).toEqual({ status: 'neverOpen' });
    expect(filingOf({ ...after, contestStart: keyFrom + 3 * day }, at('13T08:00'))).toMatchObject({
      status: 'notOpenYet',
    });
  });

  it('[CONT-1] only when contestations are allowed', () => {
    expect(filingOf({ ...gates, allowContestations: false }, at('13T12:00'))).toEqual({
      status: 'switchedOff',
    });
  });

  it('[CONT-1] is open exactly when all three conditions hold', () => {
    const hours = fc.integer({ min: -200, max: 200 });
    fc.assert(
      fc.property(hours, hours, hours, fc.integer({ min: 1, max: 5 }), (start, length, now, days) => {
        const given = {
          ...gates,
          contestationsAllowedDays: days,
          contestStart: gates.questionsUsedUntil + start * 60 * minute,
          contestEnd: gates.questionsUsedUntil + (start + Math.abs(length)) * 60 * minute,
        };
        const moment = gates.questionsUsedUntil + now * 60 * minute;
        const isOpen =
          moment >= given.contestStart &&
          moment <= given.contestEnd &&
          moment > keyFrom &&
          moment <= keyFrom + days * day;
        const state = filingOf(given, moment);
        expect(state.status === 'open').toBe(isOpen);
        // What is promised to open does.
        const promised = 'opensAt' in state ? [state.opensAt, state.opensAt + 1] : undefined;
        expect(promised?.some((then) => filingOf(given, then).status === 'open')).not.toBe(false);
      }),
    );
  });
});

describe('[CONT-1] the content of a contestation', () => {
  const served = new Set([5001, 5002]);
  const codes = (filed: Parameters<typeof filingProblems>[0]) =>
    filingProblems(filed, served).map(({ path, error }) => [path, error]);

  it.each(contestReasons)('[CONT-1] %s needs an explanation or not', (reason) => {
    const explained = ['RNB', 'RN', 'AL'].includes(reason);
    expect(needsExplanation(reason)).toBe(explained);
    expect(codes({ type: 'question', questions: [{ examQuestionId: 5001, reason }] })).toEqual(
      explained ? [['questions.0.comment', 'contestation.explanationMissing']] : [],
    );
    expect(
      codes({ type: 'question', questions: [{ examQuestionId: 5001, reason, comment: 'vezi pagina 12' }] }),
    ).toEqual([]);
  });

  it('[CONT-1] names at least one question of the exam, each once', () => {
    expect(codes({ type: 'question', questions: [] })).toEqual([['questions', 'contestation.noQuestion']]);
    const twice = { examQuestionId: 5002, reason: 'RI' } as const;
    expect(
      codes({ type: 'question', questions: [twice, twice, { examQuestionId: 6001, reason: 'RM' }] }),
    ).toEqual([
      ['questions.1.examQuestionId', 'contestation.questionTwice'],
      ['questions.2.examQuestionId', 'validation.reference'],
    ]);
  });

  it('[CONT-1] a technical complaint needs an explanation; questions are optional', () => {
    expect(codes({ type: 'technical', questions: [] })).toEqual([
      ['comment', 'contestation.explanationMissing'],
    ]);
    expect(codes({ type: 'technical', questions: [], comment: 'S-a întrerupt rețeaua' })).toEqual([]);
  });
});

it('[CONT-3] the status follows from the decisions about all questions', () => {
  expect(statusOf([])).toBe('DP');
  expect(statusOf([true, undefined])).toBe('DP');
  expect(statusOf([false, undefined])).toBe('DP');
  expect(statusOf([true, true])).toBe('AC');
  expect(statusOf([false, false])).toBe('RS');
  expect(statusOf([true, false])).toBe('PAC');
});

describe('[CONT-3] who resolves', () => {
  const end = at('25T20:00');
  const appeal: Resolvable = { type: 'question', teacherContests: true, resolveEnd: end };
  const holder: Resolver = { isAdmin: false, isHolder: true, isTaker: false, isRelative: false };
  const admin: Resolver = { ...holder, isAdmin: true, isHolder: false };

  it('[CONT-3] holders resolve their disciplines until the deadline, administrators everything and later', () => {
    expect(blockerOf(holder, appeal, end)).toBeUndefined();
    expect(blockerOf(holder, appeal, end + 1)).toBe('ended');
    expect(blockerOf({ ...holder, isHolder: false }, appeal, end)).toBe('notHolder');
    expect(blockerOf(admin, appeal, end + 1)).toBeUndefined();
  });

  it('[CONT-3] only administrators resolve technical complaints, and everything when holders do not resolve', () => {
    expect(blockerOf(holder, { ...appeal, type: 'technical' }, end)).toBe('adminsOnly');
    expect(blockerOf(holder, { ...appeal, teacherContests: false }, end)).toBe('adminsOnly');
    expect(blockerOf(admin, { ...appeal, type: 'technical', teacherContests: false }, end)).toBeUndefined();
  });

  it('[ROLE-5] nobody resolves an exam they took or a relative’s, not even administrators', () => {
    for (const who of [holder, admin]) {
      expect(blockerOf({ ...who, isTaker: true }, appeal, end)).toBe('ownExam');
      expect(blockerOf({ ...who, isRelative: true }, appeal, end)).toBe('relative');
    }
  });
});

it('[CONT-8] a case is settled for the whole session; full points and late answers reach one student', () => {
  expect(defaultReach('removeAnswer')).toBe('session');
  expect(defaultReach('changeKey')).toBe('session');
  expect(defaultReach('fullPoints')).toBe('student');
  expect(defaultReach('countLate')).toBe('student');
  expect(mayReach('case', 'changeKey', 'session')).toBe(true);
  expect(mayReach('case', 'changeKey', 'student')).toBe(false);
  expect(mayReach('case', 'fullPoints', 'student')).toBe(false);
  expect(mayReach('question', 'fullPoints', 'session')).toBe(false);
  expect(mayReach('question', 'removeAnswer', 'template')).toBe(true);
});

it('[CONT-4] a technical complaint is settled for its student, by a late answer or full points; it corrects no question', () => {
  expect(mayReach('technical', 'fullPoints', 'student')).toBe(true);
  for (const settle of ['removeAnswer', 'changeKey'] as const)
    for (const reach of settlementReaches) expect(mayReach('technical', settle, reach)).toBe(false);
});

it('[EXAM-8] late answers are counted for technical complaints only', () => {
  expect(mayReach('technical', 'countLate', 'student')).toBe(true);
  expect(mayReach('question', 'countLate', 'student')).toBe(false);
  expect(mayReach('case', 'countLate', 'session')).toBe(false);
});
