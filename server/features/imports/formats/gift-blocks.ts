/** A question of a GIFT file before parsing; escapes are still in place. */
export type GiftBlock =
  | {
      readonly kind: 'question';
      readonly line: number;
      readonly id: string;
      readonly tags: readonly string[];
      readonly text: string;
    }
  | { readonly kind: 'category'; readonly path: string };

const isComment = (line: string) => line.trimStart().startsWith('//');
const isBlank = (line: string) => line.trim() === '';

/** The number of braces left open by the text, ignoring escaped ones. */
function openBraces(text: string): number {
  let open = 0;
  for (let index = 0; index < text.length; index += 1) {
    const here = text.charAt(index);
    if (here === '\\') index += 1;
    else if (here === '{') open += 1;
    else if (here === '}') open -= 1;
  }
  return open;
}

/** Newer Moodle versions write the question id and its tags into a comment above it. */
const ownId = /\[id:([^\]]{1,200})\]/;
const ownTags = /\[tag:([^\]]{1,200})\]/g;

/** A line with a name starts a question, whatever precedes it. */
const namesQuestion = /^\s*::(?:[^:]|:(?!:)){1,500}::/;
const endsAnswers = (line: string | undefined) => /(?:^|[^\\])\}\s*$/.test(line ?? '');
const continuesAnswers = (line: string | undefined) => line === undefined || /^\s*[~=#}]/.test(line);
const beginsSentence = /^\s*(?:\[[a-z]+\]\s*)?["'«„“¿¡(<]?[\p{Lu}\p{N}]/u;

/**
 * Splits the lines of one block where an empty line is missing: after closed answers, when the next line starts like
 * a sentence and has its own answers.
 */
function splitBlocks(lines: readonly string[]): string[][] {
  const parts: string[][] = [[]];
  const lastAnswers = lines.findLastIndex((line) => /(?:^|[^\\])\{/.test(line));
  let open = 0;
  lines.forEach((line, index) => {
    const closed = open === 0 && endsAnswers(lines[index - 1]);
    if (closed && beginsSentence.test(line) && index <= lastAnswers) parts.push([]);
    parts.at(-1)?.push(line);
    open += openBraces(line);
  });
  return parts;
}

/** What opens answers: a sign, true or false, a number, or an embedded answer; braces of formulas do not. */
const opensAnswers =
  /\{\s*(?:[~=]|#\s*[-=~.\d]|\d*:[A-Z_]+:|(?<![\w^]\{\s*)(?:T(?:RUE)?|F(?:ALSE)?)\s*(?:#|\}\s*$))/imy;

const emptyAnswers = /\{\s*\}\s*$/my;

/** Where answers close: for each line that closes some, the columns of their braces. */
function answerEnds(lines: readonly string[]): Map<number, number[]> {
  const ends = new Map<number, number[]>();
  /** A line with the next one that says something: the opening brace is sometimes alone. */
  const withNext = (row: number) => {
    let next = row + 1;
    while (next < lines.length && (isBlank(lines[next] ?? '') || isComment(lines[next] ?? ''))) next += 1;
    return `${lines[row]}\n${lines[next] ?? ''}`;
  };
  let depth = 0;
  lines.forEach((line, row) => {
    if (namesQuestion.test(line)) depth = 0;
    if (isComment(line) || !/[{}]/.test(line)) return;
    const text = /\{\s*$/.test(line) ? withNext(row) : line;
    const columns: number[] = [];
    for (let column = 0; column < line.length; column += 1) {
      const here = line.charAt(column);
      if (here === '\\') column += 1;
      else if (here === '{') {
        opensAnswers.lastIndex = column;
        if (opensAnswers.test(text)) depth = 1;
        else if (depth > 0) depth += 1;
      } else if (here === '}' && depth > 0) {
        depth -= 1;
        if (depth === 0) columns.push(column);
      }
    }
    if (columns.length > 0) ends.set(row, columns);
  });
  return ends;
}

/** Whether the lines from here to the next empty one open answers: a brace before them was left unclosed. */
function asksAgain(lines: readonly string[], from: number): boolean {
  let end = from;
  while (end < lines.length && !isBlank(lines[end] ?? '')) end += 1;
  const text = lines
    .slice(from, end)
    .filter((line) => !isComment(line))
    .join('\n');
  return [...text.matchAll(/(?<!\\)\{/g)].some(({ index }) =>
    [opensAnswers, emptyAnswers].some((opening) => {
      opening.lastIndex = index;
      return opening.test(text);
    }),
  );
}

type Code = 'pre' | 'fence';
type Sign = 'opensPre' | 'closesPre' | 'endsAnswers';

/** The signs of a line that open or end code, in their order. */
function signsOf(line: string, ends: readonly number[] = []): Sign[] {
  const tags = [...line.matchAll(/<(\/?)pre\b/gi)].map(({ index, 1: slash }) => ({
    index,
    sign: slash === '/' ? ('closesPre' as const) : ('opensPre' as const),
  }));
  const closed = ends.map((index) => ({ index, sign: 'endsAnswers' as const }));
  return [...tags, ...closed].sort((one, other) => one.index - other.index).map(({ sign }) => sign);
}

/** Backticks after the opening ones make it code within a line; answers may follow a closing fence. */
const opensFence = (line: string) => /^\s*`{3,}[^`]*$/.test(line);
const closesFence = (line: string) => /^\s*`{3,}\s*(?:\{|$)/.test(line);

/** For each line, whether code that is open there is closed before the answers end or a question is named. */
function codeCloses(lines: readonly string[], ends: ReadonlyMap<number, number[]>): Record<Code, boolean[]> {
  const pre: boolean[] = [];
  const fence: boolean[] = [];
  for (let index = lines.length - 1; index >= 0; index -= 1) {
    const line = lines[index] ?? '';
    const isName = namesQuestion.test(line);
    const [first] = signsOf(line, ends.get(index));
    pre[index] = !isName && (first === undefined ? (pre[index + 1] ?? false) : first === 'closesPre');
    fence[index] = !isName && (closesFence(line) || (!ends.has(index) && (fence[index + 1] ?? false)));
  }
  return { pre, fence };
}

/** The code that is open after a line; none is after the answers. */
function codeAfter(line: string, open: Code | undefined, ends: readonly number[] | undefined) {
  let code = open;
  if (open === undefined && opensFence(line)) code = 'fence';
  if (open === 'fence' && closesFence(line)) code = undefined;
  for (const sign of signsOf(line, ends)) {
    if (sign === 'endsAnswers') code = undefined;
    else if (code !== 'fence') code = sign === 'opensPre' ? 'pre' : undefined;
  }
  return code;
}

/**
 * Splits a file into questions. An empty line ends one, unless its braces are open and its answers continue, or it is in
 * code; a line with a name starts one. Comments are removed.
 */
export function giftBlocks(text: string): GiftBlock[] {
  const blocks: GiftBlock[] = [];
  let lines: { text: string; line: number }[] = [];
  let id = '';
  let tags: string[] = [];
  let open = 0;
  let blank = false;
  let code: Code | undefined;
  const flush = () => {
    let index = 0;
    for (const part of splitBlocks(lines.map((line) => line.text))) {
      const block = part.join('\n').trim();
      if (block !== '') {
        blocks.push({ kind: 'question', line: lines[index]?.line ?? 1, id, tags, text: block });
        id = '';
        tags = [];
      }
      index += part.length;
    }
    lines = [];
    open = 0;
    code = undefined;
  };
  const all = text.replace(/\r\n?/g, '\n').split('\n');
  const ends = answerEnds(all);
  const closes = codeCloses(all, ends);
  all.forEach((line, index) => {
    const category = open > 0 && !blank ? undefined : /^\s*\$CATEGORY:(.*)$/is.exec(line);
    if (code && closes[code][index] && (isComment(line) || isBlank(line))) {
      lines.push({ text: line, line: index + 1 });
    } else if (isComment(line)) {
      // A comment above a question ends the one before it.
      if (endsAnswers(lines.at(-1)?.text) && /\[(?:id|tag):/.test(line)) flush();
      id = ownId.exec(line)?.[1] ?? id;
      tags.push(...[...line.matchAll(ownTags)].map(([, tag = '']) => tag));
    } else if (category) {
      flush();
      blocks.push({ kind: 'category', path: (category[1] ?? '').trim() });
    } else if (isBlank(line)) {
      blank = true;
      if (open <= 0) flush();
    } else {
      // An unescaped or unclosed brace leaves the count open although the answers have ended.
      const ended =
        blank && (endsAnswers(lines.at(-1)?.text) || asksAgain(all, index)) && !continuesAnswers(line);
      if (namesQuestion.test(line) || ended) flush();
      blank = false;
      lines.push({ text: line, line: index + 1 });
      open += openBraces(line);
      code = codeAfter(line, code, ends.get(index));
    }
  });
  flush();
  return blocks;
}
