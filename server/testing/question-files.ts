import type { ImportedQuestion } from '#domain/imports/imported-question.ts';
import { type ExportFormat, writeQuestions } from '#server/features/imports/formats/write-questions.ts';
import { writeCsv, writeXlsx } from '#server/features/imports/formats/write-table.ts';
import type { Caller } from './server.ts';
import { upload } from './upload.ts';

type Options = {
  readonly text?: string;
  readonly correct?: number;
  readonly wrong?: number;
  readonly chapter?: string;
  readonly points?: number;
};

/** A question of an import file; five correct and five wrong answers by default. */
export function aFileQuestion(number: number, given: Options = {}): ImportedQuestion {
  const answers = (count: number, correct: boolean) =>
    Array.from({ length: count }, (_, index) => ({
      text: `${correct ? 'adevărat' : 'fals'} ${index + 1}`,
      correct,
    }));
  return {
    name: '',
    chapter: given.chapter === undefined ? [] : [given.chapter],
    text: given.text ?? `Întrebarea ${number} despre H~2~O`,
    ...(given.points === undefined ? {} : { points: given.points }),
    answers: [...answers(given.correct ?? 5, true), ...answers(given.wrong ?? 5, false)],
    images: [],
  };
}

/** The bytes of a question file; tables look as filled in by a teacher. */
export async function aQuestionFile(
  questions: readonly ImportedQuestion[],
  format: ExportFormat = 'csv',
): Promise<Buffer> {
  if (format === 'csv') return Buffer.from(writeCsv(questions, 'ro', true).bytes);
  if (format === 'xlsx') return Buffer.from((await writeXlsx(questions, 'ro', true)).bytes);
  return Buffer.from((await writeQuestions(questions, format, 'ro')).bytes);
}

/** Uploads a question file like the page does. */
export const uploadQuestions = (
  caller: Caller,
  content: Uint8Array,
  fileName = 'intrebari.csv',
  query = '',
) => upload(caller, `imports/questions${query}`, content, { fileName, type: 'application/octet-stream' });

/** A Moodle file of one question with the same image in the question and in an answer. */
export function moodleWithImage(picture: Uint8Array, text = 'Ce arată imaginea?'): Buffer {
  const file = `<file name="poza.png" path="/" encoding="base64">${Buffer.from(picture).toString('base64')}</file>`;
  const image = '&lt;img src="@@PLUGINFILE@@/poza.png" alt="poza"&gt;';
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?><quiz>
    <question type="category"><category><text>$course$/top/Anatomie</text></category></question>
    <question type="multichoice"><name><text>Imagine</text></name>
      <questiontext format="html"><text>${text} ${image}</text>${file}</questiontext>
      <defaultgrade>1</defaultgrade><single>false</single>
      <answer fraction="100" format="html"><text>Inima ${image}</text>${file}</answer>
      <answer fraction="0" format="html"><text>Plămânul</text></answer>
    </question>
    <question type="essay"><name><text>Eseu</text></name><questiontext format="html"><text>Descrie.</text></questiontext></question>
  </quiz>`);
}
