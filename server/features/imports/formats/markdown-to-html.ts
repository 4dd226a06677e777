import { escapeXml } from './xml-tree.ts';

/** Markdown's marks, longest first; a text between two equal marks is marked. */
const signs = [
  ['**', 'strong'],
  ['__', 'strong'],
  ['*', 'em'],
  ['_', 'em'],
  ['~~', 's'],
] as const;

const image = /!\[([^\][\n]{0,300})\]\(\s*<?([^)\s>]{1,200000})>?[^)\n]{0,300}\)/g;
const link = /\[([^\][\n]{1,300})\]\([^)\n]{0,2000}\)/g;
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

/**
 * Converts the Markdown that questions use to HTML: emphasis, lists, headings, code, images, line breaks; HTML is
 * kept.
 */
export function markdownToHtml(text: string): string {
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const bare = line
        .replace(
          image,
          (_all, alt: string, source: string) => `<img src="${escapeXml(source)}" alt="${escapeXml(alt)}">`,
        )
        .replace(link, '$1')
        .replace(/^\s{0,3}#{1,6}\s+/, '')
        .replace(/^(\s*)[*+-]\s+/, '$1• ')
        .replaceAll('`', '');
      return bare
        .split(/(<[^<>]*>)/)
        .map((piece) => (piece.startsWith('<') && piece.endsWith('>') ? piece : inline(piece)))
        .join('');
    })
    .join('<br>');
}
