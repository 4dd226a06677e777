import {
  type Mark,
  type RichNode,
  type RichText,
  readRichText,
  writeRichText,
} from '#domain/question-bank/rich-text.ts';
import { importLimits } from './import-limits.ts';
import { cleanText } from './imported-text.ts';

/**
 * Text as other formats represent it: a sequence of runs with any combination of marks. `newLine` always ends a line,
 * `newBlock` only a non-empty line (the end of a paragraph).
 */
export type RichRun = { readonly text: string; readonly marks: readonly Mark[] } | 'newLine' | 'newBlock';

type Piece = { text: string; bold: boolean; italic: boolean; level: 'sub' | 'sup' | undefined };
type Line = Piece[];

const isSpace = (piece: Piece) => /^\s+$/.test(piece.text);
const unmarked = { bold: false, italic: false, level: undefined } as const;

/** Non-breaking spaces at the start of a line are code indentation; a single one is an accident. */
function indentOf(blank: string): string {
  const width = blank.replace(/[^\u00a0]/g, '').length;
  return width > 1 ? '\u00a0'.repeat(width) : '';
}

/** Splits runs into words and single spaces, line by line. */
function linesOf(runs: readonly RichRun[]): Line[] {
  const lines: Line[] = [[]];
  let before = '';
  const last = () => lines.at(-1) as Line;
  const begin = () => {
    lines.push([]);
    before = '';
  };
  for (const run of runs) {
    if (run === 'newLine') begin();
    else if (run === 'newBlock') {
      if (last().length > 0) begin();
      else before = '';
    } else {
      const level = run.marks.findLast((mark) => mark === 'sub' || mark === 'sup') as
        | 'sub'
        | 'sup'
        | undefined;
      const marks = { bold: run.marks.includes('bold'), italic: run.marks.includes('italic') };
      for (const text of run.text.match(/\s+|\S+/g) ?? []) {
        const blank = /^\s/.test(text);
        if (blank && last().length === 0) before += text;
        else if (!blank) {
          const indent = last().length === 0 && lines.length > 1 ? indentOf(before) : '';
          if (indent !== '') last().push({ text: indent, ...unmarked });
          last().push({ text, ...marks, level });
        } else if (!isSpace(last().at(-1) as Piece)) last().push({ text: ' ', ...unmarked });
      }
    }
  }
  return lines.map(trimmed);
}

/** A space is bold or italic when both neighbours are: marks never start or end with a space. */
function trimmed(line: Line): Line {
  const pieces = line.length > 0 && isSpace(line.at(-1) as Piece) ? line.slice(0, -1) : line;
  return pieces.map((piece, index) => {
    const before = pieces[index - 1];
    const after = pieces[index + 1];
    if (!isSpace(piece) || !before || !after) return piece;
    return { ...piece, bold: before.bold && after.bold, italic: before.italic && after.italic };
  });
}

/** Groups neighbours that share a mark under one node. */
function grouped(
  pieces: readonly Piece[],
  key: (piece: Piece) => Mark | undefined,
  inside: (pieces: readonly Piece[]) => RichNode[],
): RichNode[] {
  const nodes: RichNode[] = [];
  for (let start = 0, end = 1; start < pieces.length; start = end, end += 1) {
    const mark = key(pieces[start] as Piece);
    while (end < pieces.length && key(pieces[end] as Piece) === mark) end += 1;
    const content = inside(pieces.slice(start, end));
    if (mark) nodes.push({ type: mark, content });
    else nodes.push(...content);
  }
  return joined(nodes);
}

function joined(nodes: readonly RichNode[]): RichNode[] {
  const result: RichNode[] = [];
  for (const node of nodes) {
    const last = result.at(-1);
    if (node.type === 'text' && last?.type === 'text')
      result[result.length - 1] = { type: 'text', text: last.text + node.text };
    else result.push(node);
  }
  return result;
}

const asText = (pieces: readonly Piece[]): RichNode[] => [
  { type: 'text', text: pieces.map((piece) => piece.text).join('') },
];

type Formatting = { readonly bold: boolean; readonly italic: boolean; readonly level: boolean };

const nodesOf = (line: Line, formatting: Formatting): RichNode[] =>
  grouped(
    line,
    (piece) => (formatting.bold && piece.bold ? 'bold' : undefined),
    (bold) =>
      grouped(
        bold,
        (piece) => (formatting.italic && piece.italic ? 'italic' : undefined),
        (italic) => grouped(italic, (piece) => (formatting.level ? piece.level : undefined), asText),
      ),
  );

const same = (one: RichText, other: RichText) => JSON.stringify(one) === JSON.stringify(other);

/** Escapes only where the parser needs it. */
const unescaped = (nodes: RichText): string =>
  nodes
    .map((node) => {
      if (node.type === 'text') return node.text;
      if (node.type === 'break') return '\n';
      const signs = writeRichText([{ type: node.type, content: [] }]);
      const sign = signs.slice(signs.length / 2);
      return `${sign}${unescaped(node.content)}${sign}`;
    })
    .join('');

const attempts: readonly Formatting[] = [
  { bold: true, italic: true, level: true },
  { bold: true, italic: false, level: true },
  { bold: false, italic: false, level: true },
  { bold: false, italic: false, level: false },
];

function writtenLine(line: Line): string {
  for (const formatting of attempts) {
    const nodes = nodesOf(line, formatting);
    const written = [unescaped(nodes), writeRichText(nodes)].find((text) => same(readRichText(text), nodes));
    if (written !== undefined) return written;
  }
  return writeRichText(nodesOf(line, { bold: false, italic: false, level: false }));
}

/**
 * Writes runs in our markup so that they parse back to the same marks. Where our markup cannot express a combination
 * ("**a***b*"), marks are dropped, never letters. Spaces and empty lines are collapsed.
 */
export function textOfRuns(runs: readonly RichRun[]): string {
  const cleaned = runs.map((run) => (typeof run === 'string' ? run : { ...run, text: cleanText(run.text) }));
  return linesOf(cleaned)
    .map(writtenLine)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** A long text without the spaces and empty lines that are collapsed anyway, so that only what counts is cut. */
const condensed = (text: string) =>
  text.length <= importLimits.readText
    ? text
    : text
        .replace(/[ \t]+/g, ' ')
        .replace(/ ?\r?\n ?/g, '\n')
        .replace(/\n{3,}/g, '\n\n')
        .trim();

/** Whether a text is longer than what is read of it; it is then too long for any question. */
export const isCut = (text: string) => condensed(text).length > importLimits.readText;

/** Splits the text into runs; the inverse of `textOfRuns`. */
export function runsOfText(text: string): RichRun[] {
  const runs: RichRun[] = [];
  const walk = (nodes: RichText, marks: readonly Mark[]) => {
    for (const node of nodes) {
      if (node.type === 'text') runs.push({ text: node.text, marks });
      else if (node.type === 'break') runs.push('newLine');
      else walk(node.content, [...marks, node.type]);
    }
  };
  walk(readRichText(condensed(text).slice(0, importLimits.readText)), []);
  return runs;
}

/** Plain text with our markup characters escaped; line ends are kept. */
export const runsOfPlain = (text: string): RichRun[] =>
  condensed(text)
    .slice(0, importLimits.readText)
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .flatMap((line, index): RichRun[] => [
      ...(index > 0 ? ['newLine' as const] : []),
      { text: line, marks: [] },
    ]);
