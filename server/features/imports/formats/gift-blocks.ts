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

const preTag = /<(\/?)pre\b/gi;
const preTags = (line: string) => [...line.matchAll(preTag)].map(([, slash]) => slash === '/');
const isFence = (line: string) => /^\s*```/.test(line);
type Code = 'pre' | 'fence';

/** For each line, whether code that is open there is closed before the next question by name. */
function codeCloses(lines: readonly string[]): Record<Code, boolean[]> {
  const pre: boolean[] = [];
  const fence: boolean[] = [];
  for (let index = lines.length - 1; index >= 0; index -= 1) {
    const line = lines[index] ?? '';
    const isName = namesQuestion.test(line);
    pre[index] = !isName && (preTags(line)[0] ?? pre[index + 1] ?? false);
    fence[index] = !isName && (isFence(line) || (fence[index + 1] ?? false));
  }
  return { pre, fence };
}

/** The code that is open after a line. */
function codeAfter(line: string, open: Code | undefined): Code | undefined {
  if (open !== 'pre' && isFence(line)) return open === 'fence' ? undefined : 'fence';
  const isClosed = preTags(line).at(-1);
  if (open === 'fence' || isClosed === undefined) return open;
  return isClosed ? undefined : 'pre';
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
  const closes = codeCloses(all);
  all.forEach((line, index) => {
    const category = open > 0 ? undefined : /^\s*\$CATEGORY:(.*)$/i.exec(line);
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
      // An unescaped brace leaves the count open although the answers have ended.
      const ended = blank && endsAnswers(lines.at(-1)?.text) && !continuesAnswers(line);
      if (namesQuestion.test(line) || ended) flush();
      blank = false;
      lines.push({ text: line, line: index + 1 });
      open += openBraces(line);
      code = codeAfter(line, code);
    }
  });
  flush();
  return blocks;
}
