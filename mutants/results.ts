import { inFile, type Mutant, one } from './mutant.ts';

const list = 'server/features/exam-results/students-exams-list.ts';
const exporting = 'server/features/exam-results/students-exams-export.ts';
const lists = ['server/features/exam-results/students-exams.api.test.ts'];
const books = ['server/features/exam-results/grade-book.api.test.ts'];

/** Mutants that show results to those who may not see them, or the wrong ones. */
export const resultMutants: readonly Mutant[] = [
  one(
    'results: a reopened exam runs longer than the key stays closed',
    ['server/features/exam-results/ending.api.test.ts'],
    inFile(
      'server/features/exam-results/reopening.ts',
      'least(a.ends_at + make_interval(mins => a.extra_minutes), coalesce(',
      'least(null, coalesce(',
    ),
  ),
  one(
    'results: the history shows the holder of a part the score of the whole exam',
    lists,
    inFile(
      'server/features/exam-results/sitting-details.ts',
      'score: positions || isHidden ? null : entry.score',
      'score: isHidden ? null : entry.score',
    ),
  ),
  one(
    'results: the order of the list reveals scores that are hidden',
    lists,
    inFile(
      list,
      `sql\`case when \${wholeExamScope(sql, viewer, sql\`cp.id\`)} then \${column} end\``,
      'column',
    ),
  ),
  one(
    'results: the grade book of a series has all series',
    books,
    inFile(exporting, 'examCustomId, sessionId, seriesId, sort:', 'examCustomId, sessionId, sort:'),
  ),
  one(
    'results: the grade book has annulled sittings',
    books,
    inFile(exporting, ".filter(({ state }) => state !== 'annulled')", ''),
  ),
  one(
    'results: a paper is entered after its key opened like any other',
    ['server/features/exam-results/late-papers.api.test.ts'],
    inFile(
      'domain/exam-taking/paper-entries.ts',
      '  if (!isLateEntry) return undefined;\n',
      '  if (!isLateEntry || isLateEntry) return undefined;\n',
    ),
  ),
  one(
    'results: entries of a paper are discarded that nobody could make again',
    ['server/features/exam-results/late-papers.api.test.ts'],
    inFile('server/features/exam-results/paper-discarding.ts', '    if (refusal) refuse(refusal);\n', ''),
  ),
  one(
    'results: the statistics of a session show a holder grades of exams they see in part',
    ['server/features/statistics/session-statistics.api.test.ts'],
    inFile('server/features/statistics/session-figures.ts', 'part.isWhole ? grade : undefined', 'grade'),
  ),
  one(
    'results: statistics are open to a holder whose own key is closed',
    ['server/features/statistics/takers.api.test.ts'],
    inFile(
      'server/features/statistics/takers.ts',
      '  return closed.count > 0;',
      '  return closed.count < 0;',
    ),
  ),
  one(
    'results: the statistics of a session keep the old discipline of a moved question',
    ['server/features/statistics/session-statistics.api.test.ts'],
    inFile('server/features/statistics/recent-results.ts', ' && (await holds(found.result))', ''),
  ),
  one(
    'results: the export of custom exams ignores the filters of the list',
    ['server/list-exports.api.test.ts'],
    inFile(
      'server/features/custom-exams/custom-exams-export.ts',
      '{ ...query, ...page }',
      "{ sort: 'id', desc: false, ...page }",
    ),
  ),
];
