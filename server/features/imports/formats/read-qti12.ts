import { type Finding, finding } from '#domain/imports/findings.ts';
import type { ImportItem } from '#domain/imports/imported-question.ts';
import { excerpt } from '#domain/imports/imported-text.ts';
import { rejected } from '#domain/imports/judge-question.ts';
import { plainTextOf } from '#domain/question-bank/rich-text.ts';
import { isRepeated } from './answer-key.ts';
import { buildItem, type ImportWords, pointsOfMark, readable } from './build-item.ts';
import { type Field, type FieldFormat, htmlField, joinedFields, readField } from './formatted-field.ts';
import { qti12Key } from './qti12-key.ts';
import { references, withMaterials } from './qti12-materials.ts';
import { inside } from './qti12-processing.ts';
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
  wrappedHtml,
  type XmlElement,
} from './xml-tree.ts';

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

/** Elements around a text; some programs write the text into them directly. */
const textContainer = /^(?:material|flow\w*|response_label|mat_extension)$/;
const looseText = ({ children }: XmlElement) =>
  children
    .filter((node) => !isElement(node) || node.name === wrappedHtml)
    .map((node) => (isElement(node) ? textOf(node) : node))
    .join(' ')
    .trim();

const playing = new Set(['mataudio', 'matvideo', 'matapplet', 'matapplication']);

/** The address of an image, or the embedded image. */
function imageSource(element: XmlElement): string {
  const { uri, label, imagtype, embedded, entityref } = element.attributes;
  const inside = textOf(element).replace(/\s+/g, '');
  if ((uri ?? '') === '' && inside !== '' && /base64/i.test(embedded ?? 'base64'))
    return `data:${imagtype ?? 'image/png'};base64,${inside}`;
  return [uri, label, entityref].find((address) => (address ?? '').trim() !== '') ?? element.name;
}

/** Plain text is kept as it is; some systems declare it and write images into it. */
function formatOf(type: string, text: string): FieldFormat {
  if (type.includes('html')) return 'html';
  return type.includes('plain') && !/<img\s/i.test(text) ? 'plain' : 'moodle';
}

/** The texts and images of nested materials, in order. */
function materialField(holders: readonly XmlElement[]): Field {
  const fields: Field[] = [];
  for (const element of holders.flatMap((holder) => [holder, ...descendants(holder)])) {
    if (textNames.has(element.name)) {
      const type = (element.attributes.texttype ?? element.attributes.type ?? '').toLowerCase();
      if (holdsElements(element)) fields.push(htmlField(innerHtml(element)));
      else fields.push(readField(textOf(element), formatOf(type, textOf(element))));
    }
    const loose = textContainer.test(element.name) ? looseText(element) : '';
    if (loose !== '') fields.push(readField(loose, 'moodle'));
    if (element.name === 'matimage') {
      const source = imageSource(element);
      fields.push({ text: '', images: [{ source, alt: '' }], findings: [] });
    }
    if (playing.has(element.name))
      fields.push({ text: '', images: [], findings: [finding('import.mediaDropped')] });
    if (references.has(element.name)) {
      const name = (element.attributes.linkrefid ?? '').slice(0, 200);
      fields.push({ text: '', images: [], findings: [finding('import.stimulusMissing', { name })] });
    }
  }
  return joinedFields(fields);
}

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

/** The mark of an item, where known systems write it. A maximum of 100 is a percentage. */
function markOf(item: XmlElement, fields: ReadonlyMap<string, string>): number {
  const declared = inside(item, 'decvar').map(({ attributes }) => attributes.maxvalue ?? '');
  const percent = declared.map(Number.parseFloat).filter((maximum) => maximum !== 100);
  const marks = markLabels.map((label) => Number.parseFloat(fields.get(label) ?? ''));
  return [...marks, ...percent].find((mark) => mark > 0) ?? marks.find((mark) => mark <= 0) ?? Number.NaN;
}

/** Texts of an element that are instructions, not a part of the question. */
const instructionsOf = (holder: XmlElement, ...names: readonly string[]): Finding[] =>
  names
    .flatMap((name) => named(holder, name))
    .map((element) => plainTextOf(materialField([element]).text))
    .filter((text) => text !== '')
    .map((text) => finding('import.instructionsDropped', { text: excerpt(text) }));

/** An item with the texts above it: materials of its sections, and what it or its group names. */
type ItemWithTexts = {
  readonly item: XmlElement;
  readonly shared: readonly XmlElement[];
  readonly stimulus: (ident: string | undefined) => readonly Field[];
};

function readItem(
  { item, shared, stimulus }: ItemWithTexts,
  position: number,
  chapter: readonly string[],
  words: ImportWords,
  lookup: ImageLookup,
): ImportItem {
  const location = { position, line: item.line };
  const fields = metadata(item);
  const type = typeLabels.map((label) => fields.get(label)).find((value) => value !== undefined) ?? '';
  const presentation = child(item, 'presentation');
  const responses = [...descendants(presentation)].filter(({ name }) => responseNames.has(name));
  const name = item.attributes.title?.trim() || (item.attributes.ident ?? '');
  const blocked = obstacle(type, responses);
  if (blocked) return rejected(location, materialField(questionParts(presentation)).text || name, blocked);
  const [response] = responses as [XmlElement];
  const mark = pointsOfMark(markOf(item, fields));
  const labels = inside(response, 'response_label').map((label) => ({
    label,
    ident: (label.attributes.ident ?? '').trim(),
  }));
  const key = qti12Key(item, {
    ident: response.attributes.ident ?? '',
    choices: readable(labels).map(({ ident }) => ident),
    several: /multiple/i.test(response.attributes.rcardinality ?? ''),
  });
  const unknown = [...key.identifiers].find((one) => !labels.some(({ ident }) => ident === one));
  const isShared = isRepeated(
    labels.map(({ ident }) => ident),
    key.identifiers,
  );
  return buildItem(
    {
      ...location,
      name,
      chapter,
      field: joinedFields([
        ...stimulus(fields.get('parent_stimulus_item_ident')),
        materialField([...shared, ...questionParts(presentation)]),
      ]),
      ...(mark.points === undefined ? {} : { points: mark.points }),
      answers: readable(labels).map(({ label, ident }) => ({
        field: labelField(label, words),
        correct: key.identifiers.has(ident),
      })),
      feedback: named(item, 'itemfeedback').map((feedback) => materialField([feedback]).text),
      findings: [
        ...mark.findings,
        ...instructionsOf(item, 'rubric', 'objectives'),
        ...(unknown === undefined ? [] : [finding('import.answerUnknown', { answer: unknown.slice(0, 40) })]),
        ...(isShared ? [finding('import.keyUnclear')] : []),
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

/** Choices, and the comments of authors, which may name the key. */
const notShown = new Set(['response_label', 'response_na', 'qticomment']);

/** Everything shown by a presentation except its choices. */
function questionParts(presentation: XmlElement | undefined): XmlElement[] {
  return (presentation?.children ?? []).flatMap((element): XmlElement[] => {
    if (!isElement(element))
      return element.trim() === '' ? [] : [{ name: 'mattext', attributes: {}, children: [element], line: 0 }];
    if (element.name === 'material' || references.has(element.name)) return [element];
    if (notShown.has(element.name)) return [];
    return questionParts(element);
  });
}

/** The items, each with the texts that its sections show for all their items. */
function itemsIn(
  holder: XmlElement,
  shared: readonly XmlElement[] = [],
): { item: XmlElement; shared: readonly XmlElement[] }[] {
  return elements(holder).flatMap((element) => {
    if (element.name === 'item') return [{ item: element, shared }];
    const own = element.name === 'section' ? named(element, 'presentation_material') : [];
    return itemsIn(element, [...shared, ...own]);
  });
}

/**
 * Reads the items of a QTI 1.2 file, as written by Canvas, Blackboard and Common Cartridge. The text of a section
 * belongs to its items; instructions for a whole test are left out.
 */
export function readQti12(
  given: XmlElement,
  words: ImportWords,
  lookup: ImageLookup,
): { items: ImportItem[]; findings: Finding[] } {
  const root = withMaterials(given);
  const tests = inside(root, 'assessment');
  const title = tests[0]?.attributes.title ?? '';
  const placed = itemsIn(root);
  const items = placed.map(({ item }) => item);
  const grouped = inside(root, 'section').flatMap((section) =>
    inside(section, 'item').map((item) => [item, section.attributes.parent_stimulus_item_ident] as const),
  );
  const stimulusOfGroup = new Map(grouped.filter(([, ident]) => ident !== undefined));
  const stimulusOf = (item: XmlElement) => (ident: string | undefined) =>
    stimulusField(ident ?? stimulusOfGroup.get(item), items);
  return {
    items: placed.map(({ item, shared }, index) =>
      readItem(
        { item, shared, stimulus: stimulusOf(item) },
        index + 1,
        title === '' ? [] : [title],
        words,
        lookup,
      ),
    ),
    findings: [
      ...tests.flatMap((test) => instructionsOf(test, 'presentation_material', 'rubric', 'objectives')),
      ...inside(root, 'section').flatMap((section) => instructionsOf(section, 'rubric', 'objectives')),
      ...itemsElsewhere(root),
    ],
  };
}

/** A finding about questions that the file only refers to. */
function itemsElsewhere(root: XmlElement): Finding[] {
  const known = new Set([...descendants(root)].map(({ attributes }) => attributes.ident));
  const items = inside(root, 'itemref').map(({ attributes }) => attributes.linkrefid ?? '');
  const banks = inside(root, 'sourcebank_ref').map((ref) => textOf(ref).trim());
  const missing = [...new Set([...items, ...banks])].filter((name) => name !== '' && !known.has(name));
  return missing.length === 0
    ? []
    : [finding('import.itemsElsewhere', { names: excerpt(missing.join(', '), 200) })];
}

/** The text that Canvas shows above several questions, if the question names one. */
function stimulusField(ident: string | undefined, items: readonly XmlElement[]): Field[] {
  if (ident === undefined || ident === '') return [];
  const stimulus = items.find((item) => item.attributes.ident === ident);
  if (stimulus) return [materialField(questionParts(child(stimulus, 'presentation')))];
  const missing = finding('import.stimulusMissing', { name: ident.slice(0, 200) });
  return [{ text: '', images: [], findings: [missing] }];
}
