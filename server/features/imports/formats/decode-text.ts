import { isUtf8 } from 'node:buffer';
import { type Finding, finding } from '#domain/imports/findings.ts';

export type DecodedText = {
  readonly text: string;
  readonly encoding: string;
  readonly findings: readonly Finding[];
};

/** Single-byte encodings of the region, the likeliest first: it wins when the bytes fit several equally well. */
const candidates = ['windows-1250', 'iso-8859-16', 'iso-8859-2', 'windows-1252'] as const;

/** What our teachers write beyond ASCII: Romanian, French, the region's neighbours, typography and units. */
const expected = new Set(
  'ăâîșțĂÂÎȘȚ\u015f\u0163\u015e\u0162éèêëàçôûùïœÉÈÊÀÇÔöüäßÖÜÄáíóúőűÁÍÓÚŐŰñÑ¿¡„”“’‘«»–—…•°±²³µ×÷·§©®€\u00a0',
);

/** The upper half of ISO 8859-16, which no decoder of the platform knows. */
const latin10 =
  '\u00a0ĄąŁ€„Š§š©Ș«Ź\u00adźŻ°±ČłŽ”¶·žčș»ŒœŸżÀÁÂĂÄĆÆÇÈÉÊËÌÍÎÏĐŃÒÓÔŐÖŚŰÙÚÛÜĘȚßàáâăäćæçèéêëìíîïđńòóôőöśűùúûüęțÿ';

function decode(bytes: Uint8Array, encoding: string): string {
  if (encoding !== 'iso-8859-16') return new TextDecoder(encoding).decode(bytes);
  return Buffer.from(bytes)
    .toString('latin1')
    .replace(/[\u00a0-\u00ff]/g, (character) => latin10.charAt(character.charCodeAt(0) - 0xa0));
}

/** Counts how well the letters beyond ASCII fit; control characters mean that the encoding is not this one. */
function plausibility(text: string): number {
  let score = 0;
  for (const character of text) {
    const code = character.charCodeAt(0);
    if (code < 0x80) continue;
    if (code < 0xa0 || code === 0xfffd) score -= 20;
    else score += expected.has(character) ? 1 : -1;
  }
  return score;
}

/** Latin letters beyond ASCII stand alone in a word; where they make up whole words, the words are Cyrillic. */
function isCyrillic(sample: Uint8Array): boolean {
  const letters = Buffer.from(sample).toString('latin1');
  const inWords = (letters.match(/[\u00c0-\u00ff]{4,}/g) ?? []).join('').length;
  return inWords > (letters.match(/[\u0080-\u00ff]/g)?.length ?? 0) / 2;
}

function guessed(bytes: Uint8Array): DecodedText {
  const sample = bytes.subarray(0, 1_000_000);
  const scores = candidates.map((encoding) => plausibility(decode(sample, encoding)));
  const latin = candidates[scores.indexOf(Math.max(...scores))] ?? candidates[0];
  const encoding = isCyrillic(sample) ? 'windows-1251' : latin;
  return {
    text: decode(bytes, encoding),
    encoding,
    findings: [finding('import.encodingGuessed', { encoding })],
  };
}

/** UTF-16 without a mark shows in the zeros beside every Latin letter. */
function wideEncoding(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const sample = bytes.subarray(0, 2000);
  if (sample.length < 8) return undefined;
  const zeros = [0, 0];
  sample.forEach((byte, index) => {
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  const many = sample.length * 0.3;
  if (odd > many && even < odd / 20) return 'utf-16le';
  if (even > many && odd < even / 20) return 'utf-16be';
  return undefined;
}

function declaredEncoding(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
  const label = /^\s*<\?xml\s[^>]{0,100}?encoding\s*=\s*["']([\w.:-]{2,40})["']/.exec(start)?.[1];
  if (label === undefined) return undefined;
  if (/^(?:iso-?8859-16|latin-?10)$/i.test(label)) return 'iso-8859-16';
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
}

/**
 * The text of a file in whatever encoding it was saved: a byte order mark or valid UTF-8 decide, then what an XML
 * declaration says, and only then a guess between the single-byte encodings of the region, which is reported.
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  const wide = wideEncoding(bytes);
  if (wide) return { text: decode(bytes, wide), encoding: wide, findings: [] };
  const declared = declaredEncoding(bytes);
  const single = declared && !declared.startsWith('utf-') ? declared : undefined;
  if (isUtf8(bytes)) return { text: decode(bytes, 'utf-8'), encoding: 'utf-8', findings: [] };
  if (single) return { text: decode(bytes, single), encoding: single, findings: [] };
  return guessed(bytes);
}
