import { inSymbolFont } from '#domain/imports/symbol-font.ts';
import type { Mark } from '#domain/question-bank/rich-text.ts';
import { isTextColour } from './text-colours.ts';
import { walkXml } from './xml-tree.ts';

/** Fonts that show other signs than the letters of the text: Symbol is known, the others are only reported. */
type SignFont = 'symbol' | 'dingbats' | 'letters';

function signFont(name: string | undefined): SignFont {
  if (/^symbol$/i.test(name ?? '')) return 'symbol';
  return /^(?:wingdings|webdings|zapf ?dingbats|marlett)/i.test(name ?? '') ? 'dingbats' : 'letters';
}

/** What the font of a text has that our formatting does not support. */
export type FontFacts = { font?: SignFont; struck?: boolean; underlined?: boolean; coloured?: boolean };

/** A text of a workbook: parts, each with the marks of its font; without an own font it has that of the cell. */
export type Piece = { text: string; marks: Mark[]; isOwnFont?: boolean } & FontFacts;

/** The dark colour of the theme, and black by number: the colours of ordinary text. */
const ordinaryThemes = new Set(['1']);
const ordinaryNumbers = new Set(['0', '8', '64']);

function isFontColour({ auto, theme, indexed, rgb }: Readonly<Record<string, string>>): boolean {
  if (auto === '1' || auto === 'true') return false;
  if (theme !== undefined) return !ordinaryThemes.has(theme);
  if (indexed !== undefined) return !ordinaryNumbers.has(indexed);
  return isTextColour(`#${(rgb ?? '000000').slice(-6)}`);
}

/** Notes one property of a font in what is known of it. */
export function addToFont(
  facts: FontFacts,
  name: string,
  attributes: Readonly<Record<string, string>>,
): void {
  const off = attributes.val === '0' || attributes.val === 'false';
  if (name === 'rFont' || name === 'name') facts.font = signFont(attributes.val);
  if (name === 'strike' && !off) facts.struck = true;
  if (name === 'u' && attributes.val !== 'none') facts.underlined = true;
  if (name === 'color' && isFontColour(attributes)) facts.coloured = true;
}

/** Workbooks escape characters that XML forbids as "_x000D_". */
export const unescaped = (text: string) =>
  text.replace(/_x([0-9A-Fa-f]{4})_/g, (_all, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );

/** The parts as the font of their cell shows them. */
export const shownIn = (pieces: readonly Piece[], ofCell: FontFacts): Piece[] =>
  pieces.map((piece) => {
    const font = piece.font ?? ofCell.font ?? 'letters';
    return {
      ...(piece.isOwnFont ? {} : ofCell),
      ...piece,
      font,
      text: font === 'symbol' ? inSymbolFont(piece.text) : piece.text,
    };
  });

/** Collects the parts of `<si>` and `<is>`: plain text or runs with fonts; phonetic runs are skipped. */
export class TextCollector {
  pieces: Piece[] = [];
  private run: Omit<Piece, 'text'> = { marks: [] };
  private inText = false;
  private reading = 0;

  reset(): void {
    this.pieces = [];
    this.run = { marks: [] };
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    const off = attributes.val === '0' || attributes.val === 'false';
    if (name === 'r') this.run = { marks: [] };
    if (name === 'rPr') this.run.isOwnFont = true;
    addToFont(this.run, name, attributes);
    if (name === 'rPh') this.reading += 1;
    if (name === 'b' && !off) this.run.marks.push('bold');
    if (name === 'i' && !off) this.run.marks.push('italic');
    if (name === 'vertAlign' && attributes.val === 'subscript') this.run.marks.push('sub');
    if (name === 'vertAlign' && attributes.val === 'superscript') this.run.marks.push('sup');
    this.inText = name === 't' && this.reading === 0;
    if (this.inText) this.pieces.push({ text: '', ...this.run, marks: [...this.run.marks] });
  }

  close(name: string): void {
    if (name === 'rPh') this.reading -= 1;
    if (name === 't') {
      const last = this.pieces.at(-1);
      if (last && this.inText) last.text = unescaped(last.text);
      this.inText = false;
    }
  }

  text(text: string): void {
    const last = this.pieces.at(-1);
    if (this.inText && last) last.text += text;
  }
}

/** The texts that the cells of a workbook share. */
export function sharedTexts(xml: string | undefined): Piece[][] {
  const texts: Piece[][] = [];
  if (xml === undefined) return texts;
  const collector = new TextCollector();
  const names: string[] = [];
  walkXml(xml, {
    open: (name, attributes) => {
      names.push(name);
      if (name === 'si') collector.reset();
      else collector.open(name, attributes);
    },
    close: () => {
      const name = names.pop() ?? '';
      collector.close(name);
      if (name === 'si') texts.push(collector.pieces);
    },
    text: (text) => collector.text(text),
  });
  return texts;
}
