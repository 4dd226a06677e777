import type { ImportedQuestion, ImportItem } from '#domain/imports/imported-question.ts';
import { readQuestions } from '#server/features/imports/formats/read-questions.ts';

/** All items of a readable file. */
export function itemsOf(content: Uint8Array | string, fileName: string): readonly ImportItem[] {
  const result = readQuestions(typeof content === 'string' ? Buffer.from(content) : content, fileName, 'en');
  if (result.kind === 'refused') throw new Error(`refused: ${JSON.stringify(result.finding)}`);
  return result.items;
}

/** The refusal of an unreadable file. */
export function refusalOf(content: Uint8Array | string, fileName: string): string {
  const result = readQuestions(typeof content === 'string' ? Buffer.from(content) : content, fileName, 'en');
  return result.kind === 'refused' ? result.finding.code : 'read';
}

/** The question of an importable item. */
export function questionOf(item: ImportItem | undefined): ImportedQuestion {
  if (item?.kind !== 'importable') throw new Error(`not importable: ${JSON.stringify(item)}`);
  return item.question;
}

/** Answers as text, with a star before each correct one. */
export const answersOf = (item: ImportItem | undefined) =>
  questionOf(item).answers.map(({ text, correct }) => `${correct ? '*' : ''}${text}`);

export const codesOf = (item: ImportItem | undefined) => item?.findings.map(({ code }) => code) ?? [];

/** The reasons against importing an item, or its unsupported type. */
export const reasonOf = (item: ImportItem | undefined) =>
  item?.kind === 'rejected'
    ? item.findings.map(({ code, params }) => params.type ?? code).join(' ')
    : 'importable';

/** An image of one red pixel. */
export const redPoint =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
