import type { ComparedGroup, SessionStatistics, SessionTable } from '#contract/session-statistics.ts';
import type {
  ExamStatistics,
  QuestionStatistics,
  QuestionYear,
  StatisticsTable,
} from '#contract/statistics.ts';
import { letterOf } from '#domain/exam-taking/ticks.ts';
import { statistics as en } from '#i18n/en/statistics.ts';
import { statistics as fr } from '#i18n/fr/statistics.ts';
import { statistics as ro } from '#i18n/ro/statistics.ts';
import { type Cell, emptyCell, textCell } from '#server/spreadsheet/cell.ts';

export const labels = { ro, en, fr };
const figures = [
  'served',
  'omitted',
  'difficulty',
  'discrimination',
  'upperLower',
  'seconds',
  'exposure',
] as const satisfies readonly (keyof QuestionStatistics)[];

export const rounded = (value: number | null): Cell =>
  value === null ? emptyCell : { kind: 'number', number: Math.round(value * 1000) / 1000 };

type Words = (typeof labels)[keyof typeof labels];
export type Table = { readonly header: readonly string[]; readonly rows: readonly (readonly Cell[])[] };

const number = (value: number): Cell => ({ kind: 'number', number: value });
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
          words[`flag_${kind}`].replace('{{answer}}', answer === null ? '' : letterOf(answer)),
        )
        .join(' '),
    ),
  ]),
});

/** How often each answer was shown and chosen: by all, and by the best and the worst 27 %. */
const answerTable = (words: Words, { questions }: ExamStatistics): Table => ({
  header: [
    words.questionId,
    words.version,
    words.answer,
    words.answerText,
    words.isCorrect,
    ...[words.allChose, words.bestChose, words.worstChose].flatMap((group) => [
      `${group}: ${words.shownTo}`,
      `${group}: ${words.chosenBy}`,
    ]),
  ],
  rows: questions.flatMap(({ questionId, version, answers }) =>
    answers.map((answer, index) => [
      number(questionId),
      number(version),
      textCell(letterOf(index)),
      textCell(answer.text),
      answer.isCorrect ? textCell('✓') : emptyCell,
      ...[answer, answer.upper, answer.lower].flatMap(({ shown, ticked }) => [number(shown), number(ticked)]),
    ]),
  ),
});

const examFigures = [
  'meanGrade',
  'mean',
  'maxPoints',
  'passRate',
  'reliability',
  'standardError',
  'deviation',
] as const satisfies readonly (keyof ExamStatistics)[];

/** The figures of the whole exam; below the fewest exams only their number. */
const figureTable = (words: Words, statistics: ExamStatistics): Table => ({
  header: [words.sittings, ...examFigures.map((name) => words[name])],
  rows: [
    [
      number(statistics.sittings),
      ...examFigures.map((name) =>
        statistics.sittings < statistics.fewest ? emptyCell : rounded(statistics[name]),
      ),
    ],
  ],
});

const yearFigures = ['served', 'omitted', 'difficulty', 'discrimination', 'upperLower', 'exposure'] as const;

/** A question over the university years. */
export const yearTable = (words: Words, years: readonly QuestionYear[]): Table => ({
  header: [words.year, words.questionId, ...yearFigures.map((name) => words[name])],
  rows: years.map((year) => [
    textCell(year.year),
    number(year.questionId),
    ...yearFigures.map((name) => rounded(year[name])),
  ]),
});

const scoreTable = (words: Words, { scores }: Pick<ExamStatistics, 'scores'>): Table => ({
  header: [words.scoreFrom, words.scoreTo, words.count],
  rows: scores.map(({ from, to, count }) => [number(from), number(to), number(count)]),
});

const distributionTable = (words: Words, { distribution }: Pick<ExamStatistics, 'distribution'>): Table => ({
  header: [words.gradeFrom, words.gradeTo, words.count],
  rows: distribution.map(({ from, to, count }) => [number(from), number(to), number(count)]),
});

export const tableOf: Record<StatisticsTable, (words: Words, statistics: ExamStatistics) => Table> = {
  questions: questionTable,
  answers: answerTable,
  figures: figureTable,
  distribution: distributionTable,
  scores: scoreTable,
};

const groupFigures = ['sittings', 'meanShare', 'meanGrade', 'passRate'] as const;

/** The figures of a group; the pass rate of too few exams says so. */
const groupCells = (
  words: Words,
  group: Pick<SessionStatistics, 'graded' | (typeof groupFigures)[number]>,
): Cell[] =>
  groupFigures.map((name) =>
    name === 'passRate' && group.passRate === null && group.graded > 0
      ? textCell(words.tooFew)
      : rounded(group[name]),
  );

const reliabilityCell = (words: Words, { reliability, why }: ComparedGroup): Cell =>
  why === null ? rounded(reliability) : textCell(words[why]);

export const sessionTableOf: Record<SessionTable, (words: Words, statistics: SessionStatistics) => Table> = {
  figures: (words, statistics) => ({
    header: groupFigures.map((name) => words[name]),
    rows: [groupCells(words, statistics)],
  }),
  groups: (words, { groups }) => ({
    header: [words.compared, words.part, ...groupFigures.map((name) => words[name]), words.reliability],
    rows: groups.map((group) => [
      textCell(group.name),
      group.partName === null ? emptyCell : textCell(group.partName),
      ...groupCells(words, group),
      reliabilityCell(words, group),
    ]),
  }),
  distribution: distributionTable,
  scores: scoreTable,
};
