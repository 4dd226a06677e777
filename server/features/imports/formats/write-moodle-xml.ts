import type { ImportedQuestion, WrittenFile } from '#domain/imports/imported-question.ts';
import { writeReference } from '#domain/imports/reference-text.ts';
import { plainTextOf } from '#domain/question-bank/rich-text.ts';
import { markOfPoints } from './build-item.ts';
import { writeCategoryPath } from './category-path.ts';
import { richTextToHtml } from './rich-text-to-html.ts';
import { cdata, imageOf, isSingle, xmlText } from './written-file.ts';

/** A text and its image in Moodle's form: HTML that references the embedded file. */
function textXml(question: ImportedQuestion, text: string, key: string | undefined): string {
  const image = imageOf(question, key);
  const html = `<p>${richTextToHtml(text)}</p>`;
  if (!image) return `<text>${cdata(html)}</text>`;
  const name = image.fileName;
  const shown = `${html}<p><img src="@@PLUGINFILE@@/${encodeURIComponent(name)}" alt=""/></p>`;
  const content = Buffer.from(image.bytes).toString('base64');
  return `<text>${cdata(shown)}</text><file name="${xmlText(name)}" path="/" encoding="base64">${content}</file>`;
}

const category = (path: readonly string[]) =>
  `  <question type="category"><category><text>${xmlText(writeCategoryPath(path))}</text></category></question>\n`;

function questionXml(question: ImportedQuestion): string {
  const single = isSingle(question);
  const share = 100 / question.answers.filter(({ correct }) => correct).length;
  const fraction = single ? '100' : share.toFixed(5).replace(/\.?0+$/, '');
  const answers = question.answers.map(
    (answer) =>
      `    <answer fraction="${answer.correct ? fraction : '0'}" format="html">${textXml(question, answer.text, answer.image)}<feedback format="html"><text>${answer.reference ? xmlText(xmlText(writeReference(answer.reference))) : ''}</text></feedback></answer>`,
  );
  const name =
    question.name === '' ? plainTextOf(question.text).replace(/\s+/g, ' ').slice(0, 80) : question.name;
  return [
    '  <question type="multichoice">',
    `    <name><text>${xmlText(name)}</text></name>`,
    `    <questiontext format="html">${textXml(question, question.text, question.image)}</questiontext>`,
    ...(question.points === undefined
      ? []
      : [`    <defaultgrade>${markOfPoints(question.points)}</defaultgrade>`]),
    `    <single>${single}</single>`,
    '    <shuffleanswers>true</shuffleanswers>',
    '    <answernumbering>abc</answernumbering>',
    ...answers,
    '  </question>\n',
  ].join('\n');
}

/**
 * Writes questions as Moodle XML with embedded images. Moodle requires a name, so an unnamed question gets its text.
 */
export function writeMoodleXml(questions: readonly ImportedQuestion[]): WrittenFile {
  let path = '';
  const body = questions.map((question) => {
    const own = JSON.stringify(question.chapter);
    const heading =
      own === path || (path === '' && question.chapter.length === 0) ? '' : category(question.chapter);
    path = own;
    return heading + questionXml(question);
  });
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<quiz>\n${body.join('')}</quiz>\n`;
  return { bytes: Buffer.from(xml), extension: 'xml', mediaType: 'application/xml', findings: [] };
}
