import { type Finding, finding, refuseFile } from '#domain/imports/findings.ts';
import { importLimits } from '#domain/imports/import-limits.ts';
import type { ImportItem } from '#domain/imports/imported-question.ts';
import { rejected } from '#domain/imports/judge-question.ts';
import { weighAnswers } from './answer-weights.ts';
import {
  buildItem,
  type ImportWords,
  pointsOfMark,
  type RawAnswer,
  readable,
  tagFindings,
} from './build-item.ts';
import { readCategoryPath } from './category-path.ts';
import { type Field, type FieldFormat, joinedFields, readField } from './formatted-field.ts';
import { decoded, type FoundImage } from './question-images.ts';
import {
  child,
  elements,
  holdsElements,
  innerHtml,
  isElement,
  named,
  textOf,
  type XmlElement,
} from './xml-tree.ts';

/** Question types that are choices, including some of widely used plugins. */
const choiceTypes = new Set(['multichoice', 'multichoiceset', 'oumultiresponse', 'singlechoice']);

const formats: Readonly<Record<string, FieldFormat>> = {
  html: 'html',
  plain_text: 'plain',
  plain: 'plain',
  markdown: 'markdown',
  moodle_auto_format: 'moodle',
};

const feedbackName = /feedback$|^(?:hint|comment|explanation)$/;

/** A text of an element, without the files and feedback beside it. */
function textIn(element: XmlElement): string {
  const holder = {
    ...element,
    children: element.children.filter((node) => !isElement(node) || node.name !== 'file'),
  };
  return holdsElements(holder) ? innerHtml(holder, ({ name }) => feedbackName.test(name)) : textOf(holder);
}

/**
 * The text of an element such as `<name><text>…</text></name>`; handwritten files omit the inner element, contain HTML
 * or have several texts, which follow each other.
 */
function sourceOf(element: XmlElement | undefined): string {
  if (!element) return '';
  if (!child(element, 'text')) return textIn(element);
  return element.children
    .map((node) => (isElement(node) ? (node.name === 'text' ? textIn(node) : '') : node))
    .filter((text) => text.trim() !== '')
    .join('\n');
}

/** The texts of several elements, where there should be one. */
const joinedSources = (holders: readonly XmlElement[]) =>
  holders
    .map(sourceOf)
    .filter((text) => text.trim() !== '')
    .join('\n');

const nameOf = (question: XmlElement) =>
  joinedSources(named(question, 'name')).trim() || textOf(child(question, 'idnumber')).trim();

/** The tags of a question and of its course. */
const tagsOf = (question: XmlElement) =>
  [...named(question, 'tags'), ...named(question, 'coursetags')].flatMap((tags) =>
    named(tags, 'tag').map(sourceOf),
  );

const pluginFile = /^@@PLUGINFILE@@\//i;

/** The path of an embedded file as texts refer to it: "a/x.png" for a file x.png in the folder /a/. */
const pathOf = ({ attributes }: XmlElement) =>
  decoded(`${attributes.path ?? ''}/${attributes.name ?? ''}`)
    .split('/')
    .filter((step) => step !== '')
    .join('/');

/** The files of one question; each text has its own, and two texts may use the same name for different images. */
class QuestionFiles {
  private readonly files = new Map<string, string | 'ambiguous'>();

  /** Points the images of a text to its embedded files. */
  attach(field: Field, owner: XmlElement | undefined): Field {
    const folder = `${this.files.size}`;
    const own = named(owner, 'file').map((file) => ({ path: pathOf(file), content: textOf(file) }));
    const shown = new Set<string>();
    const images = field.images.map((image) => {
      const path = decoded(image.source.replace(pluginFile, '')).split('?')[0] ?? '';
      const name = path.split('/').at(-1) ?? '';
      const exact = own.filter((file) => file.path === path);
      const matching = exact.length > 0 ? exact : own.filter((file) => file.path.split('/').at(-1) === name);
      for (const file of matching) shown.add(file.path);
      const [content, ...others] = new Set(matching.map((file) => file.content));
      if (content === undefined) return { ...image, source: image.source.replace(pluginFile, '') };
      this.files.set(`${folder}/${path}`, others.length > 0 ? 'ambiguous' : content);
      return { ...image, source: `${folder}/${path}` };
    });
    const unseen = own.some(({ path }) => !shown.has(path));
    const findings = unseen ? [...field.findings, finding('import.mediaDropped')] : field.findings;
    return { ...field, images, findings };
  }

  /** The image that Moodle 1 stores next to the question. */
  beside(question: XmlElement, field: Field): Field {
    const name = textOf(child(question, 'image')).trim();
    const content = textOf(child(question, 'image_base64')).trim();
    if (name === '') return field;
    if (content !== '') this.files.set(name, content);
    return { ...field, images: [...field.images, { source: name, alt: '' }] };
  }

  readonly lookup = (source: string): FoundImage => {
    const content = this.files.get(source);
    return content === undefined || content === 'ambiguous' ? content : Buffer.from(content, 'base64');
  };
}

function formatOf(element: XmlElement | undefined, otherwise: FieldFormat): FieldFormat {
  return formats[element?.attributes.format ?? ''] ?? otherwise;
}

const percentOf = (answer: XmlElement) =>
  Number.parseFloat((answer.attributes.fraction ?? '0').replace(',', '.')) || 0;

/** The elements that are read; any other one with a text is treated as feedback. */
const readNames = new Set(['name', 'questiontext', 'answer', 'text', 'file']);
const feedbackIn = (holder: XmlElement) =>
  elements(holder).filter((element) => !readNames.has(element.name) && isFeedback(element));
const isFeedback = (element: XmlElement) =>
  feedbackName.test(element.name) || child(element, 'text') !== undefined;

const feedbackOf = (answer: XmlElement) => joinedSources(feedbackIn(answer));

/** Moodle's default feedback, which can be dropped silently. */
const standardFeedback =
  /^(?:<p> ?)?(?:your answer is (?:partially )?(?:correct|incorrect)|)\.? ?(?:<\/p>)?$/i;
const isStandard = (feedback: string) => standardFeedback.test(feedback.replace(/\s+/g, ' ').trim());

const isTrue = (text: string) => /^\s*(?:true|1)\s*$/i.test(text);

function trueFalseAnswers(
  answers: readonly XmlElement[],
  words: ImportWords,
): { answers: RawAnswer[]; findings: readonly Finding[] } {
  const texts = answers.map((answer) => sourceOf(answer).trim().toLowerCase());
  const known = texts.every((word) => word === 'true' || word === 'false');
  const read = answers.map((answer, index) => {
    const word = texts[index] === 'true' ? words.true : words.false;
    return {
      field: readField(known ? word : sourceOf(answer), 'plain'),
      correct: percentOf(answer) > 0,
      feedback: feedbackOf(answer),
    };
  });
  return { answers: read, findings: weighAnswers(answers.map(percentOf), 'one').findings };
}

function choiceAnswers(
  question: XmlElement,
  files: QuestionFiles,
  otherwise: FieldFormat,
): { answers: RawAnswer[]; findings: readonly Finding[] } {
  const answers = readable(named(question, 'answer'));
  const percents = answers.map(percentOf);
  const declared = child(question, 'single') ?? child(question, 'singleanswer');
  const full = percents.filter((percent) => percent >= 99).length;
  const single = declared
    ? isTrue(textOf(declared))
    : full === 1 && question.attributes.type !== 'oumultiresponse';
  const { correct, findings } = weighAnswers(percents, single ? 'one' : 'several');
  return {
    findings,
    answers: answers.map((answer, index) => ({
      field: files.attach(readField(sourceOf(answer), formatOf(answer, otherwise)), answer),
      correct: correct[index] ?? false,
      feedback: feedbackOf(answer),
    })),
  };
}

function readQuestion(
  question: XmlElement,
  location: { position: number; line: number },
  chapter: readonly string[],
  words: ImportWords,
): ImportItem {
  const type = question.attributes.type ?? '';
  const texts = named(question, 'questiontext');
  const format = formatOf(texts[0], 'moodle');
  const files = new QuestionFiles();
  const read = (text: XmlElement) => files.attach(readField(sourceOf(text), formatOf(text, format)), text);
  const field = files.beside(question, joinedFields(texts.map(read)));
  const name = nameOf(question);
  if (!choiceTypes.has(type) && type !== 'truefalse')
    return rejected(location, name || field.text, finding('import.unsupportedType', { type: type || '?' }));
  const { answers, findings } =
    type === 'truefalse'
      ? trueFalseAnswers(readable(named(question, 'answer')), words)
      : choiceAnswers(question, files, format);
  const mark = pointsOfMark(Number.parseFloat(textOf(child(question, 'defaultgrade')) || 'NaN'));
  return buildItem(
    {
      ...location,
      name,
      chapter,
      field,
      ...(mark.points === undefined ? {} : { points: mark.points }),
      answers,
      feedback: [question, ...texts]
        .flatMap(feedbackIn)
        .map(sourceOf)
        .filter((text) => !isStandard(text)),
      findings: [...findings, ...mark.findings, ...tagFindings(tagsOf(question))],
    },
    words,
    files.lookup,
  );
}

/** The questions in document order; some programs group them in elements of their own. */
const questionsIn = (holder: XmlElement): XmlElement[] =>
  elements(holder).flatMap((element) => (element.name === 'question' ? [element] : questionsIn(element)));

/** Reads the questions of a Moodle XML file (Moodle 1.9 to 5). */
export function readMoodleXml(root: XmlElement, words: ImportWords): ImportItem[] {
  const items: ImportItem[] = [];
  let chapter: readonly string[] = [];
  for (const question of questionsIn(root)) {
    if (question.attributes.type === 'category') {
      chapter = readCategoryPath(sourceOf(child(question, 'category')));
      continue;
    }
    if (items.length >= importLimits.questions)
      refuseFile('import.tooManyQuestions', { max: importLimits.questions });
    items.push(readQuestion(question, { position: items.length + 1, line: question.line }, chapter, words));
  }
  return items;
}
