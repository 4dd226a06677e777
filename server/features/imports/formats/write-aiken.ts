import { letterOf } from '#domain/exam-taking/ticks.ts';
import { finding, isError } from '#domain/imports/findings.ts';
import type { ImportedQuestion, WrittenFile } from '#domain/imports/imported-question.ts';
import { cleanLine } from '#domain/imports/imported-text.ts';
import { plainTextOf } from '#domain/question-bank/rich-text.ts';
import { explains } from './read-aiken.ts';
import { hasFormatting, hasReferences, isSingle, leftOut, lostPoints, textsOf } from './written-file.ts';

const line = (text: string) => cleanLine(plainTextOf(text));
/** Line starts that Aiken would misread. */
const misleading = (text: string) =>
  /^(?:\(?[A-Za-z][.)]|(?:ANSWERS?|CORRECT ANSWER)\s*[:.])/i.test(text) || explains(text);

function problems(question: ImportedQuestion) {
  const tooMany = question.answers.length > 26;
  return [
    ...(isSingle(question) ? [] : [finding('export.severalCorrect')]),
    ...(tooMany || misleading(line(question.text)) ? [finding('export.textNotHeld')] : []),
    ...(hasFormatting(question) ? [finding('export.formattingNotHeld')] : []),
    ...(question.images.length > 0 ? [finding('export.imagesNotHeld')] : []),
    ...(hasReferences(question) ? [finding('export.referencesNotHeld')] : []),
    ...(textsOf(question).some((text) => plainTextOf(text).trim().includes('\n'))
      ? [finding('export.linesNotHeld')]
      : []),
    ...lostPoints(question),
  ];
}

const questionText = ({ text, answers }: ImportedQuestion) =>
  [
    line(text),
    ...answers.map((answer, index) => `${letterOf(index)}. ${line(answer.text)}`),
    `ANSWER: ${letterOf(answers.findIndex(({ correct }) => correct))}`,
    '',
  ].join('\n');

/**
 * Writes questions as Aiken, which supports plain text and one correct answer; reports all others as left out. It has
 * no place for the chapter, which is the same for a whole file and is chosen again at the import.
 */
export function writeAiken(questions: readonly ImportedQuestion[]): WrittenFile {
  const written = questions.filter((question) => !problems(question).some(isError));
  return {
    bytes: Buffer.from(written.map(questionText).join('\n')),
    extension: 'txt',
    mediaType: 'text/plain; charset=utf-8',
    findings: leftOut(questions, problems),
  };
}
