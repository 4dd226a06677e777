import { type Finding, finding } from '#domain/imports/findings.ts';
import type { ImportedImage, ImportedQuestion, WrittenFile } from '#domain/imports/imported-question.ts';
import { cleanText } from '#domain/imports/imported-text.ts';
import { readRichText } from '#domain/question-bank/rich-text.ts';
import { safeFileName } from './question-images.ts';
import { escapeXml } from './xml-tree.ts';

/** What was left out, by question. */
export type LeftOut = WrittenFile['findings'];

export const leftOut = (
  questions: readonly ImportedQuestion[],
  find: (question: ImportedQuestion) => Finding[],
): LeftOut =>
  questions.flatMap((question, index) =>
    find(question).map((one) => ({ position: index + 1, finding: one })),
  );

export const xmlText = (text: string) => escapeXml(cleanText(text));

/** HTML inside XML, in Moodle's readable form. */
export const cdata = (html: string) => `<![CDATA[${cleanText(html).replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;

export const textsOf = ({ text, answers }: ImportedQuestion) => [
  text,
  ...answers.map((answer) => answer.text),
];
export const hasFormatting = (question: ImportedQuestion) =>
  textsOf(question).some((text) =>
    readRichText(text).some(({ type }) => type !== 'text' && type !== 'break'),
  );
/** The default points of a question. */
const ordinaryPoints = 10;

/** Reports points that a format without points would lose. */
export const lostPoints = ({ points = ordinaryPoints }: ImportedQuestion) =>
  points === ordinaryPoints ? [] : [finding('export.pointsNotHeld', { points })];

export const hasReferences = ({ answers }: ImportedQuestion) => answers.some(({ reference }) => reference);

export const imageOf = (question: ImportedQuestion, key: string | undefined): ImportedImage | undefined =>
  key === undefined ? undefined : question.images.find((image) => image.key === key);

/** Assigns a unique file name to each image of all questions. */
export class PictureNames {
  private readonly names = new Map<ImportedImage, string>();
  private readonly taken = new Set<string>();

  nameOf(image: ImportedImage): string {
    const known = this.names.get(image);
    if (known !== undefined) return known;
    const base = safeFileName(image.fileName);
    let name = base;
    for (let number = 2; this.taken.has(name.toLowerCase()); number += 1) name = `${number}-${base}`;
    this.taken.add(name.toLowerCase());
    this.names.set(image, name);
    return name;
  }

  *files(): Generator<readonly [name: string, bytes: Uint8Array]> {
    for (const [image, name] of this.names) yield [name, image.bytes];
  }
}

export const isSingle = ({ answers }: ImportedQuestion) =>
  answers.filter(({ correct }) => correct).length === 1;
