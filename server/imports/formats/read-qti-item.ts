import { finding } from '#domain/imports/findings.ts';
import type { ImportItem } from '#domain/imports/imported-question.ts';
import { rejected } from '#domain/imports/judge-question.ts';
import { buildItem, type ImportWords, pointsOfMark, readable } from './build-item.ts';
import { htmlField } from './formatted-field.ts';
import { htmlToRichText } from './html-to-rich-text.ts';
import { keyOf, markOf } from './qti-response.ts';
import { attribute, is, part, parts, plainName, within } from './qti-vocabulary.ts';
import type { ImageLookup } from './question-images.ts';
import { descendants, innerHtml, type XmlElement } from './xml-tree.ts';

/** Everything an item takes from around itself. */
export type QtiSurroundings = {
  readonly words: ImportWords;
  readonly chapter: readonly string[];
  readonly lookup: ImageLookup;
  /** The text that several items share, by its address. */
  readonly stimulus: (address: string) => string;
};

const isInteraction = (element: XmlElement) => plainName(element.name).endsWith('interaction');
/** Interactions that ask nothing: a button for a hint, a film. */
const asksNothing = new Set(['endattemptinteraction', 'mediainteraction']);

/** What a candidate is not shown while answering. */
const unseen = new Set([
  'feedbackblock',
  'feedbackinline',
  'modalfeedback',
  'cataloginfo',
  'templateblock',
  'stylesheet',
]);

function isUnseen(element: XmlElement): boolean {
  if (unseen.has(plainName(element.name))) return true;
  return is(element, 'rubricblock') && !/candidate/i.test(attribute(element, 'view') ?? 'candidate');
}

/** Stands for the prompt while the rest of the body is written; no text can hold it. */
const promptMark = '\u{f0000}';

/** The body as HTML, the prompt of one interaction standing in its place and all other interactions left out. */
function stemHtml(body: XmlElement, shown: XmlElement): string {
  const replaced = (parent: XmlElement): XmlElement => ({
    ...parent,
    children: parent.children.map((node) => {
      if (typeof node === 'string') return node.replaceAll(promptMark, '');
      return node === shown
        ? { ...node, name: 'div', attributes: {}, children: [promptMark] }
        : replaced(node);
    }),
  });
  const hidden = (element: XmlElement) => isUnseen(element) || isInteraction(element);
  const prompt = part(shown, 'prompt');
  const asked = prompt ? innerHtml(prompt, hidden) : '';
  return innerHtml(replaced(body), hidden).replace(promptMark, () => asked);
}

/** Reads one assessment item; an item with several choices is several questions with the same beginning. */
export function readQtiItem(item: XmlElement, first: number, around: QtiSurroundings): ImportItem[] {
  const identifier = attribute(item, 'identifier') ?? '';
  const name = attribute(item, 'title')?.trim() || identifier;
  const body = part(item, 'itembody');
  const place = (offset: number) => ({ position: first + offset, line: item.line });
  const all = body ? [...descendants(body)].filter(isInteraction) : [];
  const interactions = all.filter((element) => !asksNothing.has(plainName(element.name)));
  if (!body || interactions.length === 0)
    return [rejected(place(0), name, finding('import.unsupportedType', { type: 'noInteraction' }))];
  if (within(body, 'printedvariable').length > 0)
    return [rejected(place(0), name, finding('import.templated'))];

  const stimuli = parts(item, 'assessmentstimulusref').map((ref) =>
    around.stimulus(attribute(ref, 'href') ?? ''),
  );
  const mark = pointsOfMark(markOf(item) ?? Number.NaN);
  return interactions.map((interaction, index) => {
    if (!is(interaction, 'choiceinteraction')) {
      const type = interaction.name.replace(/^qti-/, '');
      return rejected(place(index), name, finding('import.unsupportedType', { type }));
    }
    const key = keyOf(item, attribute(interaction, 'responseidentifier') ?? 'RESPONSE');
    const choices = readable(parts(interaction, 'simplechoice')).map((choice) => ({
      identifier: (attribute(choice, 'identifier') ?? '').trim(),
      field: htmlField(innerHtml(choice, isUnseen)),
      feedback: within(choice, 'feedbackinline')
        .map((feedback) => innerHtml(feedback))
        .join(' '),
    }));
    const known = new Set(choices.map((choice) => choice.identifier));
    const unknown = [...key.identifiers].find((one) => !known.has(one));
    const stem = [...stimuli, stemHtml(body, interaction)].map((html) => `<div>${html}</div>`).join('');
    return buildItem(
      {
        ...place(index),
        name: interactions.length > 1 ? `${name} (${index + 1})` : name,
        chapter: around.chapter,
        field: stemField(stem, name),
        ...(mark.points === undefined ? {} : { points: mark.points }),
        answers: choices.map(({ field, feedback, identifier: id }) => ({
          field,
          feedback,
          correct: key.identifiers.has(id),
        })),
        feedback: parts(item, 'modalfeedback').map((feedback) => innerHtml(feedback)),
        findings: [
          ...mark.findings,
          ...(all.some((element) => is(element, 'mediainteraction')) ? [finding('import.mediaDropped')] : []),
          ...(unknown === undefined
            ? []
            : [finding('import.answerUnknown', { answer: unknown.slice(0, 40) })]),
          ...(key.uneven ? [finding('import.partialCredit')] : []),
          ...(interactions.length > 1
            ? [finding('import.itemSplit', { part: index + 1, parts: interactions.length })]
            : []),
        ],
      },
      around.words,
      around.lookup,
    );
  });
}

/** Items without a text of their own ask with their title. */
function stemField(html: string, title: string) {
  const field = htmlField(html);
  if (field.text !== '' || field.images.length > 0) return field;
  return { ...field, text: htmlToRichText(title.replaceAll('&', '&amp;').replaceAll('<', '&lt;')) };
}
