import { inSymbolFont } from '#domain/imports/symbol-font.ts';
import type { Mark } from '#domain/question-bank/rich-text.ts';
import { walkXml } from './xml-tree.ts';

/** Fonts that show other signs than the letters of the text: Symbol is known, the others are only reported. */
export type SignFont = 'symbol' | 'dingbats' | 'letters';

export function signFont(name: string | undefined): SignFont {
  if (/^symbol$/i.test(name ?? '')) return 'symbol';
  return /^(?:wingdings|webdings|zapf ?dingbats|marlett)/i.test(name ?? '') ? 'dingbats' : 'letters';
}

/** A text of a workbook: parts, each with the marks of its font; without a font it has that of the cell. */
export type Piece = { text: string; marks: Mark[]; font?: SignFont; struck?: boolean; underlined?: boolean };

/** Workbooks escape characters that XML forbids as "_x000D_". */
export const unescaped = (text: string) =>
  text.replace(/_x([0-9A-Fa-f]{4})_/g, (_all, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );

/** The parts as the font of their cell shows them. */
export const shownIn = (pieces: readonly Piece[], cellFont: SignFont): Piece[] =>
  pieces.map((piece) => {
    const font = piece.font ?? cellFont;
    return { ...piece, font, text: font === 'symbol' ? inSymbolFont(piece.text) : piece.text };
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
    if (name === 'rFont') this.run.font = signFont(attributes.val);
    if (name === 'rPh') this.reading += 1;
    if (name === 'b' && !off) this.run.marks.push('bold');
    if (name === 'i' && !off) this.run.marks.push('italic');
    if (name === 'strike' && !off) this.run.struck = true;
    if (name === 'u' && attributes.val !== 'none') this.run.underlined = true;
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
