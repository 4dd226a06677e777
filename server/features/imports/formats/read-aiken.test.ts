import { describe, expect, it, test } from 'vitest';
import {
  answersOf,
  codesOf,
  itemsOf,
  questionOf,
  reasonOf,
} from '#server/features/imports/testing/reading.ts';
import { workOf } from '#server/features/imports/testing/work.ts';

const aiken = (text: string) => itemsOf(text, 'questions.txt');

describe('[IMP-2] Aiken files', () => {
  test.each([
    ['dots', 'Care este mamifer?\nA. Rechin\nB. Balenă\nANSWER: B\n'],
    ['brackets', 'Care este mamifer?\nA) Rechin\nB) Balenă\nANSWER: B'],
    ['lines of Windows', 'Care este mamifer?\r\nA. Rechin\r\nB. Balenă\r\nANSWER: B\r\n'],
    ['empty lines', '\n\nCare este mamifer?\n\nA. Rechin\n\nB. Balenă\n\nANSWER: B\n\n'],
    ['small letters', 'Care este mamifer?\na) Rechin\nb) Balenă\nAnswer: b'],
    ['spaces', '  Care este mamifer?\n  A.  Rechin\n  B.  Balenă\n  ANSWER :  B.  '],
  ])('read options with %s', (_what, text) => {
    const [item] = aiken(text);
    expect(questionOf(item).text).toBe('Care este mamifer?');
    expect(answersOf(item)).toEqual(['Rechin', '*Balenă']);
  });

  it('are recognized and read with no-break spaces', () => {
    const [item] = itemsOf('Care este?\nA.\u00a0unu\nB.\u00a0doi\nANSWER:\u00a0B', 'intrebari.txt');
    expect(answersOf(item)).toEqual(['unu', '*doi']);
  });

  it('read multi-line texts, with symbols unchanged', () => {
    const [item] = aiken('Se dă codul\n*a* < b\nce face?\nA. x^2^\nși y\nB. <b>\nANSWER: A');
    expect(questionOf(item).text).toBe('Se dă codul\n\\*a\\* < b\nce face?');
    expect(answersOf(item)).toEqual(['*x\\^2\\^\nși y', '<b>']);
  });

  test.each(['A, C', 'A C', 'AC', 'A and C', 'A;C'])(
    'read "ANSWER: %s" as two correct answers',
    (letters) => {
      const [item] = aiken(`Care?\nA. unu\nB. doi\nC. trei\nANSWER: ${letters}\n`);
      expect(answersOf(item)).toEqual(['*unu', 'doi', '*trei']);
      expect(codesOf(item)).toContain('import.severalLetters');
    },
  );

  it('attach lines below the answer line to the question above', () => {
    const items = aiken(
      'Prima?\nA. a\nB. b\nANSWER: A\nRef.: Tratat, p. 3\nSCORE: 2\n\nA doua?\nA. a\nB. b\nANSWER: B\n\nExplanation: așa e.\n\nA treia?\nA. a\nB. b\nANSWER: B\n\nTopic: cum se numește?\nA. a\nB. b\nANSWER: A',
    );
    expect(items.map((item) => questionOf(item).text)).toEqual([
      ...['Prima?', 'A doua?', 'A treia?', 'Topic: cum se numește?'],
    ]);
    expect(questionOf(items[0])).toMatchObject({
      points: 20,
      answers: [{ reference: { title: 'Tratat', page: '3' } }, { correct: false }],
    });
    expect(codesOf(items[1])).toContain('import.feedbackDropped');
  });

  it('never give a question the key of the next one without an empty line between them', () => {
    const items = aiken(
      'Prima?\nA. a\nB. b\nC. c\nA doua?\nA. x\nB. y\nANSWER: B\nA treia?\nA. m\nB. n\nANSWER: A',
    );
    expect(items.map(reasonOf)).toEqual(['import.answerLineMissing', 'importable', 'importable']);
    expect(items.map(({ label }) => label)).toEqual(['Prima?', 'A doua?', 'A treia?']);
    expect(answersOf(items[1])).toEqual(['x', '*y']);
  });

  it.each([
    ['a missing letter', 'A. a\nB. b\nD. d', { letter: 'D', expected: 'C' }],
    ['a repeated letter', 'A. a\nB. b\nB. c\nC. d', { letter: 'B', expected: 'C' }],
    ['small letters', 'a) a\nb) b\nd) d', { letter: 'D', expected: 'C' }],
    ['capital and small letters', 'A) a\nB) b\nc) c', { letter: 'c', expected: 'C' }],
  ])('reject a question whose options have %s', (_what, options, params) => {
    const [item] = aiken(`Care?\n${options}\nANSWER: A\n`);
    expect(item?.kind === 'rejected' && item.findings).toEqual([{ code: 'import.letterUnexpected', params }]);
  });

  it('keep a line in other letters as a part of its option', () => {
    expect(answersOf(aiken('Care?\nA. unu\nc) anexa\nB. doi\nANSWER: B')[0])).toEqual([
      'unu\nc) anexa',
      '*doi',
    ]);
  });

  it('keep lists within options, which are in letters of the other case', () => {
    const [item] = aiken('Care?\nA. unu\n a. x\n b. y\nB. doi\n a. z\n b. t\nANSWER: B');
    expect(answersOf(item)).toEqual(['unu\na. x\nb. y', '*doi\na. z\nb. t']);
  });

  it('reject a question with two answer lines that differ, and read one whose lines agree', () => {
    const items = aiken(
      'Unu?\nA. a\nB. b\nANSWER: B\nANSWER: A\n\nDoi?\nA. a\nB. b\nANSWER: B\n\nANSWER: b.\n\nTrei?\nA. a\nB. b\nANSWER: A',
    );
    expect(items.map(reasonOf)).toEqual(['import.answerLinesDiffer', 'importable', 'importable']);
    expect(items.map(({ label }) => label)).toEqual(['Unu?', 'Doi?', 'Trei?']);
  });

  it('list a question whose text has a list in small letters above its options', () => {
    const text = 'Care sunt adevărate?\na) mitocondria\nb) ribozomii\nA. doar a\nB. doar b\nANSWER: A\n';
    const items = aiken(`${text}\nDoi?\nA. da\nB. nu\nANSWER: B`);
    expect(items.slice(0, -1).map(reasonOf)).not.toContain(undefined);
    expect(answersOf(items.at(-1))).toEqual(['da', '*nu']);
  });

  it('read options that contain a line separator of Unicode', () => {
    expect(answersOf(aiken('Care?\nA. a\nB. b\u2028c\nANSWER:\u2028B')[0])).toEqual(['a', '*b c']);
  });

  it('never add the lines of an explanation to the next question', () => {
    const question = 'A. a\nB. b\nANSWER: A\n';
    const texts = (text: string) => aiken(text).map((item) => questionOf(item).text);
    expect(texts(`Unu?\n${question}Explanation: așa e\nși altfel nu.\n\nDoi?\n${question}`)).toEqual([
      'Unu?',
      'Doi?',
    ]);
    expect(texts(`Unu?\n${question}Explanation: așa e\nDoi?\n${question}Feedback: da\nsfârșit`)).toEqual([
      'Unu?',
      'Doi?',
    ]);
  });

  it('reject a question with a paragraph that may end the explanation above, which may name a key', () => {
    const question = 'A. a\nB. b\nANSWER: A\n';
    const explained = `Unu?\n${question}Explanation: așa e.\n\nAltfel nu se poate.\n\n`;
    const [, second] = aiken(`${explained}Doi?\n${question}`);
    expect(reasonOf(second)).toContain('import.explanationAbove');
    expect(second?.findings).toContainEqual({
      code: 'import.explanationAbove',
      params: { text: 'Altfel nu se poate.' },
    });
    expect(aiken(explained).map(reasonOf)).toEqual(['importable', 'import.answerLineMissing']);
    const plain = aiken(
      `Unu?\n${question}Explanation: așa e.\n\nDoi?\n${question}\nUn caz.\n\nTrei?\n${question}`,
    );
    expect(plain.flatMap(codesOf)).not.toContain('import.explanationAbove');
  });

  it('read an answer line that repeats the text of its option, also where that text is a letter', () => {
    const [capital, letter] = aiken(
      'Unu?\nA. Roma\nB. Paris\nANSWER: B. Paris\n\nDoi?\nA. b\nB. a\nANSWER: B) a',
    );
    expect(answersOf(capital)).toEqual(['Roma', '*Paris']);
    expect(answersOf(letter)).toEqual(['b', '*a']);
    const vitamins = aiken('Care?\nA. D\nB. K\nC. E\nD. C\nANSWER: A D');
    expect(vitamins.map(reasonOf)).toEqual(['import.keyUnclear']);
    expect(aiken('Care?\nA. a\nB. Paris\nANSWER: B. Paris\nANSWER: B').map(reasonOf)).toEqual(['importable']);
  });

  it('reject a question with an option below its answer line', () => {
    const items = aiken('Unu?\nA. a\nB. b\nANSWER: A\nC. c\nDoi?\nA. x\nB. y\nANSWER: B');
    expect(items.map(reasonOf)).toEqual(['import.optionBelowAnswer', 'importable']);
    expect(questionOf(items[1]).text).toBe('Doi?');
  });

  it('list a question that begins like an explanation', () => {
    const question = 'A. a\nB. b\nANSWER: A\n';
    expect(aiken(`Unu?\n${question}\nFeedback: ce este?\n${question}`).map(reasonOf)).toEqual([
      'importable',
      'import.choicesMissing',
    ]);
  });

  it('are read at once, whatever spaces they contain', () => {
    const spaces = ' '.repeat(1_000_000);
    const text = `Unu?${spaces}x\nA. a${spaces}x\nB. b\nANSWER: A\n\nDoi?\nA. a\nB. b\nANSWER: A`;
    expect(workOf(() => expect(aiken(text)).toHaveLength(2))).toBeLessThan(4000);
  });

  it('report tags below the answer line', () => {
    const [item] = aiken('Care?\nA. a\nB. b\nANSWER: A\nTags: inimă\nDifficulty: mare');
    expect(item?.findings[0]).toEqual({ code: 'import.tagsDropped', params: { tags: 'inimă, mare' } });
  });

  it('list questions with a missing or wrong answer line, and continue', () => {
    const items = aiken(
      'Prima?\nA. a\nB. b\n\nA doua?\nA. a\nB. b\nANSWER: D\n\nA treia?\nA. a\nB. b\nANSWER: A\n\nUltima?\nA. a\nB. b\n',
    );
    expect(items.map(reasonOf)).toEqual([
      ...['import.answerLineMissing', 'import.answerUnknown', 'importable', 'import.answerLineMissing'],
    ]);
    expect(items.map(({ label }) => label)).toEqual(['Prima?', 'A doua?', 'A treia?', 'Ultima?']);
  });
});
