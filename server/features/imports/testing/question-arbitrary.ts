import fc from 'fast-check';
import type {
  ImportedAnswer,
  ImportedImage,
  ImportedQuestion,
  ImportedReference,
} from '#domain/imports/imported-question.ts';
import { cleanLine } from '#domain/imports/imported-text.ts';
import { type RichRun, textOfRuns } from '#domain/imports/rich-runs.ts';
import type { Mark } from '#domain/question-bank/rich-text.ts';

/** Letters, special characters of the formats, Romanian, Greek, and hostile text. */
const fragments = [
  ...[
    'a',
    'B',
    '7',
    ' ',
    ' ',
    'ș',
    'Ț',
    'α',
    '≤',
    '€',
    '𝛼',
    '*',
    '~',
    '^',
    '\\',
    '=',
    '#',
    '{',
    '}',
    ':',
    '::',
    '//',
  ],
  ...[
    '<',
    '>',
    '&',
    '&amp;',
    '"',
    "'",
    ';',
    ',',
    '|',
    '%50%',
    '->',
    '$',
    '[html]',
    ']]>',
    '<b>',
    '<script>',
    '-',
    '+',
  ],
  ...[
    '@',
    '=SUM(A1)',
    'T',
    'ANSWER: A',
    'A.',
    'B)',
    '_',
    '____',
    '\\n',
    '\t',
    'p. 12',
    '_x000D_',
    '`',
    '!',
    '(',
    ')',
  ],
];

const words = fc.string({ unit: fc.constantFrom(...fragments), minLength: 1, maxLength: 8 });
const marks = fc.uniqueArray(fc.constantFrom<Mark>('bold', 'italic', 'sub', 'sup'), { maxLength: 3 });
const run: fc.Arbitrary<RichRun> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ text: words, marks: fc.oneof(fc.constant([]), marks) }) },
  { weight: 1, arbitrary: fc.constant<RichRun>('newLine') },
);

/** A text in our formatting, as stored in the bank. */
export const richTexts = fc
  .array(run, { minLength: 1, maxLength: 6 })
  .map(textOfRuns)
  .filter((text) => text !== '');

/** A one-line text without formatting characters or anything that Aiken would misread. */
export const plainTexts = fc
  .string({ unit: fc.constantFrom('a', 'b', 'ș', ' ', '<', '=', '&', '7', '{'), minLength: 1, maxLength: 12 })
  .map(cleanLine)
  .filter((text) => text !== '');

const lines = fc
  .string({
    unit: fc.constantFrom('a', 'Ș', ' ', '<', '&', '"', '=', ':', '~', '#', ','),
    minLength: 1,
    maxLength: 12,
  })
  .map(cleanLine)
  .filter((line) => line !== '');

const references: fc.Arbitrary<ImportedReference> = fc.record(
  { title: lines.filter((title) => !title.includes(', ')), page: fc.constantFrom('12', '112–115', 'IV') },
  { requiredKeys: ['title'] },
);

const png = (number: number) =>
  Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, number, number >> 8]);

export type QuestionOptions = {
  readonly texts: fc.Arbitrary<string>;
  readonly correct: { min: number; max: number };
  readonly wrong: { min: number; max: number };
  readonly images: boolean;
};

/** Questions that could be in the bank. */
export function questions({
  texts,
  correct,
  wrong,
  images,
}: QuestionOptions): fc.Arbitrary<ImportedQuestion> {
  const count = fc.record({ correct: fc.integer(correct), wrong: fc.integer(wrong) });
  return count.chain((counts) =>
    fc
      .record({
        name: fc.oneof(fc.constant(''), lines),
        chapter: fc.oneof(
          fc.constant([]),
          fc.array(fc.constantFrom('C1', 'Acizi/baze', 'Cap. 2'), { minLength: 1, maxLength: 1 }),
        ),
        text: texts,
        points: fc.option(fc.constantFrom(1, 5, 10, 7.5, 20), { nil: undefined }),
        answers: fc.uniqueArray(texts, {
          minLength: counts.correct + counts.wrong,
          maxLength: counts.correct + counts.wrong,
        }),
        order: fc.infiniteStream(fc.nat()),
        references: fc.infiniteStream(fc.option(references, { nil: undefined, freq: 2 })),
        pictured: fc.infiniteStream(images ? fc.integer({ min: 0, max: 5 }) : fc.constant(0)),
      })
      .map((draft) => {
        const pictures: ImportedImage[] = [];
        const picture = () => {
          const number = draft.pictured.next().value ?? 0;
          if (number < 4) return {};
          const image = {
            key: `${pictures.length}.png`,
            fileName: `p${pictures.length}.png`,
            bytes: png(pictures.length + 1),
          };
          pictures.push(image);
          return { image: image.key };
        };
        const shown = picture();
        const answers: ImportedAnswer[] = draft.answers.map((text, index) => {
          const reference = draft.references.next().value;
          return { text, correct: index < counts.correct, ...picture(), ...(reference ? { reference } : {}) };
        });
        const mixed = answers
          .map((answer) => ({ answer, key: draft.order.next().value ?? 0 }))
          .sort((one, other) => one.key - other.key)
          .map(({ answer }) => answer);
        const { name, chapter, text, points } = draft;
        return {
          name,
          chapter,
          text,
          ...shown,
          ...(points === undefined ? {} : { points }),
          answers: mixed,
          images: pictures,
        };
      }),
  );
}
