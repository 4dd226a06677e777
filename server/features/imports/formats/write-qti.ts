import { strToU8, type Zippable, zipSync } from 'fflate';
import type { ImportedQuestion, WrittenFile } from '#domain/imports/imported-question.ts';
import { writeReference } from '#domain/imports/reference-text.ts';
import { markOfPoints } from './build-item.ts';
import { richTextToHtml } from './rich-text-to-html.ts';
import { imageOf, isSingle, PictureNames, xmlText } from './written-file.ts';

export type QtiVersion = '2.1' | '3.0';

type Dialect = {
  readonly item: string;
  readonly processing: string;
  readonly schema: string;
  readonly resource: string;
  /** A QTI 2 element or attribute name in the spelling of this version. */
  readonly element: (name: string) => string;
  readonly attribute: (name: string) => string;
};

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const dialects: Record<QtiVersion, Dialect> = {
  '2.1': {
    item: 'http://www.imsglobal.org/xsd/imsqti_v2p1',
    processing: 'http://www.imsglobal.org/question/qti_v2p1/rptemplates/match_correct',
    schema: 'QTIv2.1 Package',
    resource: 'imsqti_item_xmlv2p1',
    element: (name) => name,
    attribute: (name) => name,
  },
  '3.0': {
    item: 'http://www.imsglobal.org/xsd/imsqtiasi_v3p0',
    processing: 'https://purl.imsglobal.org/spec/qti/v3p0/rptemplates/match_correct.xml',
    schema: 'QTI Package',
    resource: 'imsqti_item_xmlv3p0',
    element: (name) => `qti-${kebab(name)}`,
    attribute: kebab,
  },
};

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** One item; `pictures` maps its images to their file names in the package. */
function itemXml(
  question: ImportedQuestion,
  identifier: string,
  dialect: Dialect,
  pictures: PictureNames,
): string {
  const { element, attribute } = dialect;
  const tag = (name: string, attributes: Record<string, string>, content: string) => {
    const written = Object.entries(attributes).map(
      ([key, value]) => ` ${attribute(key)}="${xmlText(value)}"`,
    );
    return `<${element(name)}${written.join('')}>${content}</${element(name)}>`;
  };
  const picture = (key: string | undefined) => {
    const image = imageOf(question, key);
    return image ? `<img src="images/${pictures.nameOf(image)}" alt=""/>` : '';
  };
  const choice = (index: number) => `choice-${index + 1}`;
  const single = isSingle(question);
  const cardinality = single ? 'single' : 'multiple';
  const correct = question.answers
    .map((answer, index) => (answer.correct ? tag('value', {}, choice(index)) : ''))
    .join('');
  const choices = question.answers.map((answer, index) => {
    const reference = answer.reference
      ? tag(
          'feedbackInline',
          { outcomeIdentifier: 'FEEDBACK', identifier: choice(index), showHide: 'show' },
          xmlText(writeReference(answer.reference)),
        )
      : '';
    const content = `${richTextToHtml(answer.text)}${picture(answer.image)}${reference}`;
    return `\n      ${tag('simpleChoice', { identifier: choice(index) }, content)}`;
  });
  const outcome = (name: string, type: string, value: string) =>
    tag(
      'outcomeDeclaration',
      { identifier: name, cardinality: 'single', baseType: type },
      value === '' ? '' : tag('defaultValue', {}, tag('value', {}, value)),
    );
  const shown = picture(question.image);
  const body = `<div>${richTextToHtml(question.text)}</div>${shown === '' ? '' : `<div>${shown}</div>`}`;
  const title = question.name === '' ? identifier : question.name;
  return `${XML}<${element('assessmentItem')} xmlns="${dialect.item}" identifier="${identifier}" title="${xmlText(title)}" adaptive="false" ${attribute('timeDependent')}="false">
  ${tag('responseDeclaration', { identifier: 'RESPONSE', cardinality, baseType: 'identifier' }, tag('correctResponse', {}, correct))}
  ${outcome('SCORE', 'float', '0')}
  ${question.points === undefined ? '' : outcome('MAXSCORE', 'float', String(markOfPoints(question.points)))}
  ${question.answers.some(({ reference }) => reference) ? outcome('FEEDBACK', 'identifier', '') : ''}
  <${element('itemBody')}>
    ${body}
    ${tag('choiceInteraction', { responseIdentifier: 'RESPONSE', shuffle: 'true', maxChoices: single ? '1' : '0' }, `${choices.join('')}\n    `)}
  </${element('itemBody')}>
  <${element('responseProcessing')} template="${dialect.processing}"/>
</${element('assessmentItem')}>
`;
}

type Resource = { readonly identifier: string; readonly path: string; readonly images: readonly string[] };

const manifestXml = (resources: readonly Resource[], { schema, resource }: Dialect, version: QtiVersion) =>
  `${XML}<manifest xmlns="http://www.imsglobal.org/xsd/imscp_v1p1" identifier="manifest">
  <metadata><schema>${schema}</schema><schemaversion>${version}</schemaversion></metadata>
  <organizations/>
  <resources>
${resources
  .map(
    ({ identifier, path, images }) =>
      `    <resource identifier="${identifier}" type="${resource}" href="${path}"><file href="${path}"/>${images.map((image) => `<file href="images/${image}"/>`).join('')}</resource>\n`,
  )
  .join('')}  </resources>
</manifest>
`;

/** Writes questions as a QTI content package: a manifest, one file per item, images; chapters are not supported. */
export function writeQti(questions: readonly ImportedQuestion[], version: QtiVersion): WrittenFile {
  const dialect = dialects[version];
  const pictures = new PictureNames();
  const files: Zippable = {};
  const width = String(questions.length).length;
  const resources = questions.map((question, index): Resource => {
    const identifier = `item-${String(index + 1).padStart(width, '0')}`;
    const path = `${identifier}.xml`;
    files[path] = strToU8(itemXml(question, identifier, dialect, pictures));
    return { identifier, path, images: question.images.map((image) => pictures.nameOf(image)) };
  });
  files['imsmanifest.xml'] = strToU8(manifestXml(resources, dialect, version));
  for (const [name, bytes] of pictures.files()) files[`images/${name}`] = [bytes, { level: 0 }];
  return {
    bytes: zipSync(files, { mtime: firstDay }),
    extension: 'zip',
    mediaType: 'application/zip',
    findings: [],
  };
}

/** The earliest date of a zip, so the same questions yield the same file. */
const firstDay = '1980-01-02';
