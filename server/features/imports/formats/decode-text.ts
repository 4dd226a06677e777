import { isUtf8 } from 'node:buffer';
import { type Finding, finding } from '#domain/imports/findings.ts';
import { guessEncoding, isCyrillic } from './guess-encoding.ts';
import { decodeSingleByte, singleByteNamed } from './single-byte.ts';

export type DecodedText = {
  readonly text: string;
  readonly encoding: string;
  readonly findings: readonly Finding[];
};

const SAMPLE = 1_000_000;

function guessed(bytes: Uint8Array): DecodedText {
  const sample = bytes.subarray(0, SAMPLE);
  const encoding = isCyrillic(sample) ? 'windows-1251' : guessEncoding(sample);
  return {
    text: decodeSingleByte(bytes, encoding),
    encoding,
    findings: [finding('import.encodingGuessed', { encoding })],
  };
}

/** UTF-8 with a few broken bytes is still UTF-8: any other encoding would break every accent. */
function damagedUtf8(bytes: Uint8Array): DecodedText | undefined {
  const text = new TextDecoder('utf-8').decode(bytes);
  const broken = text.match(/\ufffd/g)?.length ?? 0;
  const accents = text.match(/[^\0-\x7f\ufffd]/g)?.length ?? 0;
  if (accents < 3 * broken) return undefined;
  return { text, encoding: 'utf-8', findings: [finding('import.bytesBroken', { count: broken })] };
}

/** UTF-16 without a byte order mark has a zero next to every Latin letter. */
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

/** Decodes UTF-16; the decoder replaces half pairs and a last half unit. */
function wideText(bytes: Uint8Array, encoding: string): DecodedText {
  const text = new TextDecoder(encoding).decode(bytes);
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return { text, encoding, findings: [] };
  } catch {
    const count = text.match(/\ufffd/g)?.length ?? 1;
    return { text, encoding, findings: [finding('import.bytesBroken', { count })] };
  }
}

function declaredLabel(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
  return /^\s*<\?xml\s[^>]{0,100}?encoding\s*=\s*["']([\w.:-]{2,40})["']/.exec(start)?.[1];
}

/** Decodes an encoding without a table here, if the platform supports it. */
function foreign(bytes: Uint8Array, label: string): DecodedText | undefined {
  try {
    const decoder = new TextDecoder(label);
    if (decoder.encoding.startsWith('utf-')) return undefined;
    return { text: decoder.decode(bytes), encoding: decoder.encoding, findings: [] };
  } catch {
    return undefined;
  }
}

/** Uses the declared encoding, unless control characters in the text show that it is wrong. */
function declared(bytes: Uint8Array): DecodedText | undefined {
  const label = declaredLabel(bytes);
  if (label === undefined) return undefined;
  const encoding = singleByteNamed(label);
  if (!encoding) return foreign(bytes, label);
  const text = decodeSingleByte(bytes, encoding);
  return /[\u0080-\u009f]/.test(text) ? undefined : { text, encoding, findings: [] };
}

/**
 * Decodes a file: a byte order mark or valid UTF-8 decides, then the XML declaration, then a guess by the language of
 * the text, which is reported.
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  const wide = wideEncoding(bytes);
  if (wide) return wideText(bytes, wide);
  if (isUtf8(bytes)) return { text: new TextDecoder('utf-8').decode(bytes), encoding: 'utf-8', findings: [] };
  return declared(bytes) ?? damagedUtf8(bytes) ?? guessed(bytes);
}
