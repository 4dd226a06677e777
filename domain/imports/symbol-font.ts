/**
 * The Symbol font of word processors shows Greek letters and signs in place of Latin ones. Files keep such a character
 * as a private one (U+F061 is α), which no other font can show.
 */
const first = 0xf000;

const greek = {
  65: 'ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ',
  97: 'αβχδεφγηιϕκλμνοπθρστυϖωξψζ',
  160: '€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…',
  192: 'ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑',
  241: '〉∫',
} as const;
const signs: Readonly<Record<number, string>> = {
  ...{ 34: '∀', 36: '∃', 39: '∋', 42: '∗', 45: '−', 64: '≅', 92: '∴', 94: '⊥', 126: '∼' },
};

function shownAs(code: number): string | undefined {
  for (const [start, letters] of Object.entries(greek)) {
    const letter = [...letters][code - Number(start)];
    if (letter !== undefined) return letter;
  }
  return signs[code] ?? (code >= 0x20 && code < 0x7f ? String.fromCharCode(code) : undefined);
}

const privateSymbols = /[\uf020-\uf0ff]/g;

/** The text with private characters of the Symbol font as the characters they show; unknown ones stay. */
export const fromSymbolFont = (text: string): string =>
  text.replace(privateSymbols, (one) => shownAs(one.charCodeAt(0) - first) ?? one);

/** Text that is set in the Symbol font, as private characters. */
export const inSymbolFont = (text: string): string =>
  text.replace(/[\u0021-\u007e\u00a0-\u00ff]/g, (letter) =>
    String.fromCharCode(first + letter.charCodeAt(0)),
  );

/** The private characters of these texts, each with what it is read as. */
export function symbolsIn(...texts: readonly string[]): string[] {
  const found = new Set(texts.flatMap((text) => text.match(privateSymbols) ?? []));
  return [...found].map((one) => {
    const code = `U+${one.charCodeAt(0).toString(16).toUpperCase()}`;
    const shown = fromSymbolFont(one);
    return shown === one ? code : `${code} = ${shown}`;
  });
}
