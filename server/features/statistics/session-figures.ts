import type { ComparedGroup, SessionStatistics } from '#contract/session-statistics.ts';
import type { Actor } from '#domain/access/actor.ts';
import { groupBy } from '#domain/group-by.ts';
import type { CountedQuestion } from '#domain/statistics/answer-sheet.ts';
import { scorersByMode } from '#domain/statistics/cohort-scoring.ts';
import { type ComparedPaper, comparedPaper } from '#domain/statistics/compared-paper.ts';
import { distributionOfGrades, distributionOfShares } from '#domain/statistics/distribution.ts';
import {
  type ComparedExam,
  type GroupReliability,
  groupFigures,
  groupReliability,
  notComparable,
} from '#domain/statistics/group-figures.ts';
import type { Queryable } from '#server/db/database.ts';
import { type CohortExam, selectStudied } from '#server/exams/scoring.ts';
import { statisticsDisciplines } from '#server/scopes/exam-scope.ts';
import {
  disciplinesOfVersions,
  partsOfSession,
  type SessionPart,
  type VersionDisciplines,
} from './session-cohort.ts';

/** The figures of a part or of a discipline, by its id; names are read for each response. */
type FiguresById = ReadonlyMap<number, Omit<ComparedGroup, 'id' | 'partId' | 'name' | 'partName'>>;

export type SessionFigures = {
  readonly whole: Omit<SessionStatistics, 'sessionName' | 'fewest' | 'groups' | 'total'>;
  readonly byPart: FiguresById;
  readonly byDiscipline: FiguresById;
  /** The disciplines of the questions they rest on. */
  readonly versions: VersionDisciplines;
};

/** An exam or a discipline in it, with its grade if it was given for just these questions. */
type Paper = ComparedPaper & { readonly grade: number | undefined };

type Group = { readonly exams: ComparedExam[]; reliability: GroupReliability };

/** Answer sheets in memory at once; a session has tens of thousands. */
const sheetsAtOnce = 500;

/** The discipline of each version read so far. */
function knownDisciplines(sql: Queryable) {
  const known = new Map<number, number>();
  return async (exams: readonly CohortExam[]): Promise<VersionDisciplines> => {
    const missing = new Set<number>();
    for (const { questions } of exams)
      for (const { versionId } of questions) if (!known.has(versionId)) missing.add(versionId);
    if (missing.size > 0)
      for (const [id, disciplineId] of await disciplinesOfVersions(sql, missing)) known.set(id, disciplineId);
    return known;
  };
}

/** The exams of a part as they are compared, in whole and by discipline; their answer sheets are read some at a time. */
async function papersOfPart(
  sql: Queryable,
  { partId, isWhole, examIds, sittingIds }: SessionPart,
  held: ReadonlySet<number> | undefined,
  disciplinesOf: ReturnType<typeof knownDisciplines>,
  atOnce: number,
) {
  const numbers = new Map<number, number>();
  const numberOf = (versionId: number): number => {
    const number = numbers.get(versionId) ?? numbers.size;
    numbers.set(versionId, number);
    return number;
  };
  const scorerOf = scorersByMode();
  const sittingOf = new Map(examIds.map((id, index) => [id, sittingIds[index] ?? 0]));
  const sittings = new Set<number>();
  const exams: Paper[] = [];
  const byDiscipline = new Map<number, Paper[]>();
  for (let start = 0; start < examIds.length; start += atOnce) {
    const batch = await selectStudied(sql, sql`e.id = any(${examIds.slice(start, start + atOnce)}::int[])`);
    const disciplines = await disciplinesOf(batch);
    const disciplineOf = ({ versionId }: CountedQuestion) => disciplines.get(versionId) ?? 0;
    for (const { examId, grade, score, scoringMode, questions: all } of batch) {
      const exam = { partId, score, questions: all };
      const scorer = scorerOf(scoringMode);
      const seen = held && !isWhole ? all.filter((question) => held.has(disciplineOf(question))) : all;
      if (seen.length === 0) continue;
      sittings.add(sittingOf.get(examId) ?? 0);
      const whole = { ...comparedPaper(exam, seen, scorer, numberOf), grade };
      exams.push(whole);
      const asked = groupBy(seen, disciplineOf);
      for (const [id, questions] of asked) {
        if (held && !held.has(id)) continue;
        const isAll = questions.length === all.length;
        const paper = isAll
          ? whole
          : { ...comparedPaper(exam, questions, scorer, numberOf), grade: undefined };
        const papers = byDiscipline.get(id);
        if (papers) papers.push(paper);
        else byDiscipline.set(id, [paper]);
      }
    }
  }
  return { exams, byDiscipline, sittings };
}

const figuresOf = ({ exams, reliability }: Group) => ({ ...groupFigures(exams), ...reliability });

/**
 * The figures of a session over the exams the viewer may study, part by part: only the shares and grades of its exams stay in
 * memory.
 */
export async function sessionFigures(
  sql: Queryable,
  actor: Actor,
  sessionId: number,
  atOnce = sheetsAtOnce,
): Promise<SessionFigures> {
  const disciplines = await statisticsDisciplines(sql, actor);
  const held = disciplines && new Set(disciplines);
  const disciplinesOf = knownDisciplines(sql);
  const byPart = new Map<number, Group>();
  const byDiscipline = new Map<number, Group>();
  const sittings = new Set<number>();
  const all: ComparedExam[] = [];
  for (const part of await partsOfSession(sql, actor, sessionId)) {
    const found = await papersOfPart(sql, part, held, disciplinesOf, atOnce);
    // A grade belongs to the whole exam (ROLE-5).
    const compared = ({ share, grade }: Paper): ComparedExam => ({
      share,
      grade: part.isWhole ? grade : undefined,
    });
    for (const sitting of found.sittings) sittings.add(sitting);
    if (found.exams.length === 0) continue;
    const exams = found.exams.map(compared);
    for (const exam of exams) all.push(exam);
    byPart.set(part.partId, { exams, reliability: groupReliability(found.exams) });
    for (const [id, papers] of found.byDiscipline) {
      const group = byDiscipline.get(id);
      if (group) {
        for (const paper of papers) group.exams.push(compared(paper));
        group.reliability = notComparable;
      } else byDiscipline.set(id, { exams: papers.map(compared), reliability: groupReliability(papers) });
    }
  }
  const figures = (groups: ReadonlyMap<number, Group>): FiguresById =>
    new Map([...groups].map(([id, group]) => [id, figuresOf(group)]));
  return {
    whole: {
      sittings: sittings.size,
      ...groupFigures(all),
      distribution: distributionOfGrades(all.flatMap(({ grade }) => grade ?? [])),
      scores: distributionOfShares(all.map(({ share }) => share)),
    },
    byPart: figures(byPart),
    byDiscipline: figures(byDiscipline),
    versions: await disciplinesOf([]),
  };
}
