/**
 * The layout of our tables: one row per question, so a teacher sees a whole question, can sort and filter rows, and
 * cannot split a question by sorting. Columns may be in any order and are found by their headings in any of the three
 * languages; "Correct 1", "Correct 2"… and "Wrong 1"… may exceed five. Rare data has optional columns: "Image" for
 * the question, and for an answer its heading followed by "image", "source" or "page" ("Correct 2 source"). A mark
 * under "Incomplete pool" means that the row has fewer than five and five answers on purpose; exports write it for
 * such questions.
 */
export type AnswerPart = 'text' | 'image' | 'source' | 'page';

export type Column =
  | { readonly kind: FixedColumn }
  | {
      readonly kind: 'answer';
      readonly correct: boolean;
      readonly number: number;
      readonly part: AnswerPart;
    };

type TableLanguage = 'ro' | 'en' | 'fr';
type FixedColumn = 'chapter' | 'name' | 'text' | 'points' | 'image' | 'incomplete';

/** The first heading is the one we write; the others are accepted too. */
const fixedHeadings: Record<FixedColumn, Record<TableLanguage, readonly string[]>> = {
  chapter: {
    ro: ['Capitol', 'Cod capitol', 'Codul capitolului'],
    en: ['Chapter', 'Chapter code', 'Category'],
    fr: ['Chapitre', 'Code du chapitre', 'Code chapitre'],
  },
  name: {
    ro: ['Denumire', 'Nume', 'Nr', 'Nr.', 'Număr', 'Cod întrebare'],
    en: ['Name', 'No', 'No.', 'Number', 'Id'],
    fr: ['Nom', 'N°', 'Numéro'],
  },
  text: {
    ro: ['Întrebare', 'Textul întrebării', 'Text întrebare', 'Enunț', 'Text'],
    en: ['Question', 'Question text', 'Text'],
    fr: ['Question', 'Texte de la question', 'Énoncé', 'Texte'],
  },
  points: { ro: ['Punctaj', 'Puncte'], en: ['Points', 'Mark', 'Score'], fr: ['Points', 'Barème'] },
  incomplete: {
    ro: ['Set incomplet'],
    en: ['Incomplete pool'],
    fr: ['Réserve incomplète'],
  },
  image: {
    ro: ['Imagine', 'Imaginea întrebării', 'Fișier imagine'],
    en: ['Image', 'Question image', 'Picture'],
    fr: ['Image', 'Image de la question'],
  },
};

const answerHeadings: Record<'correct' | 'wrong', Record<TableLanguage, readonly string[]>> = {
  correct: {
    ro: ['Corect', 'Răspuns corect', 'Varianta corectă', 'Adevărat'],
    en: ['Correct', 'Correct answer', 'Right', 'True'],
    fr: ['Correct', 'Réponse correcte', 'Bonne réponse', 'Juste', 'Vrai'],
  },
  wrong: {
    ro: ['Greșit', 'Răspuns greșit', 'Varianta greșită', 'Fals', 'Incorect'],
    en: ['Wrong', 'Wrong answer', 'Incorrect', 'False'],
    fr: ['Faux', 'Réponse fausse', 'Mauvaise réponse', 'Incorrect'],
  },
};

const partHeadings: Record<Exclude<AnswerPart, 'text'>, Record<TableLanguage, readonly string[]>> = {
  image: { ro: ['imagine'], en: ['image', 'picture'], fr: ['image'] },
  source: {
    ro: ['sursă', 'referință', 'bibliografie', 'titlu'],
    en: ['source', 'reference', 'title'],
    fr: ['source', 'référence', 'bibliographie', 'titre'],
  },
  page: { ro: ['pagină', 'pag', 'pag.'], en: ['page'], fr: ['page'] },
};

/** Normalizes a heading: no accents, case or repeated spaces. */
const plain = (heading: string) =>
  heading
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[*:_]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

const all = (byLanguage: Record<TableLanguage, readonly string[]>) =>
  Object.values(byLanguage).flat().map(plain);
const fixedByName = new Map(
  (Object.keys(fixedHeadings) as FixedColumn[]).flatMap((kind) =>
    all(fixedHeadings[kind]).map((name) => [name, kind] as const),
  ),
);
const answersByName = new Map(
  (['correct', 'wrong'] as const).flatMap((kind) =>
    all(answerHeadings[kind]).map((name) => [name, kind] as const),
  ),
);
const partsByName = new Map(
  (['image', 'source', 'page'] as const).flatMap((part) =>
    all(partHeadings[part]).map((name) => [name, part] as const),
  ),
);

/** The meaning of a heading; undefined when it is unknown. An answer without a number gets 0 and is numbered later. */
export function columnOf(heading: string): Column | undefined {
  const name = plain(heading.slice(0, 200));
  const fixed = fixedByName.get(name);
  if (fixed) return { kind: fixed };
  const words = name.replace(/(\d+)/, ' $1 ').trim().split(/\s+/);
  const index = words.findIndex((word) => /^\d{1,3}$/.test(word));
  const lastPart = partsByName.get(words.at(-1) ?? '');
  const end = index >= 0 ? index : lastPart && words.length > 1 ? words.length - 1 : words.length;
  const kind = answersByName.get(words.slice(0, end).join(' '));
  const tail = words.slice(index >= 0 ? index + 1 : end).join(' ');
  const part = tail === '' ? 'text' : partsByName.get(tail);
  if (!kind || !part) return undefined;
  return { kind: 'answer', correct: kind === 'correct', number: index >= 0 ? Number(words[index]) : 0, part };
}

/** The heading that we write for a column in a language. */
export function headingOf(column: Column, language: TableLanguage): string {
  if (column.kind !== 'answer') return fixedHeadings[column.kind][language][0] ?? '';
  const answer = `${answerHeadings[column.correct ? 'correct' : 'wrong'][language][0]} ${column.number}`;
  return column.part === 'text' ? answer : `${answer} ${partHeadings[column.part][language][0]}`;
}
