import type { ComparedGroup, SessionStatistics, SessionTable } from '#contract/session-statistics.ts';
import type { ExamStatistics, QuestionYear, StatisticsTable } from '#contract/statistics.ts';
import { letterOf } from '#domain/exam-taking/ticks.ts';
import { isTooFew } from '#domain/statistics/group-figures.ts';
import { whyMissing } from '#domain/statistics/missing-figure.ts';
import { questionFigures } from '#domain/statistics/question-figures.ts';
import { isJudged } from '#domain/statistics/shown-figures.ts';
import { statistics as en } from '#i18n/en/statistics.ts';
import { statistics as fr } from '#i18n/fr/statistics.ts';
import { statistics as ro } from '#i18n/ro/statistics.ts';
import { type Cell, emptyCell, textCell } from '#server/spreadsheet/cell.ts';

export const labels = { ro, en, fr };
export const rounded = (value: number | null): Cell =>
  value === null ? emptyCell : { kind: 'number', number: Math.round(value * 1000) / 1000 };

type Words = (typeof labels)[keyof typeof labels];
export type Table = { readonly header: readonly string[]; readonly rows: readonly (readonly Cell[])[] };

const number = (value: number): Cell => ({ kind: 'number', number: value });
/** A count that may rest on too few exams, and then says so. */
const counted = (words: Words, value: number | undefined): Cell =>
  value === undefined ? textCell(words.tooFew) : number(value);

/** A figure of a question, or why it is missing. */
const figureCell = (words: Words, value: number | null, why: ReturnType<typeof whyMissing>): Cell =>
  value === null ? textCell(words[why]) : rounded(value);

/** The figures of each question, with its flags as text. */
const questionTable = (words: Words, { questions, fewest }: ExamStatistics): Table => ({
  header: [
    words.questionId,
    words.version,
    words.question,
    ...questionFigures.map((name) => words[name]),
    words.remarks,
  ],
  rows: questions.map((question) => [
    number(question.questionId),
    number(question.version),
    textCell(question.text),
    ...questionFigures.map((name) =>
      figureCell(words, question[name], name === 'seconds' ? 'tooFew' : whyMissing(question.served, fewest)),
    ),
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
      number(answer.shown),
      counted(words, answer.ticked ?? undefined),
      ...[answer.upper, answer.lower].flatMap((group) => [
        counted(words, group?.shown),
        counted(words, group?.ticked),
      ]),
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

/** The figures of the whole exam; on too few exams the judged ones say so. */
function figureTable(words: Words, statistics: ExamStatistics): Table {
  const areTooFew = statistics.sittings < statistics.fewest;
  const cells = examFigures.map((name) =>
    areTooFew && isJudged(name) && !(name === 'passRate' && statistics.isPartial)
      ? textCell(words.tooFew)
      : rounded(statistics[name]),
  );
  return {
    header: [words.sittings, ...examFigures.map((name) => words[name])],
    rows: [[number(statistics.sittings), ...cells]],
  };
}

const yearFigures = ['served', 'omitted', 'difficulty', 'discrimination', 'upperLower', 'exposure'] as const;

/** A question over the university years. */
export const yearTable = (words: Words, years: readonly QuestionYear[], fewest: number): Table => ({
  header: [words.year, words.questionId, ...yearFigures.map((name) => words[name])],
  rows: years.map((year) => [
    textCell(year.year),
    number(year.questionId),
    ...yearFigures.map((name) => figureCell(words, year[name], whyMissing(year.served, fewest))),
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

const groupFigures = ['exams', 'meanShare', 'meanGrade', 'passRate'] as const;

/** The figures of a group; those of too few exams say so. */
const groupCells = (
  words: Words,
  group: Pick<SessionStatistics, 'graded' | (typeof groupFigures)[number]>,
): Cell[] =>
  groupFigures.map((name) =>
    name !== 'exams' && isTooFew(group, name) ? textCell(words.tooFew) : rounded(group[name]),
  );

const reliabilityCell = (words: Words, { reliability, why }: ComparedGroup): Cell =>
  why === null ? rounded(reliability) : textCell(words[why]);

export const sessionTableOf: Record<SessionTable, (words: Words, statistics: SessionStatistics) => Table> = {
  figures: (words, statistics) => ({
    header: [words.sessionSittings, ...groupFigures.map((name) => words[name])],
    rows: [[number(statistics.sittings), ...groupCells(words, statistics)]],
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
