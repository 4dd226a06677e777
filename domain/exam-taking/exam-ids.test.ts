import fc from 'fast-check';
import { expect, it } from 'vitest';
import { examAnswerId, examPositionOf, examQuestionId, ticksOf } from './exam-ids.ts';
import { isTickedAt } from './ticks.ts';

const examId = fc.integer({ min: 1, max: 2_147_483_647 });
const position = fc.integer({ min: 1, max: 999 });
const shown = fc.integer({ min: 2, max: 30 });

it('[EXAM-14] ids encode only the exam and shown positions, and can be decoded without a lookup', () => {
  fc.assert(
    fc.property(examId, position, shown, (exam, index, count) => {
      const id = examQuestionId({ examId: exam, position: index });
      expect(Number.isSafeInteger(examAnswerId(id, count))).toBe(true);
      expect(examPositionOf(id)).toEqual({ examId: exam, position: index });
    }),
  );
});

it('[EXAM-14] two answers shown together never share an id', () => {
  const ids = [1, 2, 999].flatMap((position) =>
    Array.from({ length: 30 }, (_, at) => examAnswerId(examQuestionId({ examId: 7, position }), at)),
  );
  expect(new Set(ids).size).toBe(ids.length);
});

it('[EXAM-5] ticked ids become bits of their positions, in any order and with duplicates', () => {
  fc.assert(
    fc.property(examId, position, shown, fc.array(fc.nat(29)), (exam, index, count, named) => {
      const id = examQuestionId({ examId: exam, position: index });
      const ticked = named.filter((one) => one < count);
      const ticks = ticksOf(
        id,
        ticked.map((one) => examAnswerId(id, one)),
        count,
      );
      for (let one = 0; one < 30; one += 1)
        expect(isTickedAt(ticks as number, one)).toBe(ticked.includes(one));
    }),
  );
});

it('[EXAM-5] rejects an id that is not one of the shown answers', () => {
  const question = examQuestionId({ examId: 12, position: 3 });
  const other = examQuestionId({ examId: 12, position: 4 });
  expect(ticksOf(question, [examAnswerId(question, 5)], 5)).toBeUndefined();
  expect(ticksOf(question, [examAnswerId(question, 0), examAnswerId(other, 0)], 5)).toBeUndefined();
  expect(ticksOf(question, [1], 5)).toBeUndefined();
});
