import { finding } from '#domain/imports/findings.ts';
import type { ImportItem } from '#domain/imports/imported-question.ts';
import { rejected } from '#domain/imports/judge-question.ts';
import { isRepeated } from './answer-key.ts';
import { buildItem, type ImportWords, pointsOfMark, readable } from './build-item.ts';
import { htmlField } from './formatted-field.ts';
import { htmlToRichText } from './html-to-rich-text.ts';
import { keyOf, markOf } from './qti-response.ts';
import { attribute, is, parts, plainName, within } from './qti-vocabulary.ts';
import type { ImageLookup } from './question-images.ts';
import { descendants, elements, innerHtml, textOf, type XmlElement, type XmlNode } from './xml-tree.ts';

export type QtiContext = {
  readonly words: ImportWords;
  readonly chapter: readonly string[];
  readonly lookup: ImageLookup;
  /** The text shared by several items, by its address; undefined when it is missing. */
  readonly stimulus: (address: string) => string | undefined;
};

const isInteraction = (element: XmlElement) => plainName(element.name).endsWith('interaction');
/** Interactions that ask nothing: a hint button, a video. */
const ignoredInteractions = new Set(['endattemptinteraction', 'mediainteraction']);

/** Elements that a candidate does not see while answering. */
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

/** The ancestors of an element, outermost first. */
function pathTo(wanted: XmlElement, within: XmlElement): XmlElement[] | undefined {
  for (const element of elements(within)) {
    if (element === wanted) return [within];
    const deeper = pathTo(wanted, element);
    if (deeper) return [within, ...deeper];
  }
  return undefined;
}

const asBlock = (element: XmlElement): XmlElement => ({ ...element, name: 'div', attributes: {} });

/** What an interaction shows besides its choices: its prompt, and what some systems write beside it. */
const promptOf = (interaction: XmlElement): XmlNode[] =>
  interaction.children.map((node) => (typeof node !== 'string' && is(node, 'prompt') ? asBlock(node) : node));

/**
 * The body as HTML, with the prompt of one interaction in its place. When an item has several interactions, each
 * question gets the text before the first one and the text directly before its own.
 */
function stemHtml(body: XmlElement, shown: XmlElement, interactionsInBody: readonly XmlElement[]): string {
  const own = interactionsInBody.indexOf(shown);
  const others = new Set(interactionsInBody);
  const path = new Set(pathTo(shown, body));
  let passed = 0;
  const isLast = own === interactionsInBody.length - 1;
  const isOurs = () => passed === 0 || passed === own || (isLast && passed > own);
  const withoutOthers = (parent: XmlElement): XmlElement => ({
    ...parent,
    // Feedback that contains the question is kept: some items show their parts one after another this way.
    ...(isUnseen(parent) ? { name: 'div', attributes: {} } : {}),
    children: parent.children.flatMap((node): XmlNode[] => {
      if (typeof node === 'string') return isOurs() ? [node] : [];
      if (path.has(node)) return [withoutOthers(node)];
      if (node === shown) {
        passed += 1;
        return [asBlock({ ...node, children: promptOf(node) })];
      }
      const interactions = [node, ...descendants(node)].filter((one) => others.has(one)).length;
      const ours = interactions === 0 && isOurs();
      passed += interactions;
      return ours ? [node] : [];
    }),
  });
  return innerHtml(
    withoutOthers(body),
    (element) => isUnseen(element) || isInteraction(element) || is(element, 'simplechoice'),
  );
}

/** All elements visible to a candidate, in document order. */
function* seenIn(parent: XmlElement): Generator<XmlElement> {
  for (const element of elements(parent)) {
    if (isUnseen(element)) continue;
    yield element;
    yield* seenIn(element);
  }
}

/** The texts for after the answer or for other readers; those of a choice belong to it. */
function unseenIn(item: XmlElement, body: XmlElement): XmlElement[] {
  const ofChoices = new Set(within(body, 'simplechoice').flatMap((choice) => [...descendants(choice)]));
  const inBody = [...descendants(body)].filter(
    (element) => isUnseen(element) && !is(element, 'stylesheet') && !ofChoices.has(element),
  );
  return [...within(item, 'modalfeedback'), ...inBody].filter(
    (element) => within(element, 'choiceinteraction').length === 0,
  );
}

/** Whether the content depends on template values: printed, in a formula, or in the choices. */
function isTemplated(item: XmlElement, body: XmlElement): boolean {
  const drawn = new Set(parts(item, 'templatedeclaration').map((one) => attribute(one, 'identifier') ?? ''));
  return [...seenIn(body)].some(
    (element) =>
      is(element, 'printedvariable') ||
      (is(element, 'simplechoice') && attribute(element, 'templateidentifier') !== undefined) ||
      (element.name === 'mi' && drawn.has(textOf(element).trim())),
  );
}

/** Reads one assessment item; one with several choices becomes several questions with a shared introduction. */
export function readQtiItem(item: XmlElement, first: number, context: QtiContext): ImportItem[] {
  const identifier = attribute(item, 'identifier') ?? '';
  const name = attribute(item, 'title')?.trim() || identifier;
  const [firstBody, ...bodies] = parts(item, 'itembody');
  const body = firstBody && {
    ...firstBody,
    children: [firstBody, ...bodies].flatMap(({ children }) => children),
  };
  const location = (offset: number) => ({ position: first + offset, line: item.line });
  const all = body ? [...descendants(body)].filter(isInteraction) : [];
  const interactions = all.filter((element) => !ignoredInteractions.has(plainName(element.name)));
  if (!body || interactions.length === 0)
    return [rejected(location(0), name, finding('import.unsupportedType', { type: 'noInteraction' }))];
  if (isTemplated(item, body)) return [rejected(location(0), name, finding('import.templated'))];

  const stimuli = parts(item, 'assessmentstimulusref').map((ref) => {
    const address = attribute(ref, 'href') ?? '';
    return { address, html: context.stimulus(address) };
  });
  const missing = stimuli.filter(({ html }) => html === undefined);
  const mark = pointsOfMark(markOf(item) ?? Number.NaN);
  return interactions.map((interaction, index) => {
    if (!is(interaction, 'choiceinteraction')) {
      const type = interaction.name.replace(/^qti-/, '');
      return rejected(location(index), name, finding('import.unsupportedType', { type }));
    }
    const key = keyOf(item, attribute(interaction, 'responseidentifier') ?? 'RESPONSE');
    const choices = readable(within(interaction, 'simplechoice')).map((choice) => ({
      identifier: (attribute(choice, 'identifier') ?? '').trim(),
      field: htmlField(innerHtml(choice, isUnseen)),
      feedback: within(choice, 'feedbackinline')
        .map((feedback) => innerHtml(feedback))
        .join(' '),
    }));
    const known = new Set(choices.map((choice) => choice.identifier));
    const unknown = [...key.identifiers].find((one) => !known.has(one));
    const isShared = isRepeated(
      choices.map((choice) => choice.identifier),
      key.identifiers,
    );
    const stem = [...stimuli.map(({ html = '' }) => html), stemHtml(body, interaction, interactions)]
      .map((html) => `<div>${html}</div>`)
      .join('');
    return buildItem(
      {
        ...location(index),
        name: interactions.length > 1 ? `${name} (${index + 1})` : name,
        chapter: context.chapter,
        field: stemField(stem, name),
        ...(mark.points === undefined ? {} : { points: mark.points }),
        answers: choices.map(({ field, feedback, identifier: id }) => ({
          field,
          feedback,
          correct: key.identifiers.has(id),
        })),
        feedback: unseenIn(item, body).map((feedback) => innerHtml(feedback)),
        findings: [
          ...mark.findings,
          ...missing.map(({ address }) => finding('import.stimulusMissing', { name: address.slice(0, 200) })),
          ...(all.some((element) => is(element, 'mediainteraction')) ? [finding('import.mediaDropped')] : []),
          ...(unknown === undefined
            ? []
            : [finding('import.answerUnknown', { answer: unknown.slice(0, 40) })]),
          ...(isShared ? [finding('import.keyUnclear')] : []),
          ...key.findings,
          ...(interactions.length > 1
            ? [finding('import.itemSplit', { part: index + 1, parts: interactions.length })]
            : []),
        ],
      },
      context.words,
      context.lookup,
    );
  });
}

/** Items without a text use their title. */
function stemField(html: string, title: string) {
  const field = htmlField(html);
  if (field.text !== '' || field.images.length > 0) return field;
  return { ...field, text: htmlToRichText(title.replaceAll('&', '&amp;').replaceAll('<', '&lt;')) };
}
