import { describe, expect, it } from 'vitest';
import { questionRows } from './bank-question.ts';
import { finding } from './findings.ts';
import type { ImportedQuestion } from './imported-question.ts';
import { judgeQuestion, rejected } from './judge-question.ts';

const question = (changed: Partial<ImportedQuestion> = {}): ImportedQuestion => ({
  name: '',
  chapter: [],
  text: 'Ce este?',
  answers: [
    { text: 'da', correct: true },
    { text: 'nu', correct: false },
  ],
  images: [],
  ...changed,
});
const rowOf = (changed: Partial<ImportedQuestion>) =>
  questionRows([judgeQuestion({ position: 1 }, question(changed), 'any')])[0];
const codes = (changed: Partial<ImportedQuestion>) => rowOf(changed)?.findings.map(({ code }) => code);

describe('a row of a question file', () => {
  it('[IMP-2] holds the question as the bank stores it', () => {
    expect(rowOf({ points: 2.345, chapter: ['  A ', 'B'], image: 'k' })).toMatchObject({
      position: 1,
      line: null,
      chapter: ['A', 'B'],
      content: {
        text: 'Ce este?',
        image: 'k',
        points: 2.35,
        answers: [
          { text: 'da', isCorrect: true, image: null, referenceTitle: null, referencePage: null },
          { text: 'nu', isCorrect: false, image: null, referenceTitle: null, referencePage: null },
        ],
      },
    });
  });

  it('[QUES-1] is worth 10 points when the file does not say', () => {
    expect(rowOf({})?.content?.points).toBe(10);
  });

  it.each([0.001, 1000.01, 20_000])('[IMP-2] cannot be stored with %d points', (points) => {
    expect(codes({ points })).toContain('import.pointsInvalid');
    expect(rowOf({ points })?.content).toBeNull();
  });

  it.each([
    [30, true],
    [31, false],
  ])('[IMP-2] with %d answers can be stored: %s', (count, storable) => {
    const answers = Array.from({ length: count }, (_, index) => ({
      text: `a${index}`,
      correct: index === 0,
    }));
    expect(rowOf({ answers })?.content !== null).toBe(storable);
  });

  it('[IMP-2] reports references and chapters that the bank cannot hold in full', () => {
    const long = (title: string, page: string, chapter: string) =>
      codes({
        chapter: [chapter],
        answers: [
          { text: 'da', correct: true, reference: { title, page } },
          { text: 'nu', correct: false },
        ],
      })?.filter((code) => code === 'import.shortened').length;
    expect(long('t'.repeat(500), 'p'.repeat(50), 'c'.repeat(300))).toBe(0);
    expect(long('t'.repeat(501), 'p'.repeat(50), 'c'.repeat(300))).toBe(1);
    expect(long('t'.repeat(500), 'p'.repeat(51), 'c'.repeat(301))).toBe(2);
  });

  it('[IMP-2] a duplicate text names the earlier row, whatever its spelling', () => {
    const texts = ['Ce **este** apa?', 'Altceva', 'ce  este APA?'];
    const rows = questionRows(
      texts.map((text, index) => judgeQuestion({ position: index + 1 }, question({ text }), 'any')),
    );
    expect(rows.map(({ findings }) => findings.find(({ code }) => code === 'import.repeatedInFile'))).toEqual(
      [undefined, undefined, finding('import.repeatedInFile', { position: 1 })],
    );
  });

  it('[SAFE-10] quotes the file only with storable characters', () => {
    const [row] = questionRows([
      rejected(
        { position: 1 },
        'a\u0000b',
        finding('import.unsupportedType', { type: `\u0000x${'y'.repeat(400)}` }),
      ),
    ]);
    expect(row?.label).toBe('ab');
    expect(row?.findings[0]?.params.type).toBe(`x${'y'.repeat(299)}`);
  });
});
