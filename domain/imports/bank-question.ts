import type { QuestionContent } from '#domain/question-bank/question-content.ts';
import { plainTextOf } from '#domain/question-bank/rich-text.ts';
import { type Finding, finding, isError } from './findings.ts';
import type { ImportedImage, ImportedQuestion, ImportItem } from './imported-question.ts';
import { cleanLine, cutAt, excerpt } from './imported-text.ts';

/** A row of a question file as reviewed before the import: what would be stored, or why it cannot be. */
export type QuestionRow = {
  readonly position: number;
  readonly line: number | null;
  readonly label: string;
  readonly chapter: readonly string[];
  readonly findings: readonly Finding[];
  /** References its images by the keys of `images`. */
  readonly content: QuestionContent | null;
  readonly images: readonly ImportedImage[];
};

const defaultPoints = 10;
const points = { min: 0.01, max: 1000 } as const;
const longest = { title: 500, page: 50, chapter: 300, param: 300 } as const;

const roundedPoints = (given: number | undefined) => Math.round((given ?? defaultPoints) * 100) / 100;

/** References and chapter names that the bank cannot hold in full. */
function shortened({ chapter, answers }: ImportedQuestion): Finding[] {
  const long = [
    ...chapter.map((part) => [cleanLine(part), longest.chapter] as const),
    ...answers.map(({ reference }) => [reference?.title ?? '', longest.title] as const),
    ...answers.map(({ reference }) => [reference?.page ?? '', longest.page] as const),
  ].filter(([text, most]) => text.length > most);
  return long.map(([text]) => finding('import.shortened', { text: excerpt(text) }));
}

/** The bank's requirements on every question, whatever its file format. */
function bankFindings({ points: given }: ImportedQuestion): Finding[] {
  const worth = roundedPoints(given);
  return worth < points.min || worth > points.max
    ? [finding('import.pointsInvalid', { value: String(given) })]
    : [];
}

function contentOf(question: ImportedQuestion): QuestionContent {
  return {
    text: question.text,
    image: question.image ?? null,
    points: roundedPoints(question.points),
    answers: question.answers.map(({ text, image, correct, reference }) => ({
      text,
      image: image ?? null,
      isCorrect: correct,
      referenceTitle: cutAt(reference?.title ?? '', longest.title) || null,
      referencePage: cutAt(reference?.page ?? '', longest.page) || null,
    })),
  };
}

/** Sanitizes the quotes from the file in findings, so that they can be stored and shown. */
export const quoted = ({ code, params }: Finding): Finding => ({
  code,
  params: Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'string' ? cutAt(cleanLine(cutAt(value, 10 * longest.param)), longest.param) : value,
    ]),
  ),
});

const sameText = (text: string) => plainTextOf(text).replace(/\s+/g, ' ').trim().toLowerCase();

/**
 * Builds the rows of a file: each question is checked against the bank's limits and for duplicates among the earlier
 * rows.
 */
export function questionRows(items: readonly ImportItem[]): QuestionRow[] {
  const firstWithText = new Map<string, number>();
  return items.map((item) => {
    const head = { position: item.position, line: item.line ?? null, label: cleanLine(item.label) };
    if (item.kind === 'rejected')
      return { ...head, chapter: [], findings: item.findings.map(quoted), content: null, images: [] };
    const { question } = item;
    const text = sameText(question.text);
    const earlier = firstWithText.get(text);
    if (earlier === undefined) firstWithText.set(text, item.position);
    const findings = [
      ...item.findings.map(quoted),
      ...bankFindings(question),
      ...shortened(question),
      ...(earlier === undefined ? [] : [finding('import.repeatedInFile', { position: earlier })]),
    ];
    const chapter = question.chapter.map((part) => cutAt(cleanLine(part), longest.chapter));
    return findings.some(isError)
      ? { ...head, chapter, findings, content: null, images: [] }
      : { ...head, chapter, findings, content: contentOf(question), images: question.images };
  });
}
