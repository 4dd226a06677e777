/** A question of a GIFT file before parsing; escapes are still in place. */
export type GiftBlock =
  | { readonly kind: 'question'; readonly line: number; readonly id: string; readonly text: string }
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

/** Newer Moodle versions write the question id into a comment above it. */
const ownId = /\[id:([^\]]{1,200})\]/;

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

/**
 * Splits a file into questions. An empty line ends one, unless its braces are open and its answers continue; a line
 * with a name starts one. Comments are removed.
 */
export function giftBlocks(text: string): GiftBlock[] {
  const blocks: GiftBlock[] = [];
  let lines: { text: string; line: number }[] = [];
  let id = '';
  let open = 0;
  let blank = false;
  const flush = () => {
    let index = 0;
    for (const part of splitBlocks(lines.map((line) => line.text))) {
      const block = part.join('\n').trim();
      if (block !== '') {
        blocks.push({ kind: 'question', line: lines[index]?.line ?? 1, id, text: block });
        id = '';
      }
      index += part.length;
    }
    lines = [];
    open = 0;
  };
  text
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .forEach((line, index) => {
      const category = open > 0 ? undefined : /^\s*\$CATEGORY:(.*)$/i.exec(line);
      if (isComment(line)) {
        id = ownId.exec(line)?.[1] ?? id;
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
      }
    });
  flush();
  return blocks;
}
