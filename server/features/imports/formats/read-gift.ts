import { finding, refuseFile } from '#domain/imports/findings.ts';
import { importLimits } from '#domain/imports/import-limits.ts';
import type { ImportItem } from '#domain/imports/imported-question.ts';
import { droppedCharacters, excerpt } from '#domain/imports/imported-text.ts';
import { rejected } from '#domain/imports/judge-question.ts';
import { weighAnswers } from './answer-weights.ts';
import { buildItem, type ImportWords, type RawAnswer, readable, tagFindings } from './build-item.ts';
import { readCategoryPath } from './category-path.ts';
import { type FieldFormat, readField } from './formatted-field.ts';
import { giftBlocks } from './gift-blocks.ts';
import { isNamed, joinParagraphs, type WholeBlock } from './gift-paragraphs.ts';
import { type ImageLookup, noImages } from './question-images.ts';

/** Placeholders for escaped characters during parsing. */
const escapable = '\\~=#{}:n';
/** Unicode noncharacters, which no text uses. */
const UNUSED = 0xfdd0;
const hidden = new RegExp(
  `[\\u{${UNUSED.toString(16)}}-\\u{${(UNUSED + escapable.length - 1).toString(16)}}]`,
  'gu',
);

/** Escaped signs are hidden; characters of the text that look like hidden ones are dropped (`strays` reports them). */
const hide = (text: string) =>
  text
    .replace(hidden, '')
    .replace(/\\([\\~=#{}:n])/g, (_all, sign: string) =>
      String.fromCharCode(UNUSED + escapable.indexOf(sign)),
    );
const strays = (text: string) => droppedCharacters((text.match(hidden) ?? []).join(''));
const reveal = (text: string) =>
  text.replace(hidden, (sign) => {
    const character = escapable.charAt(sign.charCodeAt(0) - UNUSED);
    return character === 'n' ? '\n' : character;
  });

const formatNames: Readonly<Record<string, FieldFormat>> = {
  html: 'html',
  moodle: 'moodle',
  plain: 'plain',
  markdown: 'markdown',
};

/** A text can start with its format: "[html]…". */
function formatted(text: string, otherwise: FieldFormat): { text: string; format: FieldFormat } {
  const [all = '', name = ''] = /^\s*\[([a-z]+)\]/.exec(text) ?? [];
  const format = formatNames[name];
  return format
    ? { text: reveal(text.slice(all.length)).trim(), format }
    : { text: reveal(text).trim(), format: otherwise };
}

type Braces = { readonly start: number; readonly end: number };

/** All outermost pairs of braces; undefined when they do not match. */
function bracePairs(text: string): Braces[] | undefined {
  const pairs: Braces[] = [];
  let depth = 0;
  let start = 0;
  for (let index = 0; index < text.length; index += 1) {
    const here = text.charAt(index);
    if (here === '{') {
      if (depth === 0) start = index;
      depth += 1;
    } else if (here === '}') {
      depth -= 1;
      if (depth < 0) return undefined;
      if (depth === 0) pairs.push({ start, end: index });
    }
  }
  return depth === 0 ? pairs : undefined;
}

const answerMarker = /^\s*[~=#]/;
const trueFalsePattern = /^\s*(?:$|T(?:RUE)?\s*(?:#|$)|F(?:ALSE)?\s*(?:#|$))/i;
/** Moodle's embedded answers ("{1:MC:~a~=b}") are another question type. */
const clozePattern = /^\s*\d*:[A-Z_]+:/;
/** Braces directly after a TeX command, an index or other such braces belong to a formula. */
const formulaBrace = new RegExp(`(?:[\\\\${String.fromCharCode(UNUSED)}][a-z]+|[_^])(?:\\{[^{}]*\\})*$`, 'i');

const outsideFormulas = (text: string, pairs: readonly Braces[]) =>
  pairs.filter(({ start }) => !formulaBrace.test(text.slice(Math.max(0, start - 200), start)));

/** Whether the text has no braces but those of formulas. */
function hasNoAnswers(text: string): boolean {
  const shown = hide(text);
  const pairs = bracePairs(shown);
  return pairs !== undefined && outsideFormulas(shown, pairs).length === 0;
}

/** Whether there are answers on several lines: more than one question, or one with gaps. */
function hasTwoAnswerBlocks(text: string, outside: readonly Braces[]): boolean {
  const blocks = outside.filter(({ start, end }) => {
    const inside = text.slice(start + 1, end);
    const endsLine = /^[^\S\n]*(?:\n|$)/.test(text.slice(end + 1, end + 200));
    return answerMarker.test(inside) || (trueFalsePattern.test(inside) && endsLine);
  });
  const [first] = blocks;
  const last = blocks.at(-1);
  return first !== undefined && last !== undefined && text.slice(first.end, last.start).includes('\n');
}

/** The braces that contain the answers; braces of formulas are skipped. */
function answerBraces(text: string): Braces | 'none' | 'gaps' | 'twice' | 'broken' {
  if (!/[{}]/.test(text)) return 'none';
  const pairs = bracePairs(text);
  if (pairs) {
    const inside = ({ start, end }: Braces) => text.slice(start + 1, end);
    const outside = outsideFormulas(text, pairs);
    const blocks = outside.filter((pair) => answerMarker.test(inside(pair)));
    if (hasTwoAnswerBlocks(text, outside)) return 'twice';
    if (blocks.length > 1 || outside.some((pair) => clozePattern.test(inside(pair)))) return 'gaps';
    const candidates = outside.length > 0 ? outside : pairs;
    return (
      blocks[0] ??
      candidates.findLast((pair) => trueFalsePattern.test(inside(pair))) ??
      candidates.findLast((pair) => /[~=]/.test(inside(pair))) ??
      candidates.at(-1) ??
      'broken'
    );
  }
  const start = text.indexOf('{');
  const end = text.indexOf('}', start);
  return start >= 0 && end >= 0 && !startsWithMarker.test(text.slice(end + 1)) ? { start, end } : 'broken';
}
/** More answers after the braces, or more braces. */
const startsWithMarker = /^\s*[~=]|[{}]/;

/** The equals signs of tags and comparisons never start an answer. */
const tags = /<\/?[a-z][a-z0-9]*(?:\s[^<>]*)?>/gi;
const comparisons = /[<>!:=]=/g;
const blanked = (text: string, parts: RegExp) => text.replace(parts, (all) => ' '.repeat(all.length));

/**
 * Where answers start. A tilde always starts one. An equals sign does at the start of a line, or between a space and
 * a letter. Only if there is none of these and nothing else marks the correct answers, any equals sign starts one
 * ("x=3" is often unescaped). `unsure` lists the equals signs that have neither a space nor a backslash before them.
 */
function answerStarts(body: string): { starts: number[]; unsure: readonly number[] } {
  const tildes: number[] = [];
  const sure: number[] = [];
  const loose: number[] = [];
  const compared: number[] = [];
  const withoutTags = blanked(body, tags);
  const signs = blanked(withoutTags, comparisons);
  let lineBegins = true;
  for (let index = 0; index < body.length; index += 1) {
    const here = body.charAt(index);
    const before = body.charAt(index - 1);
    if (here === '~') tildes.push(index);
    else if (here === '=' && before !== '~') {
      const isSpaced = /\s/.test(before) && /\S/.test(body.charAt(index + 1));
      if (lineBegins || isSpaced) sure.push(index);
      else if (signs.charAt(index) === '=') loose.push(index);
      else if (withoutTags.charAt(index) === '=') compared.push(index);
    }
    lineBegins = here === '\n' || (lineBegins && /\s/.test(here));
  }
  const isMarked = sure.length > 0 || /~\s*%[1-9]|~=/.test(body);
  const starts = [...tildes, ...(isMarked ? sure : loose)].sort((one, other) => one - other);
  return { starts, unsure: [...loose, ...compared] };
}

/** HTML numeric character references. */
const entities = /&#(?:\d{1,7}|x[\da-f]{1,6});/gi;

/** A name such as C# or F# at the end of an answer without feedback. */
const languageName = /(?:^|[\s,;(])[A-Z]#\s*$/;

/** Where the feedback of an answer starts; the signs of colours in tags ("#f00") and of entities ("&#537;") start none. */
function feedbackStart(answer: string): number {
  const start = blanked(blanked(answer, tags), entities).indexOf('#');
  const isName = languageName.test(answer.slice(0, start + 1)) && answer.slice(start + 1).trim() === '';
  return start < 0 || isName ? answer.length : start;
}

type WeightedAnswer = {
  readonly text: string;
  readonly percent: number;
  readonly marked: boolean;
  /** Whether neither a sign nor a weight says what it is. */
  readonly isBare: boolean;
  readonly feedback: string;
};

/** The answers of a question; a text before the first sign is one too. */
function splitAnswers(body: string, signs: readonly number[]): WeightedAnswer[] {
  const starts = body.slice(0, signs[0] ?? 0).trim() === '' ? signs : [0, ...signs];
  return readable(starts).map((start, index) => {
    const all = body.slice(start, starts[index + 1] ?? body.length).trim();
    const marked = all.startsWith('=') || all.startsWith('~=');
    const answer = all.replace(/^~?=?/, '');
    const [weight = '', number = ''] = /^\s*%(-?\d{1,3}(?:[.,]\d*)?)%/.exec(answer) ?? [];
    const afterWeight = answer.slice(weight.length);
    const feedback = feedbackStart(afterWeight);
    const percent = weight === '' ? (marked ? 100 : 0) : Number.parseFloat(number.replace(',', '.'));
    const isBare = weight === '' && !/^[~=]/.test(all);
    return {
      text: afterWeight.slice(0, feedback),
      percent,
      marked,
      isBare,
      feedback: afterWeight.slice(feedback + 1),
    };
  });
}

const trueWords = new Set(['T', 'TRUE']);
const falseWords = new Set(['F', 'FALSE']);

/** Names the kind of a question by the content of its braces, as Moodle does. */
function kindOf(body: string): 'choice' | 'truefalse' | 'essay' | 'numerical' | 'matching' | 'shortanswer' {
  const first = (body.split('#')[0] ?? '').trim().toUpperCase();
  if (body === '') return 'essay';
  if (body.startsWith('#')) return 'numerical';
  if (body.includes('~')) return 'choice';
  if (body.includes('=') && body.includes('->')) return 'matching';
  return trueWords.has(first) || falseWords.has(first) ? 'truefalse' : 'shortanswer';
}

/** Whether the answers stand at the end of a question; within a sentence they leave a gap. */
const endsQuestion = (before: string, after: string) =>
  after.trim() === '' || (/[.?!:]\s*$/.test(before.slice(-20)) && /^[\s.?!;"]*$/.test(after));

type Head = { readonly position: number; readonly line: number };

function readQuestion(
  head: Head,
  block: Extract<WholeBlock, { kind: 'question' }>,
  chapter: readonly string[],
  words: ImportWords,
  lookup: ImageLookup,
): ImportItem {
  const whole = hide(block.text);
  const [title = '', name = ''] = /^::([\s\S]*?)::/.exec(whole) ?? [];
  const text = whole.slice(title.length);
  const braces = answerBraces(text);
  const label = reveal(name || text).trim();
  if (braces === 'none')
    return rejected(head, label, finding('import.unsupportedType', { type: 'description' }));
  if (braces === 'gaps') return rejected(head, label, finding('import.unsupportedType', { type: 'cloze' }));
  if (braces === 'twice') return rejected(head, label, finding('import.answersTwice'));
  if (braces === 'broken') return rejected(head, label, finding('import.bracesUnbalanced'));

  const before = text.slice(0, braces.start);
  const after = text.slice(braces.end + 1);
  const stem = endsQuestion(before, after) ? before : `${before}_____${after}`;
  const { text: source, format } = formatted(stem, 'moodle');
  const inside = text.slice(braces.start + 1, braces.end);
  const generalFeedbackAt = inside.lastIndexOf('####');
  const body = (generalFeedbackAt < 0 ? inside : inside.slice(0, generalFeedbackAt)).trim();
  const kind = kindOf(body);
  if (kind !== 'choice' && kind !== 'truefalse')
    return rejected(head, label, finding('import.unsupportedType', { type: kind }));

  const read = (part: string) => {
    const field = formatted(part, format);
    return readField(field.text, field.format);
  };
  const raw = {
    ...head,
    name: reveal(name).trim() || block.id,
    chapter,
    field: readField(source, format),
    findings: [
      ...block.above.slice(0, 1).map((above) =>
        finding(isNamed(block.text) ? 'import.paragraphsJoined' : 'import.paragraphUnclear', {
          text: excerpt(reveal(hide(above))),
        }),
      ),
      ...tagFindings(block.tags),
      ...strays(block.text),
    ],
    feedback: generalFeedbackAt < 0 ? [] : [formatted(inside.slice(generalFeedbackAt + 4), format).text],
  };
  if (kind === 'truefalse') {
    const [answer = '', ...feedback] = body.split('#');
    const right = trueWords.has(answer.trim().toUpperCase());
    const answers: RawAnswer[] = [
      { field: readField(words.true, 'plain'), correct: right },
      { field: readField(words.false, 'plain'), correct: !right },
    ];
    return buildItem(
      { ...raw, answers, feedback: [...raw.feedback, ...feedback.map(reveal)] },
      words,
      lookup,
    );
  }
  const { starts, unsure } = answerStarts(body);
  const answers = splitAnswers(body, starts);
  const choice = answers.some(({ marked }) => marked) ? 'one' : 'several';
  const { correct, findings } = weighAnswers(
    answers.map(({ percent }) => percent),
    choice,
  );
  return buildItem(
    {
      ...raw,
      findings: [
        ...raw.findings,
        ...findings,
        ...answers
          .filter(({ isBare }) => isBare)
          .map(({ text: bare }) => finding('import.answerUnmarked', { answer: excerpt(reveal(bare)) })),
        ...unsure
          .slice(0, 1)
          .map((at) => body.slice(Math.max(0, at - 20), at + 20))
          .map((near) => finding('import.equalsUnescaped', { answer: excerpt(reveal(near)) })),
      ],
      answers: answers.map((answer, index) => ({
        field: read(answer.text),
        correct: correct[index] ?? false,
        feedback: formatted(answer.feedback, format).text,
      })),
    },
    words,
    lookup,
  );
}

/** Reads the questions of a GIFT file. */
export function readGift(text: string, words: ImportWords, lookup: ImageLookup = noImages): ImportItem[] {
  const items: ImportItem[] = [];
  let chapter: readonly string[] = [];
  for (const block of joinParagraphs(giftBlocks(text), hasNoAnswers)) {
    if (block.kind === 'category') {
      chapter = readCategoryPath(block.path);
      continue;
    }
    if (items.length >= importLimits.questions)
      refuseFile('import.tooManyQuestions', { max: importLimits.questions });
    items.push(readQuestion({ position: items.length + 1, line: block.line }, block, chapter, words, lookup));
  }
  return items;
}
