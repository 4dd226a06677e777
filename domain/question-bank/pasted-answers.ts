/** One line of a pasted list: an answer without its numbering, and its author's mark. */
export type PastedAnswer = { readonly text: string; readonly mark: 'correct' | 'wrong' | undefined };

const bullet = /^(?:[•·▪◦‣○●■□–—\uf0b7\uf0a7§-]|o(?=\t))\s+/u;
const tick = /^[✓✔☑]\s*/u;
const correctWord = /\s*[([](?:corect[ăe]?|correcte?|juste?|adevărat|vrai|true|✓|✔)[)\]]\s*\.?$/iu;
const wrongWord =
  /\s*[([](?:fals[ăe]?|greșit[ăe]?|gresit[ae]?|incorecte?|incorrecte?|faux|fausse|wrong|false)[)\]]\s*\.?$/iu;
const number = /^[([]?(\d{1,2})\s?[.):\]-]\s+(?=\S)/u;
const letter = /^[([]?([a-z])\s?[.):\]-]\s+(?=\S)/iu;

/** A star that opens a run of our own markup (`*in vivo* …`) is not a mark. */
const opensFormatting = (line: string) => line.startsWith('**') || /^\*\S[^*]*\*/.test(line);

function withoutSign(line: string): string | undefined {
  if (/^\+\s*\D/.test(line)) return line.slice(1).trimStart();
  if (/^\\?\*/.test(line) && !opensFormatting(line)) return line.replace(/^\\?\*\s*/, '');
  const end = /^([^*]*[^*\s])\s*\\?\*$/.exec(line);
  return tick.test(line) ? line.replace(tick, '') : end?.[1]?.replace(/\\$/, '').trimEnd();
}

function withoutWord(line: string): PastedAnswer {
  if (correctWord.test(line)) return { text: line.replace(correctWord, ''), mark: 'correct' };
  if (wrongWord.test(line)) return { text: line.replace(wrongWord, ''), mark: 'wrong' };
  return { text: line, mark: undefined };
}

/** Strips the signs and words that mark an answer as right or wrong. */
function readMark(line: string): PastedAnswer {
  const unsigned = withoutSign(line);
  const worded = withoutWord(unsigned ?? line);
  return unsigned === undefined ? worded : { text: worded.text, mark: 'correct' };
}

const numberings: readonly (readonly [RegExp, (found: string) => number])[] = [
  [number, Number],
  [letter, (found) => found.toLowerCase().charCodeAt(0)],
];

/**
 * Strips numbering only if it is consecutive across lines: "a. carotidă" in a list of arteries and a single "2. molar"
 * are text, not numbering.
 */
function withoutNumbering(lines: readonly string[]): string[] {
  for (const [pattern, indexOf] of numberings) {
    const indices = lines.map((line) => {
      const found = pattern.exec(line)?.[1];
      return found === undefined ? undefined : indexOf(found);
    });
    const first = indices[0];
    if (first !== undefined && indices.every((here, at) => here === first + at))
      return lines.map((line) => line.replace(pattern, ''));
  }
  return [...lines];
}

/**
 * Parses a list of answers pasted from a document, one per line. Strips bullets and consecutive numbers or letters. A
 * star, a plus, a tick or a word such as "(corect)" marks correct answers; a sign before every line is a bullet.
 */
export function readPastedAnswers(pasted: string): PastedAnswer[] {
  const lines = pasted
    .split(/\r\n|[\r\n\u2028\u2029]/)
    .map((line) => line.replaceAll('\u00a0', ' ').trim())
    .filter((line) => line !== '');
  const unbulleted = lines.map((line) => line.replace(bullet, ''));
  const outer = unbulleted.map(readMark);
  const numbered = withoutNumbering(outer.map((answer) => answer.text.trim()));
  const answers = numbered.map((line, at): PastedAnswer => {
    const inner = readMark(line.replace(bullet, ''));
    return { text: inner.text.trim(), mark: inner.mark ?? outer[at]?.mark };
  });
  const everyLine = answers.length > 1 && answers.every((answer) => answer.mark === 'correct');
  const written = answers.filter((answer) => answer.text !== '');
  return everyLine ? written.map(({ text }) => ({ text, mark: undefined })) : written;
}

/**
 * Which of the pasted answers are correct. If the author marked some, the marks decide and the rest is false; without
 * marks, all belong to the group they were pasted into.
 */
export function sortPastedAnswers(
  answers: readonly PastedAnswer[],
  pastedAmongCorrect: boolean,
): { text: string; isCorrect: boolean }[] {
  const marked = answers.some((answer) => answer.mark === 'correct');
  return answers.map(({ text, mark }) => ({
    text,
    isCorrect: mark === undefined ? !marked && pastedAmongCorrect : mark === 'correct',
  }));
}
