import fc from 'fast-check';
import { expect, it } from 'vitest';
import { causeOfFinish, currentExam, statusOf } from './sitting.ts';

const sat = (...finished: readonly boolean[]) =>
  finished.map((one, at) => ({ position: at + 1, finished: one }));

it('[EXAM-16] the current exam is the first unfinished one in order, otherwise the last', () => {
  expect(currentExam(sat(false, false))?.position).toBe(1);
  expect(currentExam(sat(true, false, false))?.position).toBe(2);
  expect(currentExam(sat(true, true))?.position).toBe(2);
  expect(currentExam([])).toBeUndefined();
});

it('[EXAM-16] the input order of the exams does not matter', () => {
  const exams = fc.array(fc.boolean(), { minLength: 1, maxLength: 6 }).map((all) => sat(...all));
  fc.assert(
    fc.property(exams, (all) => {
      expect(currentExam(all.toReversed())).toEqual(currentExam(all));
    }),
  );
});

it('[EXAM-7] before the last second the user who ends an exam is the cause; after that the deadline is', () => {
  expect(causeOfFinish(5000, 3999)).toBe('student');
  expect(causeOfFinish(5000, 4000)).toBe('deadline');
  expect(causeOfFinish(5000, 5000)).toBe('deadline');
});

it('[EXAM-1] only a finished exam has the status Finished', () => {
  expect(statusOf({ status: 'prepared' })).toBe('NotStarted');
  expect(statusOf({ status: 'running', deadline: 0, writer: 'w', writerSignIn: null })).toBe('Started');
  expect(statusOf({ status: 'finished', finishedAt: 0, cause: 'student' })).toBe('Finished');
});
