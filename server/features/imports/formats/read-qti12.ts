import { type Finding, finding } from '#domain/imports/findings.ts';
import type { ImportItem } from '#domain/imports/imported-question.ts';
import { rejected } from '#domain/imports/judge-question.ts';
import { buildItem, type ImportWords, pointsOfMark, readable } from './build-item.ts';
import { type Field, htmlField, readField } from './formatted-field.ts';
import { qti12Key } from './qti12-key.ts';
import type { ImageLookup } from './question-images.ts';
import {
  child,
  descendants,
  elements,
  holdsElements,
  innerHtml,
  isElement,
  named,
  textOf,
  type XmlElement,
} from './xml-tree.ts';

const inside = (parent: XmlElement | undefined, name: string) =>
  [...descendants(parent)].filter((element) => element.name === name);

/** D2L and Respondus write "qti_metadatafield". */
const isMetadataField = ({ name }: XmlElement) => /^qti_?metadatafield$/.test(name);

/** The metadata fields of an item, in any of the common layouts. */
function metadata(item: XmlElement): Map<string, string> {
  const fields = [...descendants(child(item, 'itemmetadata'))]
    .filter(isMetadataField)
    .map(
      (field) =>
        [textOf(child(field, 'fieldlabel')).trim(), textOf(child(field, 'fieldentry')).trim()] as const,
    );
  const direct = elements(child(item, 'itemmetadata'))
    .filter((element) => !element.children.some(isElement))
    .map((element) => [element.name, textOf(element).trim()] as const);
  return new Map([...direct, ...fields]);
}

const typeLabels = [
  ...['question_type', 'bbmd_questiontype', 'qmd_questiontype', 'respondusapi_qtype', 'cc_profile'],
];
const markLabels = ['points_possible', 'qmd_weighting', 'qmd_absolutescore_max', 'respondusapi_qpoints'];

const eitherOr: Readonly<Record<string, keyof ImportWords>> = {
  ...{ true: 'true', false: 'false' },
  ...{ 'true_false.true': 'true', 'true_false.false': 'false' },
  ...{ 'yes_no.true': 'yes', 'yes_no.false': 'no' },
  ...{ 'agree_disagree.true': 'agree', 'agree_disagree.false': 'disagree' },
  ...{ 'right_wrong.true': 'right', 'right_wrong.false': 'wrong' },
};

/** Labels without a text are named by their identifier. */
const shortIdents: Readonly<Record<string, string>> = { t: 'true', f: 'false' };

const textNames = new Set(['mattext', 'mat_formattedtext', 'matemtext']);

const playing = new Set(['mataudio', 'matvideo', 'matapplet', 'matapplication']);

/** The address of an image, or the embedded image. */
function imageSource(element: XmlElement): string {
  const { uri, label, imagtype, embedded } = element.attributes;
  const inside = textOf(element).replace(/\s+/g, '');
  if ((uri ?? '') === '' && inside !== '' && /base64/i.test(embedded ?? 'base64'))
    return `data:${imagtype ?? 'image/png'};base64,${inside}`;
  return uri ?? label ?? '';
}

/** The texts and images of nested materials, in order. */
function materialField(holders: readonly XmlElement[]): Field {
  const fields: Field[] = [];
  for (const element of holders.flatMap((holder) => [holder, ...descendants(holder)])) {
    if (textNames.has(element.name)) {
      const type = (element.attributes.texttype ?? element.attributes.type ?? '').toLowerCase();
      if (holdsElements(element)) fields.push(htmlField(innerHtml(element)));
      else fields.push(readField(textOf(element), type.includes('html') ? 'html' : 'moodle'));
    }
    if (element.name === 'matimage') {
      const source = imageSource(element);
      fields.push({ text: '', images: source === '' ? [] : [{ source, alt: '' }], findings: [] });
    }
    if (playing.has(element.name))
      fields.push({ text: '', images: [], findings: [finding('import.mediaDropped')] });
  }
  return joined(fields);
}

const joined = (fields: readonly Field[]): Field => ({
  text: fields
    .map(({ text }) => text)
    .filter((text) => text !== '')
    .join('\n'),
  images: fields.flatMap(({ images }) => images),
  findings: fields.flatMap(({ findings }) => findings),
});

const responseNames = new Set([
  'response_lid',
  'response_str',
  'response_num',
  'response_xy',
  'response_grp',
]);

/** Types that are not choices even if they are written as a single list of labels. */
const otherTypes =
  /match|dropdown|blank|fill|essay|short|numer|calcul|formula|order|categor|hot.?spot|upload|jumbled|text.only/i;

/** What prevents reading an item as a choice, if anything. */
function obstacle(type: string, responses: readonly XmlElement[]): Finding | undefined {
  const [first] = responses;
  const choosable = first?.name === 'response_lid' && inside(first, 'response_label').length > 0;
  if (responses.length === 1 && choosable && !otherTypes.test(type)) return undefined;
  const written =
    responses.length > 1 ? `${first?.name} × ${responses.length}` : (first?.name ?? 'noInteraction');
  return finding('import.unsupportedType', { type: type || written });
}

function readItem(
  item: XmlElement,
  position: number,
  chapter: readonly string[],
  words: ImportWords,
  lookup: ImageLookup,
  shared: (ident: string | undefined) => Field[],
): ImportItem {
  const place = { position, line: item.line };
  const fields = metadata(item);
  const type = typeLabels.map((label) => fields.get(label)).find((said) => said !== undefined) ?? '';
  const presentation = child(item, 'presentation');
  const responses = [...descendants(presentation)].filter(({ name }) => responseNames.has(name));
  const name = item.attributes.title?.trim() || (item.attributes.ident ?? '');
  const blocked = obstacle(type, responses);
  if (blocked) return rejected(place, materialField(questionParts(presentation)).text || name, blocked);
  const [response] = responses as [XmlElement];
  const several = /multiple/i.test(response.attributes.rcardinality ?? '');
  const key = qti12Key(item, several);
  const mark = pointsOfMark(
    markLabels.map((label) => Number.parseFloat(fields.get(label) ?? '')).find((said) => said > 0) ??
      Number.NaN,
  );
  const labels = inside(response, 'response_label').map((label) => ({
    label,
    ident: (label.attributes.ident ?? '').trim(),
  }));
  const unknown = [...key.identifiers].find((one) => !labels.some(({ ident }) => ident === one));
  return buildItem(
    {
      ...place,
      name,
      chapter,
      field: joined([
        ...shared(fields.get('parent_stimulus_item_ident')),
        materialField(questionParts(presentation)),
      ]),
      ...(mark.points === undefined ? {} : { points: mark.points }),
      answers: readable(labels).map(({ label, ident }) => ({
        field: labelField(label, words),
        correct: key.identifiers.has(ident),
      })),
      feedback: named(item, 'itemfeedback').map((feedback) => materialField([feedback]).text),
      findings: [
        ...mark.findings,
        ...(unknown === undefined ? [] : [finding('import.answerUnknown', { answer: unknown.slice(0, 40) })]),
        ...key.findings,
      ],
    },
    words,
    lookup,
  );
}

/** Blackboard and WebCT write true/false answers as keys; this maps them to words. */
function labelField(label: XmlElement, words: ImportWords): Field {
  const field = materialField([label]);
  const ident = (label.attributes.ident ?? '').trim().toLowerCase();
  if (field.images.length > 0) return field;
  const word = eitherOr[field.text === '' ? (shortIdents[ident] ?? ident) : field.text.toLowerCase()];
  return word === undefined ? field : { ...field, text: words[word] };
}

/** Everything shown by a presentation except its choices. */
function questionParts(presentation: XmlElement | undefined): XmlElement[] {
  return elements(presentation).flatMap((element) => {
    if (element.name === 'material') return [element];
    if (element.name.startsWith('render_') || element.name === 'response_label') return [];
    return questionParts(element);
  });
}

/** Reads the items of a QTI 1.2 file, as written by Canvas, Blackboard and Common Cartridge. */
export function readQti12(
  root: XmlElement,
  first: number,
  words: ImportWords,
  lookup: ImageLookup,
): ImportItem[] {
  const title = [...descendants(root)].find(({ name }) => name === 'assessment')?.attributes.title ?? '';
  const items = inside(root, 'item');
  const grouped = inside(root, 'section').flatMap((section) =>
    inside(section, 'item').map((item) => [item, section.attributes.parent_stimulus_item_ident] as const),
  );
  const stimulusOfGroup = new Map(grouped.filter(([, ident]) => ident !== undefined));
  return items.map((item, index) =>
    readItem(item, first + index, title === '' ? [] : [title], words, lookup, (ident) =>
      stimulusField(ident ?? stimulusOfGroup.get(item), items),
    ),
  );
}

/** The text that Canvas shows above several questions, if the question names one. */
function stimulusField(ident: string | undefined, items: readonly XmlElement[]): Field[] {
  if (ident === undefined || ident === '') return [];
  const stimulus = items.find((item) => item.attributes.ident === ident);
  if (stimulus) return [materialField(questionParts(child(stimulus, 'presentation')))];
  const missing = finding('import.stimulusMissing', { name: ident.slice(0, 200) });
  return [{ text: '', images: [], findings: [missing] }];
}
