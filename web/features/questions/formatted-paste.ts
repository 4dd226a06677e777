import { type Mark, type RichNode, writeRichText } from '#domain/question-bank/rich-text.ts';

const markOfElement: Readonly<Record<string, Mark>> = {
  B: 'bold',
  STRONG: 'bold',
  I: 'italic',
  EM: 'italic',
  SUB: 'sub',
  SUP: 'sup',
};
const ownLine = new Set(['P', 'DIV', 'LI', 'TR', 'H1', 'H2', 'H3', 'H4', 'H5', 'H6']);
const silent = new Set(['STYLE', 'SCRIPT', 'HEAD', 'TITLE', 'META', 'TEMPLATE', 'IMG']);

function markOf(element: Element): Mark | undefined {
  const style = element.getAttribute('style') ?? '';
  if (/vertical-align:\s*sub/i.test(style)) return 'sub';
  if (/vertical-align:\s*super/i.test(style)) return 'sup';
  if (/font-weight:\s*(bold|[6-9]00)/i.test(style)) return 'bold';
  if (/font-style:\s*italic/i.test(style)) return 'italic';
  const mark = markOfElement[element.tagName];
  // Some editors wrap everything they copy into a <b> that is not bold.
  return mark === 'bold' && /font-weight:\s*(normal|400)/i.test(style) ? undefined : mark;
}

/** Runs of text with at most one mark each, and line breaks. */
function runsOf(node: Node, marks: readonly Mark[]): RichNode[] {
  if (node.nodeType === 3) {
    const text = (node.nodeValue ?? '').replaceAll(/[\s\u00a0]+/g, ' ');
    if (text === '') return [];
    return [marked({ type: 'text', text }, text.trim() === '' ? [] : marks)];
  }
  if (!(node instanceof Element) || silent.has(node.tagName)) return [];
  if (node.tagName === 'BR') return [{ type: 'break' }];
  const mark = markOf(node);
  const inner = mark === undefined || marks.includes(mark) ? marks : [...marks, mark];
  const runs = [...node.childNodes].flatMap((child) => runsOf(child, inner));
  return ownLine.has(node.tagName) ? [...runs, { type: 'break' }] : runs;
}

/** Our marks cannot start or end with a space, so spaces move outside. */
function marked(node: { type: 'text'; text: string }, marks: readonly Mark[]): RichNode {
  return marks.reduceRight<RichNode>((content, type) => ({ type, content: [content] }), node);
}

function spacesOutside(node: RichNode): RichNode[] {
  if (node.type === 'text' || node.type === 'break') return [node];
  const text = innermost(node);
  const [, before = '', middle = '', after = ''] = /^(\s*)(.*?)(\s*)$/s.exec(text) ?? [];
  const space = (blank: string): RichNode[] => (blank === '' ? [] : [{ type: 'text', text: blank }]);
  return [...space(before), withText(node, middle), ...space(after)];
}

function innermost(node: RichNode): string {
  if (node.type === 'text') return node.text;
  return node.type === 'break' || node.content[0] === undefined ? '' : innermost(node.content[0]);
}

function withText(node: RichNode, text: string): RichNode {
  if (node.type === 'text') return { type: 'text', text };
  if (node.type === 'break' || node.content[0] === undefined) return node;
  return { type: node.type, content: [withText(node.content[0], text)] };
}

/**
 * Converts a pasted document to our markup; undefined when it has no formatting and the plain text is enough. The
 * document is only parsed, never rendered, so nothing in it can run.
 */
export function formattedPaste(html: string): string | undefined {
  if (!/<(b|strong|i|em|sub|sup)\b|vertical-align|font-weight|font-style/i.test(html)) return undefined;
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const runs = runsOf(body, []).flatMap(spacesOutside);
  if (!runs.some((run) => run.type !== 'text' && run.type !== 'break')) return undefined;
  return writeRichText(runs)
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .trim();
}
