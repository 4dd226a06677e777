/** A question of a GIFT file before it is taken apart; escaped signs are still escaped. */
export type GiftBlock =
  | { readonly kind: 'question'; readonly line: number; readonly id: string; readonly text: string }
  | { readonly kind: 'category'; readonly path: string };

const isComment = (line: string) => line.trimStart().startsWith('//');
const isBlank = (line: string) => line.trim() === '';

/** How many braces stay open after the text; an escaped brace is no brace. */
function openBraces(text: string): number {
  let open = 0;
  for (let place = 0; place < text.length; place += 1) {
    const here = text.charAt(place);
    if (here === '\\') place += 1;
    else if (here === '{') open += 1;
    else if (here === '}') open -= 1;
  }
  return open;
}

/** Newer Moodle writes the question's own id into a comment above it. */
const ownId = /\[id:([^\]]{1,200})\]/;

/**
 * Cuts a file into questions: an empty line ends one, unless its braces are still open and what follows does not begin
 * a question of its own. Comments vanish.
 */
export function giftBlocks(text: string): GiftBlock[] {
  const blocks: GiftBlock[] = [];
  let lines: string[] = [];
  let start = 1;
  let id = '';
  let open = 0;
  const flush = () => {
    const block = lines.join('\n').trim();
    if (block !== '') blocks.push({ kind: 'question', line: start, id, text: block });
    if (block !== '') id = '';
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
        if (open <= 0) flush();
      } else {
        if (open > 0 && line.trimStart().startsWith('::')) flush();
        if (lines.length === 0) start = index + 1;
        lines.push(line);
        open += openBraces(line);
      }
    });
  flush();
  return blocks;
}
