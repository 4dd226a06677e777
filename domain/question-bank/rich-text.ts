/**
 * The small markup of questions: H~2~O, x^2^, **bold**, *italic*, and a backslash to escape a sign. It is parsed into
 * nodes that screens render one by one, so nothing in it can be executed.
 */
export type RichText = readonly RichNode[];
export type RichNode =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'break' }
  | { readonly type: Mark; readonly content: RichText };
export type Mark = 'sub' | 'sup' | 'bold' | 'italic';

const signs: readonly (readonly [string, Mark])[] = [
  ['**', 'bold'],
  ['*', 'italic'],
  ['~', 'sub'],
  ['^', 'sup'],
];
const special = /[\\*~^]/g;

/** A backslash escapes only a sign that would otherwise have a meaning. */
const isEscape = (text: string, index: number) =>
  text.charAt(index) === '\\' && /[\\*~^]/.test(text.charAt(index + 1));

/** Sub- and superscript contain no space, so "~37 °C" and "10^3" stay plain text. */
const tight = (mark: Mark) => mark === 'sub' || mark === 'sup';

/** The end of the run opened by `sign`, or -1 when it is a literal sign. */
function closingOf(text: string, start: number, sign: string, mark: Mark): number {
  if (start >= text.length || /\s/.test(text.charAt(start))) return -1;
  for (let index = start; index < text.length; index += 1) {
    const here = text.charAt(index);
    if (here === '\n' || (tight(mark) && /\s/.test(here))) return -1;
    if (isEscape(text, index)) index += 1;
    else if (sign === '*' && text.startsWith('**', index)) index += 1;
    else if (sign === '**' && text.startsWith('***', index)) return index + 1;
    else if (text.startsWith(sign, index))
      return index > start && !/\s/.test(text.charAt(index - 1)) ? index : -1;
  }
  return -1;
}

function read(text: string, depth: number): RichNode[] {
  const nodes: RichNode[] = [];
  let plain = '';
  const flush = () => {
    if (plain !== '') nodes.push({ type: 'text', text: plain });
    plain = '';
  };
  let index = 0;
  while (index < text.length) {
    const here = text.charAt(index);
    const opened = depth === 0 ? undefined : signs.find(([sign]) => text.startsWith(sign, index));
    const end = opened ? closingOf(text, index + opened[0].length, opened[0], opened[1]) : -1;
    if (isEscape(text, index)) {
      plain += text.charAt(index + 1);
      index += 2;
    } else if (here === '\n') {
      flush();
      nodes.push({ type: 'break' });
      index += 1;
    } else if (opened && end >= 0) {
      flush();
      const [sign, mark] = opened;
      nodes.push({ type: mark, content: read(text.slice(index + sign.length, end), depth - 1) });
      index = end + sign.length;
    } else {
      const step = opened?.[0].length ?? 1;
      plain += text.slice(index, index + step);
      index += step;
    }
  }
  flush();
  return nodes;
}

/** Most texts have none, and statistics read thousands of them. */
const hasMarkup = (text: string) => /[\\*~^\r\n]/.test(text);

/** Parses a text in our markup; every text is valid. Nesting is limited to three levels. */
export function readRichText(text: string): RichText {
  if (!hasMarkup(text)) return text === '' ? [] : [{ type: 'text', text }];
  return read(text.replaceAll('\r\n', '\n'), 3);
}

/** The text without markup, for search and comparison. */
function plainText(nodes: RichText): string {
  return nodes
    .map((node) =>
      node.type === 'text' ? node.text : node.type === 'break' ? '\n' : plainText(node.content),
    )
    .join('');
}

/** The plain text of a text in our markup. */
export const plainTextOf = (text: string): string => (hasMarkup(text) ? plainText(readRichText(text)) : text);

/** The sign before and after a marked text. */
export const signOf: Record<Mark, string> = { bold: '**', italic: '*', sub: '~', sup: '^' };

/** Writes nodes as text that parses back to the same nodes. */
export function writeRichText(nodes: RichText): string {
  return nodes
    .map((node) => {
      if (node.type === 'text') return node.text.replace(special, '\\$&');
      if (node.type === 'break') return '\n';
      return `${signOf[node.type]}${writeRichText(node.content)}${signOf[node.type]}`;
    })
    .join('');
}
