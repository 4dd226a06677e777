import { characterOf, type SingleByte } from './single-byte.ts';

type Profile = {
  /** Lower-case letters beyond ASCII. */
  readonly letters: string;
  /** Frequent words in ASCII, which are the same in every encoding. */
  readonly words: string;
  /** The encodings of the language, most likely first. */
  readonly encodings: readonly SingleByte[];
};

const west: readonly SingleByte[] = ['windows-1252'];
const centre: readonly SingleByte[] = ['windows-1250', 'iso-8859-2'];

/** The languages of files, most likely first: the first wins a tie. */
const profiles: readonly Profile[] = [
  {
    letters: 'ăâîșț\u015f\u0163',
    words:
      'care este din sau sunt pentru cu la de un nu se prin unui unei mai ale cel sunt urmatoarele facultatea',
    encodings: ['windows-1250', 'iso-8859-16', 'iso-8859-2'],
  },
  {
    letters: 'àâæçèéêëîïôœùûüÿ',
    words: 'le la les des est une un dans pour que qui et du au sont par sur ne pas avec quelle quel chez',
    encodings: west,
  },
  {
    letters: 'äöüß',
    words: 'der die das und ist von mit den ein eine nicht bei im auf welche zu sind wird',
    encodings: west,
  },
  {
    letters: 'áéíóöőúüű',
    words: 'az egy nem hogy van melyik is meg ez ami vagy milyen hol mi igaz',
    encodings: centre,
  },
  {
    letters: 'áéíñóúü',
    words: 'el los las que por una con del es en para cual son se como',
    encodings: west,
  },
  {
    letters: 'ãáàâçéêíõóôú',
    words: 'os as que por uma com do da em para qual se como dos das nos',
    encodings: west,
  },
  {
    letters: 'àèéìíîòóùú',
    words: 'il lo gli che per una con del della di sono quale nel non e',
    encodings: west,
  },
  { letters: 'ąćęłńóśźż', words: 'jest nie oraz lub na w z do co to jak przez', encodings: centre },
  {
    letters: 'áčďéěíňóřšťúůýžäľĺôŕ',
    words: 'je jsou nebo na se v z do pro co kter jak ako alebo pri',
    encodings: centre,
  },
  { letters: 'čćđšž', words: 'je su ili na se u za od koji kao', encodings: centre },
  {
    letters: 'åäöæøéü',
    words: 'og er det som en av till att och i den ett er ikke',
    encodings: west,
  },
];

/** Characters used in every language: quotation marks, dashes, units. */
const typography = '„”“’‘‚«»‹›–—…•°±µ×÷·§©®™€£‰†¿¡\u00a0´';
/** Characters that only follow a digit or a unit ("10³", "1º", "5½"). */
const raised = '²³¹ºª½¼¾';

const bonus = { word: 3, control: -20, stranger: -2 } as const;

/** Counts each byte beyond ASCII, after a digit and elsewhere. */
type ByteCounts = {
  readonly behindDigit: Uint32Array;
  readonly elsewhere: Uint32Array;
  readonly total: number;
};

function countBytes(bytes: Uint8Array): ByteCounts {
  const behindDigit = new Uint32Array(256);
  const elsewhere = new Uint32Array(256);
  let total = 0;
  let before = 0;
  for (const byte of bytes) {
    if (byte >= 0x80) {
      const census = before >= 0x30 && before <= 0x39 ? behindDigit : elsewhere;
      census[byte] = (census[byte] ?? 0) + 1;
      total += 1;
    }
    before = byte;
  }
  return { behindDigit, elsewhere, total };
}

/** How well a character fits a text of the language, up to 1. */
function likelihood(character: string, behindDigit: boolean, letters: ReadonlySet<string>): number {
  const code = character.charCodeAt(0);
  if (code >= 0x80 && code < 0xa0) return bonus.control;
  if (typography.includes(character)) return 1;
  if (raised.includes(character)) return behindDigit ? 1 : -0.5;
  if (letters.has(character.toLowerCase())) return behindDigit ? -0.5 : 1;
  return /\p{L}/u.test(character) ? -1 : bonus.stranger;
}

function letterScore({ behindDigit, elsewhere, total }: ByteCounts, profile: Profile, encoding: SingleByte) {
  const letters = new Set(profile.letters);
  let score = 0;
  for (let byte = 0x80; byte < 0x100; byte += 1) {
    const character = characterOf(byte, encoding);
    score += (behindDigit[byte] ?? 0) * likelihood(character, true, letters);
    score += (elsewhere[byte] ?? 0) * likelihood(character, false, letters);
  }
  return score / Math.max(1, total);
}

/** The share of words that are frequent in the language. */
function wordShare(words: readonly string[], profile: Profile): number {
  const known = new Set(profile.words.split(' '));
  return words.filter((word) => known.has(word)).length / Math.max(1, words.length);
}

/**
 * The single-byte encoding that best yields a text of some language, by its letters, its frequent words and the
 * positions of its symbols.
 */
export function guessEncoding(bytes: Uint8Array): SingleByte {
  const latin = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const words = (latin.toLowerCase().match(/[a-z\u0080-\u00ff]+/g) ?? []).filter((word) =>
    /^[a-z]+$/.test(word),
  );
  const census = countBytes(bytes);
  let best: { encoding: SingleByte; score: number } = { encoding: 'windows-1250', score: -Infinity };
  for (const profile of profiles) {
    const share = bonus.word * wordShare(words, profile);
    for (const encoding of profile.encodings) {
      const score = letterScore(census, profile, encoding) + share;
      if (score > best.score) best = { encoding, score };
    }
  }
  return best.encoding;
}

/** Latin letters beyond ASCII are isolated in a word; whole words of them are Cyrillic. */
export function isCyrillic(bytes: Uint8Array): boolean {
  const letters = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const inWords = (letters.match(/[\u00c0-\u00ff]{4,}/g) ?? []).join('').length;
  return inWords > (letters.match(/[\u0080-\u00ff]/g)?.length ?? 0) / 2;
}
