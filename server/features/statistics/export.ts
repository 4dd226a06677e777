import { Readable } from 'node:stream';
import type { QueryOfCall } from '#contract/call.ts';
import type {
  ExamStatistics,
  exportStatistics,
  exportWhatIf,
  QuestionStatistics,
  StatisticsTable,
} from '#contract/statistics.ts';
import type { Actor } from '#domain/access/actor.ts';
import { statistics as en } from '#i18n/en/statistics.ts';
import { statistics as fr } from '#i18n/fr/statistics.ts';
import { statistics as ro } from '#i18n/ro/statistics.ts';
import { type Cell, emptyCell, textCell } from '#server/spreadsheet/cell.ts';
import { csvOf } from '#server/spreadsheet/csv.ts';
import { xlsxOf } from '#server/spreadsheet/xlsx.ts';
import type { CohortQuery, DisciplineQuery } from './cohort.ts';
import type { ComputedStatistics } from './tasks.ts';

const labels = { ro, en, fr };
const figures = [
  'served',
  'omitted',
  'difficulty',
  'discrimination',
  'upperLower',
  'seconds',
  'exposure',
] as const satisfies readonly (keyof QuestionStatistics)[];

const rounded = (value: number | null): Cell =>
  value === null ? emptyCell : { kind: 'number', number: Math.round(value * 1000) / 1000 };

type Format = Pick<QueryOfCall<typeof exportStatistics>, 'format' | 'lang'>;
type Words = (typeof labels)[keyof typeof labels];
type Table = { readonly header: readonly string[]; readonly rows: readonly (readonly Cell[])[] };

const number = (value: number): Cell => ({ kind: 'number', number: value });

function fileOf({ header, rows }: Table, { format, lang }: Format): Readable {
  const pages = (async function* () {
    yield rows;
  })();
  const table = { name: labels[lang].title, header: [...header], pages };
  return Readable.from(format === 'csv' ? csvOf(table) : xlsxOf(table), { objectMode: false });
}

/** The figures of each question, with its flags as text. */
const questionTable = (words: Words, { questions }: ExamStatistics): Table => ({
  header: [
    words.questionId,
    words.version,
    words.question,
    ...figures.map((name) => words[name]),
    words.remarks,
  ],
  rows: questions.map((question) => [
    number(question.questionId),
    number(question.version),
    textCell(question.text),
    ...figures.map((name) => rounded(question[name])),
    textCell(
      question.flags
        .map(({ kind, answer }) =>
          words[`flag_${kind}`].replace(
            '{{answer}}',
            answer === null ? '' : String.fromCharCode(65 + answer),
          ),
        )
        .join(' '),
    ),
  ]),
});

const distributionTable = (words: Words, { distribution }: ExamStatistics): Table => ({
  header: [words.gradeFrom, words.gradeTo, words.count],
  rows: distribution.map(({ from, to, count }) => [number(from), number(to), number(count)]),
});

/** The questions or the distribution of an exam or a discipline as a file. */
export async function exportedStatistics(
  computed: ComputedStatistics,
  actor: Actor,
  wanted: CohortQuery | DisciplineQuery,
  { table, ...format }: Format & { readonly table: StatisticsTable },
): Promise<Readable> {
  const statistics = await computed.statistics(actor, wanted);
  const words = labels[format.lang];
  return fileOf(
    table === 'questions' ? questionTable(words, statistics) : distributionTable(words, statistics),
    format,
  );
}

/** Scores and grades before and after, as a file. */
export async function exportedWhatIf(
  computed: ComputedStatistics,
  actor: Actor,
  { format, lang, ...wanted }: QueryOfCall<typeof exportWhatIf>,
): Promise<Readable> {
  const words = labels[lang];
  const { exams } = await computed.whatIf(actor, wanted);
  const columns = ['oldScore', 'newScore', 'oldGrade', 'newGrade'] as const;
  const table = {
    header: [words.matricol, words.student, ...columns.map((name) => words[name])],
    rows: exams.map((exam) => [
      exam.numarMatricol === null ? emptyCell : textCell(exam.numarMatricol),
      textCell(`${exam.lastName} ${exam.firstName}`),
      ...columns.map((name) => rounded(exam[name])),
    ]),
  };
  return fileOf(table, { format, lang });
}
