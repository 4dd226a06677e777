import fc from 'fast-check';
import { expect, it } from 'vitest';
import { settledQuestion } from '../contestations/settlement.ts';
import { countedQuestion, readSheet, sheetVersions } from './answer-sheet.ts';

const question = fc.record({
  versionId: fc.integer({ min: 1, max: 2_000_000_000 }),
  answerOrder: fc.shuffledSubarray(
    Array.from({ length: 30 }, (_, bankIndex) => bankIndex),
    { minLength: 2, maxLength: 10 },
  ),
  ticks: fc.integer({ min: 0, max: 1023 }),
  kind: fc.constantFrom('s' as const, 'm' as const),
  points: fc.constantFrom(10, 7.5),
  key: fc.integer({ min: 1, max: 2 ** 30 - 1 }),
  spent: fc.option(fc.integer({ min: 0, max: 10_000_000 })),
});
const papers = fc.uniqueArray(question, {
  minLength: 1,
  maxLength: 20,
  selector: ({ versionId }) => versionId,
});

it('[RESU-5] reads an answer sheet as its questions were served and ticked, settled ones as they are scored', () => {
  fc.assert(
    fc.property(papers, fc.integer({ min: 1, max: 1023 }), (paper, late) => {
      const sheet = paper
        .map(
          ({ versionId, ticks, kind, answerOrder, spent }) =>
            `${versionId} ${ticks} ${kind} ${answerOrder.join('.')} ${spent ?? ''}`,
        )
        .join(',');
      const settled = paper[0]?.versionId;
      const settlements = [
        { kind: 'countLate' as const, ticks: late },
        { kind: 'removeAnswer' as const, answers: 0b101 },
      ];
      const read = readSheet(sheet, new Map(paper.map((one) => [one.versionId, one])), {
        reaches: (versionId) => versionId === settled,
        settled: (one) => settledQuestion(one, one.versionId === settled ? settlements : []),
      });
      expect(read).toEqual(
        paper.map(({ spent, ...one }) =>
          countedQuestion(
            settledQuestion(one, one.versionId === settled ? settlements : []),
            one.versionId,
            spent ?? -1,
          ),
        ),
      );
      const ids: number[] = [];
      sheetVersions(sheet, (id) => ids.push(id));
      expect(ids).toEqual(paper.map(({ versionId }) => versionId));
    }),
  );
});

it('[RESU-5] a question with only a removed answer ticked was answered', () => {
  const served = { points: 10, answerOrder: [2, 0], key: 1, removed: 0b100 };
  const { ticked, isAnswered } = countedQuestion({ ...served, ticks: 0b01 }, 1, -1);
  expect([ticked, isAnswered]).toEqual([0, true]);
  expect(countedQuestion({ ...served, ticks: 0 }, 1, -1).isAnswered).toBe(false);
});

it('[RESU-5] reads a sheet without times', () => {
  const [first, second] = readSheet('7 2 s 3.0,8 5 m 1.2.4', new Map(), {
    reaches: () => false,
    settled: (one) => one,
  });
  expect(first).toMatchObject({ versionId: 7, shown: 0b1001, ticked: 0b1, spent: -1 });
  expect(second).toMatchObject({ versionId: 8, shown: 0b10110, ticked: 0b10010, spent: -1 });
});
