import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ImportedQuestion } from '#domain/imports/imported-question.ts';
import { plainTexts, questions, richTexts } from '#server/features/imports/testing/question-arbitrary.ts';
import { readQuestions } from './read-questions.ts';
import { type ExportFormat, writeQuestions } from './write-questions.ts';

const complete = { correct: { min: 5, max: 6 }, wrong: { min: 5, max: 7 } };
const any = { correct: { min: 1, max: 3 }, wrong: { min: 1, max: 3 } };

/** A question reduced for comparison: images by content, and only what a format can hold. */
type Held = {
  readonly names: boolean;
  readonly chapters: boolean;
  readonly points: boolean;
  readonly order: boolean;
};

function seen(question: ImportedQuestion, held: Held) {
  const picture = (key: string | undefined) =>
    question.images.find((image) => image.key === key)?.bytes.join();
  const answers = question.answers.map(({ image, ...answer }) => ({ ...answer, image: picture(image) }));
  return {
    name: held.names ? question.name : '',
    chapter: held.chapters ? question.chapter : [],
    text: question.text,
    points: held.points ? question.points : undefined,
    image: picture(question.image),
    answers: held.order
      ? answers
      : [...answers].sort((one, other) => Number(other.correct) - Number(one.correct)),
  };
}

async function writeAndRead(
  written: readonly ImportedQuestion[],
  format: ExportFormat,
): Promise<ImportedQuestion[]> {
  const file = await writeQuestions(written, format, 'ro');
  const result = readQuestions(file.bytes, `questions.${file.extension}`, 'ro');
  if (result.kind === 'refused') throw new Error(`${format}: ${JSON.stringify(result.finding)}`);
  return result.items.map((item) => {
    if (item.kind === 'rejected') throw new Error(`${format}: ${JSON.stringify(item)}`);
    return item.question;
  });
}

async function expectRoundTrip(
  bank: fc.Arbitrary<ImportedQuestion>,
  format: ExportFormat,
  held: Held,
  runs = 60,
) {
  await fc.assert(
    fc.asyncProperty(fc.array(bank, { minLength: 1, maxLength: 3 }), async (written) => {
      const read = await writeAndRead(written, format);
      expect(read.map((question) => seen(question, held))).toEqual(
        written.map((question) => seen(question, held)),
      );
    }),
    { numRuns: runs },
  );
}

describe('[IMP-2] exports can be imported again', () => {
  const everything = { names: true, chapters: true, points: true, order: true };

  it.each(['xlsx', 'csv'] as const)(
    '%s keeps everything except the order of correct among wrong answers',
    async (format) => {
      const bank = questions({ ...complete, texts: richTexts, images: true });
      await expectRoundTrip(bank, format, { ...everything, order: false }, 40);
    },
  );

  it.each(['xlsx', 'csv'] as const)(
    '[QUES-1] %s keeps questions with fewer than five and five answers marked as incomplete',
    async (format) => {
      const bank = questions({ ...any, texts: richTexts, images: false });
      await expectRoundTrip(bank, format, { ...everything, order: false }, 20);
    },
  );

  it.each(['xlsx', 'csv'] as const)('%s keeps words that are properties of every object', async (format) => {
    const words = ['constructor', 'toString', '__proto__', 'valueOf', 'hasOwnProperty', '_x0041_'];
    const question = {
      name: 'constructor',
      chapter: ['toString'],
      text: '__proto__',
      answers: words.map((text, index) => ({ text, correct: index < 3 })),
      images: [],
    };
    expect(await writeAndRead([question], format)).toEqual([question]);
  });

  it.each(['＝1+1', '＋1', '－1', '＠a', '=1', '-1'])('[SAFE-10] CSV escapes %s', async (text) => {
    const answers = [
      { text, correct: true },
      { text: 'b', correct: false },
    ];
    const question = { name: '', chapter: [], text: 'a', answers, images: [] };
    const { bytes } = await writeQuestions([question], 'csv', 'ro');
    expect(Buffer.from(bytes).toString()).toContain(`'${text}`);
    expect(await writeAndRead([question], 'csv')).toMatchObject([{ answers }]);
  });

  it('GIFT and Aiken report what they cannot hold', async () => {
    const answers = [
      { text: 'a\nb', correct: true, reference: { title: 'Tratat' } },
      { text: 'c', correct: false },
    ];
    const question = { name: '', chapter: [], text: '**Care**?', points: 7, answers, images: [] };
    const codes = async (format: ExportFormat) =>
      (await writeQuestions([question], format, 'ro')).findings.map(({ finding }) => finding.code);
    expect(await codes('gift')).toEqual(['export.pointsNotHeld']);
    expect(await codes('aiken')).toEqual([
      'export.formattingNotHeld',
      'export.referencesNotHeld',
      'export.linesNotHeld',
      'export.pointsNotHeld',
    ]);
  });

  it.each(['Feedback: ce este?', 'Explanation: care?', 'A. care?', 'Answer: care?'])(
    'Aiken leaves out a question that begins like another line: %s',
    async (text) => {
      const answers = [
        { text: 'a', correct: true },
        { text: 'b', correct: false },
      ];
      const other = { name: '', chapter: [], text: 'Care?', answers, images: [] };
      const { findings } = await writeQuestions([other, { ...other, text }], 'aiken', 'ro');
      expect(findings).toEqual([{ position: 2, finding: { code: 'export.textNotHeld', params: {} } }]);
    },
  );

  it('Moodle XML keeps everything; a question without a name gets one', async () => {
    const bank = questions({ ...any, texts: richTexts, images: true });
    await expectRoundTrip(
      bank.filter(({ name }) => name !== ''),
      'moodleXml',
      everything,
    );
    await expectRoundTrip(bank, 'moodleXml', { ...everything, names: false });
  });

  it('GIFT keeps everything except points and images', async () => {
    const bank = questions({ ...any, texts: richTexts, images: false });
    await expectRoundTrip(bank, 'gift', { ...everything, points: false });
  });

  it.each(['qti2', 'qti3'] as const)(
    '%s keeps everything except chapters; a question without a name gets one',
    async (format) => {
      const bank = questions({ ...any, texts: richTexts, images: true });
      await expectRoundTrip(
        bank.filter(({ name }) => name !== ''),
        format,
        { ...everything, chapters: false },
      );
      await expectRoundTrip(bank, format, { ...everything, chapters: false, names: false }, 20);
    },
  );

  it('Aiken keeps text and answers of questions with one correct answer', async () => {
    const bank = questions({
      correct: { min: 1, max: 1 },
      wrong: { min: 1, max: 4 },
      texts: plainTexts,
      images: false,
    });
    const plain = bank.map(({ points: _points, ...question }) => ({
      ...question,
      name: '',
      chapter: [],
      answers: question.answers.map(({ text, correct }) => ({ text, correct })),
    }));
    await expectRoundTrip(plain, 'aiken', { ...everything, points: false });
  });
});
