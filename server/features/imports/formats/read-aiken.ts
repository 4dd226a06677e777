import { letterOf } from '#domain/exam-taking/ticks.ts';
import { finding, refuseFile } from '#domain/imports/findings.ts';
import { importLimits } from '#domain/imports/import-limits.ts';
import type { ImportItem } from '#domain/imports/imported-question.ts';
import { excerpt } from '#domain/imports/imported-text.ts';
import { rejected } from '#domain/imports/judge-question.ts';
import { buildItem, type ImportWords, pointsOfMark, readable, tagFindings } from './build-item.ts';
import { readField } from './formatted-field.ts';
import { noImages } from './question-images.ts';
import { escapeXml } from './xml-tree.ts';

/** "A. text", "A) text", and also "(A) text" and "a) text". */
const option = /^\s*\(?([A-Za-z])[.)]\s*(.*)$/s;
const answer = /^\s*(?:ANSWERS?|CORRECT ANSWER)\s*[:.]\s*(.*)$/is;
/** Separators between the letters of an answer line. */
const between = new Set(['and', 'și', 'si', 'et']);
const oneLetter = /^\(?([A-Za-z])[.)]{0,2}$/;

/** Lines that some systems add below the answer line; they are not part of the next question. */
const detail =
  /^\s*(answer_explanation|explanation|explica(?:tion|[tț]ie)|feedback|rationale|texto_correcta|description|hint|tags?|etiquetas|difficulty|topic|score|points?|ref(?:erence)?\.?|bibliogra(?:phy|phie|fie)|surs[aă]|source)\s*:\s*(.*)$/is;

/** Words that never start a question, even after an empty line. */
const isExplanation = /^(?:answer_|expl|feed|ration|texto)/i;

/** Whether a line is read as an explanation of the question above, even after an empty line. */
export const explains = (line: string) => isExplanation.test(detail.exec(line)?.[1] ?? '');

type Option = { readonly letter: string; readonly isSmall: boolean; lines: string[] };
const lettered = (letter: string) => ({
  letter: letter.toUpperCase(),
  isSmall: letter !== letter.toUpperCase(),
});
type Draft = {
  readonly line: number;
  readonly text: string[];
  readonly options: Option[];
  /** The content of the answer line; undefined until there is one. */
  answerLine?: string;
  /** Whether another answer line names other letters. */
  isContradicted?: boolean;
  /** Its first line is directly below a line like "Explanation: …". */
  readonly isBelowDetail: boolean;
  /** Whether an explanation is below its answer line, and whether one ends the question above it. */
  isExplained?: boolean;
  readonly followsExplanation: boolean;
  /** Whether an empty line divides its text. */
  isDivided?: boolean;
  /** The last letter of a list within an option, in the other case: "A. … a. … b. …". */
  inner: string;
  mark?: number;
  /** A line that starts like an option out of order. */
  unexpected?: { readonly letter: string; readonly expected: string };
  /** An option directly below the answer line. */
  late?: string;
  /** Tags and levels below the answer line; they are not kept. */
  readonly tags: string[];
  comments: string[];
};

const newDraft = (line: number, isBelowDetail: boolean, followsExplanation: boolean): Draft => ({
  ...{ line, isBelowDetail, followsExplanation, inner: '' },
  ...{ text: [], options: [], tags: [], comments: [] },
});

/** The letters of an answer line in upper case; undefined when it contains anything else. */
function answerLetters(answerLine: string): string[] | undefined {
  const trimmed = answerLine.trim();
  if (/^[A-Z]{2,10}$/.test(trimmed)) return [...trimmed];
  if (trimmed === '' || trimmed.length > 60) return undefined;
  const words = trimmed.split(/[\s,;&]+/).filter((word) => word !== '' && !between.has(word.toLowerCase()));
  const found = words.map((word) => oneLetter.exec(word)?.[1]?.toUpperCase());
  return found.length > 0 && found.every((letter) => letter !== undefined) ? found : undefined;
}

/** The letter of an answer line that repeats the text of its option: "ANSWER: B. Paris". */
function letterWithText({ answerLine = '', options }: Draft): string[] | undefined {
  const [, given = '', text = ''] = /^\s*\(?([A-Za-z])[.):]?\s+(.*)$/s.exec(answerLine) ?? [];
  const plain = (words: string) => words.replace(/\s+/g, ' ').trim().toLowerCase();
  const named = options.find(({ letter }) => letter === given.toUpperCase());
  return named && plain(named.lines.join(' ')) === plain(text) ? [named.letter] : undefined;
}

/** Whether an answer line names the letters that the question has already. */
const sameLetters = (letters: readonly string[], draft: Draft) =>
  isSame(letters, letterWithText(draft) ?? answerLetters(draft.answerLine ?? ''));
const isSame = (some: readonly string[] | undefined, others: readonly string[] | undefined) =>
  [...new Set(some)].sort().join() === [...new Set(others)].sort().join();

/** The letter of the draft's next option: "A", then "B", and so on. */
const nextLetter = ({ options }: Draft) => letterOf(options.length);

/** Whether a letter has the case of the options so far; the first one may have any. */
const hasCaseOf = ({ options: [first] }: Draft, letter: string) =>
  first === undefined || first.isSmall === lettered(letter).isSmall;

/** Whether a letter continues the options of a draft. */
const isNextOption = (draft: Draft, letter: string) =>
  letter !== '' &&
  draft.options.length > 0 &&
  hasCaseOf(draft, letter) &&
  letter.toUpperCase() === nextLetter(draft);

/** Whether a line in the other case is in a list within an option, not an option written in another case. */
function isInner(draft: Draft, letter: string): boolean {
  const upper = letter.toUpperCase();
  // Capital options below a list of small letters: the list belongs to the question.
  if (upper === 'A' && draft.options[0]?.isSmall) return false;
  const follows =
    upper === 'A' || (draft.inner !== '' && upper.charCodeAt(0) === draft.inner.charCodeAt(0) + 1);
  if (follows) draft.inner = upper;
  return follows || upper !== nextLetter(draft);
}

/** Lines below an explanation continue it, unless they are a question with options. */
function joinExplanation(drafts: Draft[]): void {
  const [before, latest] = drafts.slice(-2);
  if (!before || !latest?.isBelowDetail) return;
  if (latest.options.length > 0 || latest.answerLine !== undefined) return;
  before.comments.push(...latest.text);
  drafts.pop();
}

function addDetail(draft: Draft, word: string, rest: string, line: string): void {
  if (/^(?:score|points?)$/i.test(word)) draft.mark = Number.parseFloat(rest.replace(',', '.'));
  else if (/^(?:ref|bib|s[uo]ur)/i.test(word)) draft.comments.push(line.trim());
  else if (/^(?:tag|etiq|diff|topic)/i.test(word)) draft.tags.push(rest);
  else {
    draft.comments.push(rest);
    draft.isExplained = true;
  }
}

function finished(draft: Draft, position: number, words: ImportWords): ImportItem {
  const location = { position, line: draft.line };
  const text = draft.text.join('\n');
  if (draft.answerLine === undefined)
    return rejected(location, draft.text.join(' '), finding('import.answerLineMissing'));
  if (draft.isContradicted) return rejected(location, text, finding('import.answerLinesDiffer'));
  if (draft.unexpected) return rejected(location, text, finding('import.letterUnexpected', draft.unexpected));
  if (draft.late)
    return rejected(location, text, finding('import.optionBelowAnswer', { letter: draft.late }));
  const [repeated, listed] = [letterWithText(draft), answerLetters(draft.answerLine)];
  // "A D" where option A is "D": one letter with its text, or two letters; "A. D" is one.
  const isBare = /^\s*[A-Za-z]\s/.test(draft.answerLine);
  if (isBare && repeated && listed && !isSame(repeated, listed))
    return rejected(location, text, finding('import.keyUnclear'));
  const chosen = repeated ?? listed;
  if (draft.options.length === 0)
    return rejected(location, text || draft.answerLine, finding('import.choicesMissing'));
  const known = new Set(draft.options.map(({ letter }) => letter));
  const unknown = chosen?.find((letter) => !known.has(letter));
  if (!chosen || unknown !== undefined) {
    const answer = (unknown ?? draft.answerLine).slice(0, 40);
    return rejected(location, text, finding('import.answerUnknown', { answer }));
  }
  const mark = pointsOfMark(draft.mark ?? Number.NaN);
  const comment = escapeXml(draft.comments.join(' '));
  return buildItem(
    {
      ...location,
      name: '',
      chapter: [],
      field: readField(text, 'plain'),
      ...(mark.points === undefined ? {} : { points: mark.points }),
      answers: readable(draft.options).map(({ letter, lines }) => ({
        field: readField(lines.join('\n'), 'plain'),
        correct: chosen.includes(letter),
        ...(chosen.includes(letter) ? { feedback: comment } : {}),
      })),
      findings: [
        ...(new Set(chosen).size > 1 ? [finding('import.severalLetters')] : []),
        ...(draft.followsExplanation && draft.isDivided
          ? [finding('import.explanationAbove', { text: excerpt(draft.text[0] ?? '') })]
          : []),
        ...tagFindings(draft.tags),
        ...mark.findings,
      ],
    },
    words,
    noImages,
  );
}

/** Splits a file into questions: text, lettered options, an answer line, and lines below it. */
function aikenDrafts(text: string): Draft[] {
  const drafts: Draft[] = [];
  let blank = false;
  let isBelowDetail = false;
  const begin = (line: number) => {
    if (drafts.length >= importLimits.questions)
      refuseFile('import.tooManyQuestions', { max: importLimits.questions });
    const draft = newDraft(line, isBelowDetail, drafts.at(-1)?.isExplained ?? false);
    drafts.push(draft);
    return draft;
  };
  /**
   * A second "A." means that the lines below the last option are the next question, without an empty line before it.
   */
  const beginUnder = (last: Option, first: Option, index: number) => {
    const swallowed = last.lines.splice(1);
    const draft = begin(index + 1 - swallowed.length);
    draft.text.push(...swallowed.map((line) => line.trim()));
    draft.options.push(first);
  };
  text
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .forEach((line, index) => {
      if (line.trim() === '') {
        blank = true;
        isBelowDetail = false;
        joinExplanation(drafts);
        return;
      }
      const latest = drafts.at(-1);
      const open = latest?.answerLine === undefined ? latest : undefined;
      const answerMatch = answer.exec(line);
      const added = open ? undefined : detail.exec(line);
      const belongs = added && (!blank || isExplanation.test(added[1] ?? ''));
      const [, letter = '', rest = ''] = option.exec(line) ?? [];
      const last = open?.options.at(-1);
      const isOfList = open !== undefined && letter !== '' && hasCaseOf(open, letter);
      const again = open ? undefined : answerLetters(answerMatch?.[1] ?? '');
      if (answerMatch && open) open.answerLine = answerMatch[1] ?? '';
      else if (again && latest) latest.isContradicted ||= !sameLetters(again, latest);
      else if (belongs && latest) addDetail(latest, added[1] ?? '', added[2] ?? '', line);
      else if (latest && !open && !blank && isNextOption(latest, letter))
        latest.late ??= letter.toUpperCase();
      else if (isOfList && letter.toUpperCase() === nextLetter(open)) {
        open.options.push({ ...lettered(letter), lines: [rest] });
        open.inner = '';
      } else if (isOfList && last && open.options.length > 1 && letter.toUpperCase() === 'A')
        beginUnder(last, { ...lettered(letter), lines: [rest] }, index);
      else if (last && open && letter !== '' && (isOfList || !isInner(open, letter))) {
        last.lines.push(line);
        const written = isOfList ? letter.toUpperCase() : letter;
        open.unexpected ??= { letter: written, expected: nextLetter(open) };
      } else if (last && !blank) last.lines.push(line);
      else {
        const asked = open && !last ? open : begin(index + 1);
        asked.isDivided ||= blank && asked.text.length > 0;
        asked.text.push(line.replace(/^[ \t]+/, '').trimEnd());
      }
      isBelowDetail = Boolean(belongs) && explains(line);
      blank = false;
    });
  joinExplanation(drafts);
  return drafts;
}

/** Reads an Aiken file: text, lettered options, "ANSWER: B"; several letters mean several correct answers. */
export const readAiken = (text: string, words: ImportWords): ImportItem[] =>
  aikenDrafts(text).map((draft, index) => finished(draft, index + 1, words));
