import { edited } from './edited-html.ts';
import { escapeXml } from './xml-tree.ts';

/** Markdown's marks, longest first; a text between two equal marks is marked. */
const signs = [
  ['**', 'strong'],
  ['__', 'strong'],
  ['*', 'em'],
  ['_', 'em'],
  ['~~', 's'],
] as const;

/** An address may contain pairs of parentheses: "inima_(organ).png". */
const image =
  /!\[([^\][\n]{0,300})\]\(\s*<?([^()\s>]{1,200000}(?:\([^()\s>]{0,300}\)[^()\s>]{0,300}){0,3})>?(?=[\s)])[^)\n]{0,300}\)/g;
const link =
  /\[([^\][\n]{1,300})\]\(\s*<?([^()\s>]{0,2000}(?:\([^()\s>]{0,300}\)[^()\s>]{0,300}){0,3})>?(?=[\s)])[^)\n]{0,300}\)/g;
const escapable = '\\`*_{}[]()#+-.!~^>|';

/** The end of the run opened by `sign`, or -1. */
function closing(line: string, from: number, sign: string): number {
  if (from >= line.length || /\s/.test(line.charAt(from))) return -1;
  const word = sign.startsWith('_');
  for (let index = line.indexOf(sign, from); index >= 0; index = line.indexOf(sign, index + 1)) {
    const flush = !/\s/.test(line.charAt(index - 1)) && line.charAt(index - 1) !== '\\';
    const outside = !word || !/\w/.test(line.charAt(index + sign.length));
    const single = sign.length === 2 || (line.charAt(index + 1) !== sign && line.charAt(index - 1) !== sign);
    if (index > from && flush && outside && single)
      return sign === '**' && line.startsWith('***', index) ? index + 1 : index;
  }
  return -1;
}

function inline(line: string, depth = 3): string {
  let html = '';
  const dead = new Set<string>();
  for (let index = 0; index < line.length; ) {
    const here = line.charAt(index);
    if (here === '\\' && escapable.includes(line.charAt(index + 1) || ' ')) {
      html += escapeXml(line.charAt(index + 1));
      index += 2;
      continue;
    }
    const opened = signs.find(([sign]) => line.startsWith(sign, index));
    const inWord = here === '_' && /\w/.test(line.charAt(index - 1));
    if (opened && depth > 0 && !inWord && !dead.has(opened[0])) {
      const [sign, tag] = opened;
      const end = closing(line, index + sign.length, sign);
      if (end >= 0) {
        html += `<${tag}>${inline(line.slice(index + sign.length, end), depth - 1)}</${tag}>`;
        index = end + sign.length;
        continue;
      }
      dead.add(sign);
    }
    const step = opened?.[0].length ?? 1;
    html += line.slice(index, index + step);
    index += step;
  }
  return html;
}

/** Unicode noncharacters, which no text uses; between them is the number of a piece of code. */
const hidden = /\u{fdde}(\d+)\u{fddf}/gu;
const unused = /[\u{fdde}\u{fddf}]/gu;

/** The characters of a Markdown text that are dropped because they mark code here. */
export const droppedInMarkdown = (text: string) => (text.match(unused) ?? []).join('');

/** A line with numbers in place of its code, which is between equal numbers of backticks, and the code. */
function withoutCode(given: string): { text: string; codes: string[] } {
  const line = given.replace(unused, '');
  const runs = [...line.matchAll(/(?<!\\)`+/g)].map(({ index, 0: run }) => ({ index, length: run.length }));
  const nextSame: (number | undefined)[] = [];
  const latest = new Map<number, number>();
  for (let at = runs.length - 1; at >= 0; at -= 1) {
    const length = runs[at]?.length ?? 0;
    nextSame[at] = latest.get(length);
    latest.set(length, at);
  }
  const codes: string[] = [];
  let text = '';
  let done = 0;
  for (let at = 0; at < runs.length; at += 1) {
    const opening = runs[at];
    const end = nextSame[at];
    const closing = end === undefined ? undefined : runs[end];
    if (!opening || !closing || end === undefined) continue;
    text += `${line.slice(done, opening.index)}\u{fdde}${codes.length}\u{fddf}`;
    codes.push(line.slice(opening.index + opening.length, closing.index));
    done = closing.index + closing.length;
    at = end;
  }
  return { text: text + line.slice(done), codes };
}

/** The text of a line outside code as HTML; tags are kept. */
const textHtml = (text: string) =>
  edited(text)
    .replace(
      image,
      (_all, alt: string, source: string) => `<img src="${escapeXml(source)}" alt="${escapeXml(alt)}">`,
    )
    .replace(link, (_all, label: string, target: string) => `<a href="${escapeXml(target)}">${label}</a>`)
    .split(/(<[^<>]*>)/)
    .map((piece) => (piece.startsWith('<') && piece.endsWith('>') ? piece : inline(piece)))
    .join('');

/** Marks and links around code hold; those within it are text. */
function lineHtml(line: string): string {
  const { text, codes } = withoutCode(
    line.replace(/^\s{0,3}#{1,6}\s+/, '').replace(/^(\s*)[*+-]\s+/, '$1• '),
  );
  return textHtml(text).replace(hidden, (_all, number: string) => escapeXml(codes[Number(number)] ?? ''));
}

/** Backticks after the opening ones make it code within a line; a closing fence is alone on its line. */
const openingFence = /^\s{0,3}(`{3,}(?=[^`]*$)|~{3,})/;
const closingFence = /^\s{0,3}(`{3,}|~{3,})\s*$/;

/**
 * Converts the Markdown that questions use to HTML: emphasis, lists, headings, code, images, links, line breaks; HTML
 * is kept. Code between fences or backticks is text.
 */
export function markdownToHtml(text: string): string {
  const parts: { lines: string[]; opened?: string }[] = [{ lines: [] }];
  for (const line of text.trim().split('\n')) {
    const open = parts.at(-1)?.opened;
    const [, sign] = (open === undefined ? openingFence : closingFence).exec(line) ?? [];
    if (open === undefined && sign !== undefined) parts.push({ lines: [], opened: sign });
    else if (open !== undefined && sign?.startsWith(open)) parts.push({ lines: [] });
    else parts.at(-1)?.lines.push(line);
  }
  return parts
    .map(({ lines, opened }) =>
      opened === undefined
        ? lines
            .map(lineHtml)
            .join('<br>')
            .replace(/^(?:<br>)+|(?:<br>)+$/g, '')
        : `<pre>${escapeXml(lines.join('\n'))}</pre>`,
    )
    .join('');
}
