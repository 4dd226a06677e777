import { finding, refuseFile } from '#domain/imports/findings.ts';
import { importLimits } from '#domain/imports/import-limits.ts';
import type { ImportItem } from '#domain/imports/imported-question.ts';
import { rejected } from '#domain/imports/judge-question.ts';
import { buildItem, type ImportWords, readable } from './build-item.ts';
import { readField } from './formatted-field.ts';
import { noImages } from './question-images.ts';

/** "A. text", "A) text", also "(A) text" and "a) text" as people write it. */
const option = /^\s*\(?([A-Za-z])[.)]\s*(.*)$/;
const answer = /^\s*(?:ANSWERS?|CORRECT ANSWER)\s*[:.]\s*(.*)$/i;
const letters = /^\(?[A-Za-z][.)]?(?:\s*(?:,|;|&|\s|and|și|et)\s*\(?[A-Za-z][.)]?)*\.?$/i;

type Option = { readonly letter: string; lines: string[] };
type Draft = { line: number; text: string[]; options: Option[] };

const newDraft = (): Draft => ({ line: 0, text: [], options: [] });

/** The letters of an answer line, in capitals; undefined when it holds something else. */
function answerLetters(said: string): string[] | undefined {
  const trimmed = said.trim();
  if (/^[A-Z]{2,10}$/.test(trimmed)) return [...trimmed];
  if (trimmed.length > 60 || !letters.test(trimmed)) return undefined;
  return [...trimmed.matchAll(/(?<![A-Za-zț])[A-Za-z](?![A-Za-zăâîșț])/g)].map(([letter]) =>
    letter.toUpperCase(),
  );
}

/** The letter an option must have to be the next one of the draft: "A", then "B", and so on. */
const nextLetter = ({ options }: Draft) => String.fromCharCode(65 + options.length);

function finished(draft: Draft, said: string, position: number, words: ImportWords): ImportItem {
  const place = { position, line: draft.line };
  const text = draft.text.join('\n');
  const chosen = answerLetters(said);
  if (draft.options.length === 0) return rejected(place, text || said, finding('import.choicesMissing'));
  const known = new Set(draft.options.map(({ letter }) => letter));
  const unknown = chosen?.find((letter) => !known.has(letter));
  if (!chosen || unknown !== undefined)
    return rejected(place, text, finding('import.answerUnknown', { answer: (unknown ?? said).slice(0, 40) }));
  return buildItem(
    {
      ...place,
      name: '',
      chapter: [],
      field: readField(text, 'plain'),
      answers: readable(draft.options).map(({ letter, lines }) => ({
        field: readField(lines.join('\n'), 'plain'),
        correct: chosen.includes(letter),
      })),
      findings: new Set(chosen).size > 1 ? [finding('import.severalLetters')] : [],
    },
    words,
    noImages,
  );
}

/** Reads the questions of an Aiken file: text, lettered options, "ANSWER: B"; several letters are taken as several. */
export function readAiken(text: string, words: ImportWords): ImportItem[] {
  const items: ImportItem[] = [];
  let draft = newDraft();
  let blank = false;
  const add = (item: ImportItem) => {
    if (items.length >= importLimits.questions)
      refuseFile('import.tooManyQuestions', { max: importLimits.questions });
    items.push(item);
    draft = newDraft();
  };
  const abandon = () => {
    if (draft.line > 0)
      add(
        rejected(
          { position: items.length + 1, line: draft.line },
          draft.text.join(' '),
          finding('import.answerLineMissing'),
        ),
      );
  };
  text
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .forEach((line, index) => {
      const said = answer.exec(line);
      const [, letter = '', rest = ''] = option.exec(line) ?? [];
      const last = draft.options.at(-1);
      if (line.trim() === '') {
        blank = true;
        return;
      }
      if (said && draft.line > 0) add(finished(draft, said[1] ?? '', items.length + 1, words));
      else if (letter.toUpperCase() === nextLetter(draft) && draft.text.length > 0)
        draft.options.push({ letter: letter.toUpperCase(), lines: [rest] });
      else if (last && !blank) last.lines.push(line);
      else {
        if (last) abandon();
        if (draft.line === 0) draft.line = index + 1;
        draft.text.push(line.trim());
      }
      blank = false;
    });
  abandon();
  return items;
}
