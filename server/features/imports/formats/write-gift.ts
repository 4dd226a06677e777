import { finding } from '#domain/imports/findings.ts';
import type { ImportedQuestion, WrittenFile } from '#domain/imports/imported-question.ts';
import { cleanLine, cleanText } from '#domain/imports/imported-text.ts';
import { writeReference } from '#domain/imports/reference-text.ts';
import { writeCategoryPath } from './category-path.ts';
import { richTextToHtml } from './rich-text-to-html.ts';
import { isSingle, leftOut, lostPoints } from './written-file.ts';
import { escapeXml } from './xml-tree.ts';

const escaped = (text: string) =>
  cleanText(text)
    .replace(/[\\~=#{}:]/g, '\\$&')
    .replaceAll('\n', '\\n');
const html = (text: string) => escaped(richTextToHtml(text));

function questionText(question: ImportedQuestion): string {
  const single = isSingle(question);
  const share = (100 / question.answers.filter(({ correct }) => correct).length)
    .toFixed(5)
    .replace(/\.?0+$/, '');
  const answers = question.answers.map(({ text, correct, reference }) => {
    const sign = correct ? (single ? '=' : `~%${share}%`) : '~';
    const comment = reference ? `#${escaped(escapeXml(writeReference(reference)))}` : '';
    const shown = html(text);
    return `\t${sign}${/^[[%]/.test(shown) ? '[html]' : ''}${shown}${comment}`;
  });
  const title = question.name === '' ? '' : `::${escaped(cleanLine(question.name))}::`;
  return `${title}[html]${html(question.text)}{\n${answers.join('\n')}\n}\n`;
}

/** Writes questions as GIFT; the format has no points and no images. */
export function writeGift(questions: readonly ImportedQuestion[]): WrittenFile {
  let path = '[]';
  const body = questions.map((question) => {
    const own = JSON.stringify(question.chapter);
    const heading = own === path ? '' : `$CATEGORY: ${cleanLine(writeCategoryPath(question.chapter))}\n\n`;
    path = own;
    return heading + questionText(question);
  });
  return {
    bytes: Buffer.from(body.join('\n')),
    extension: 'txt',
    mediaType: 'text/plain; charset=utf-8',
    findings: leftOut(questions, (question) => [
      ...(question.images.length > 0 ? [finding('export.imagesNotHeld')] : []),
      ...lostPoints(question),
    ]),
  };
}
