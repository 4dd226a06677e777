import { type Finding, finding } from '#domain/imports/findings.ts';
import { importLimits } from '#domain/imports/import-limits.ts';
import type { ImportedAnswer, ImportItem } from '#domain/imports/imported-question.ts';
import { cleanLine, droppedCharacters, excerpt } from '#domain/imports/imported-text.ts';
import { judgeQuestion, type PoolDemand } from '#domain/imports/judge-question.ts';
import { readReference } from '#domain/imports/reference-text.ts';
import { plainTextOf } from '#domain/question-bank/rich-text.ts';
import type { Field } from './formatted-field.ts';
import { htmlToRichText } from './html-to-rich-text.ts';
import { type ImageLookup, QuestionImages } from './question-images.ts';

/** Words that the file leaves to the reader's language. */
export type ImportWords = Readonly<
  Record<'true' | 'false' | 'yes' | 'no' | 'agree' | 'disagree' | 'right' | 'wrong' | 'image', string>
>;

export type RawAnswer = {
  readonly field: Field;
  readonly correct: boolean;
  /** As HTML. */
  readonly feedback?: string;
};

/** A question as parsed, before its images are looked up and the rules are applied. */
export type RawQuestion = {
  readonly position: number;
  readonly line?: number;
  readonly name: string;
  readonly chapter: readonly string[];
  readonly field: Field;
  readonly points?: number;
  readonly answers: readonly RawAnswer[];
  /** Feedback on the question as a whole, as HTML. */
  readonly feedback?: readonly string[];
  readonly findings?: readonly Finding[];
};

const wordsOf = (html: string) => plainTextOf(htmlToRichText(html));

/** A finding that names the tags of a question, which are not imported. */
export function tagFindings(tags: readonly string[]): Finding[] {
  const dropped = tags.map(cleanLine).filter((tag) => tag !== '');
  return dropped.length === 0
    ? []
    : [finding('import.tagsDropped', { tags: excerpt(dropped.join(', '), 200) })];
}

/** The answers worth reading: one more than allowed is enough to refuse the question. */
export const readable = <Answer>(answers: readonly Answer[]) =>
  answers.slice(0, importLimits.answersPerQuestion + 1);

/** Builds an import item from a parsed question: looks up images, extracts references, applies the rules. */
export function buildItem(
  raw: RawQuestion,
  words: ImportWords,
  lookup: ImageLookup,
  demand: PoolDemand = 'any',
): ImportItem {
  const pictures = new QuestionImages(lookup);
  const found: Finding[] = [...(raw.findings ?? []), ...droppedCharacters(raw.name, ...raw.chapter)];
  const used = new Set<string>();

  /** A text and its image; an image alone gets its description, or a generic word, as the text. */
  const read = ({ text, images, findings, cut }: Field, number: number, tooLong: Finding) => {
    found.push(...findings, ...(cut ? [tooLong] : []));
    const image = pictures.first(images);
    if (image !== undefined) used.add(image);
    if (text !== '' || images.length === 0) return { text, ...(image === undefined ? {} : { image }) };
    const alt = cleanLine(images.find((one) => one.alt !== '')?.alt ?? '');
    if (image === undefined && alt === '') return { text: '' };
    found.push(finding('import.imageOnly'));
    const named = alt === '' ? `${words.image} ${number}` : htmlToRichText(alt.replaceAll('<', '&lt;'));
    return { text: named, ...(image === undefined ? {} : { image }) };
  };

  const shown = read(raw.field, 1, finding('import.textTooLong', { max: importLimits.questionText }));
  const answers: ImportedAnswer[] = [];
  let dropped = raw.feedback?.some((html) => wordsOf(html) !== '') ?? false;
  raw.answers.forEach(({ field, correct, feedback = '' }, index) => {
    const tooLong = finding('import.answerTooLong', { max: importLimits.answerText });
    const answer = read(field, index + 1, tooLong);
    if (answer.text === '') {
      found.push(finding('import.answerEmpty'));
      return;
    }
    const comment = wordsOf(feedback);
    const reference = readReference(comment);
    dropped ||= comment !== '' && !reference;
    answers.push({ ...answer, correct, ...(reference ? { reference } : {}) });
  });
  if (dropped) found.push(finding('import.feedbackDropped'));
  const { images, findings } = pictures.result(used);
  return judgeQuestion(
    { position: raw.position, ...(raw.line === undefined ? {} : { line: raw.line }) },
    {
      name: cleanLine(raw.name),
      chapter: raw.chapter.map(cleanLine).filter((part) => part !== ''),
      ...shown,
      ...(raw.points === undefined ? {} : { points: raw.points }),
      answers,
      images,
    },
    demand,
    [...found, ...findings],
  );
}

/** Other systems give an ordinary question one mark; ours gives it ten points. */
const pointsPerMark = 10;

/** Converts a mark of another system to points, keeping relative weights; one that is no mark is reported. */
export function pointsOfMark(mark: number): { points?: number; findings: Finding[] } {
  if (!Number.isFinite(mark)) return { findings: [] };
  const points = Math.round(mark * pointsPerMark * 100) / 100;
  if (points <= 0 || mark > 1000) return { findings: [finding('import.markIgnored', { mark })] };
  return { points, findings: mark === 1 ? [] : [finding('import.markScaled', { mark, points })] };
}

export const markOfPoints = (points: number) => points / pointsPerMark;
