import type { QueryOfCall } from '#contract/call.ts';
import type {
  ComparedGroup,
  SessionStatistics,
  sessionStatistics as sessionStatisticsCall,
} from '#contract/session-statistics.ts';
import type { Actor } from '#domain/access/actor.ts';
import { refuse } from '#domain/errors.ts';
import { distributionOfGrades, distributionOfShares } from '#domain/statistics/distribution.ts';
import { type ComparedExam, groupFigures, groupReliability } from '#domain/statistics/group-figures.ts';
import { minServed } from '#domain/statistics/item-analysis.ts';
import type { Queryable } from '#server/db/database.ts';
import { measured } from '#server/exams/measured-exams.ts';
import type { CohortExam } from '#server/exams/scoring.ts';
import { cohortOfSession, type SessionExam } from './session-cohort.ts';
import { sortedPage } from './sorted-page.ts';

export type SessionQuery = { readonly sessionId: number } & Pick<
  QueryOfCall<typeof sessionStatisticsCall>,
  'of' | 'sort' | 'desc'
> & { readonly skip?: number; readonly take?: number };

type Group = Pick<ComparedGroup, 'id' | 'partId' | 'name' | 'partName'> & {
  readonly exams: readonly SessionExam[];
};

const noResponses: ReadonlySet<number> = new Set();

/** The exams of a group as they are compared, and their reliability. */
async function comparedExams(exams: readonly SessionExam[]) {
  const { scored } = await measured({
    exams,
    isPartial: exams.some(({ isWhole }) => !isWhole),
    versionIds: noResponses,
  });
  const compared = exams.map(({ isWhole, grade }, index): ComparedExam => {
    const { score = 0, maxPoints = 0 } = scored[index] ?? {};
    // A grade belongs to the whole exam (ROLE-5).
    return { share: maxPoints > 0 ? score / maxPoints : 0, grade: isWhole ? grade : undefined };
  });
  const papers = scored.map(({ items, earned }, index) => ({
    items,
    earned,
    partId: exams[index]?.partId ?? 0,
  }));
  return { compared, papers };
}

function gathered<T>(rows: readonly T[], keysOf: (row: T) => Iterable<number>): Map<number, T[]> {
  const groups = new Map<number, T[]>();
  for (const row of rows)
    for (const key of keysOf(row)) {
      const group = groups.get(key);
      if (group) group.push(row);
      else groups.set(key, [row]);
    }
  return groups;
}

async function groupsByExam(sql: Queryable, exams: readonly SessionExam[]): Promise<Group[]> {
  const byPart = gathered(exams, ({ partId }) => [partId]);
  const parts = await sql<{ id: number; partId: number; name: string; partName: string | null }[]>`
    select c.id, cp.id as "partId", c.name, nullif(coalesce(cp.group_name, (
             select d.description from custom_exam_disciplines asked join disciplines d on d.id = asked.discipline_id
              where asked.part_id = cp.id limit 1)), c.name) as "partName"
      from custom_exam_parts cp join custom_exams c on c.id = cp.custom_exam_id
     where cp.id = any(${[...byPart.keys()]}::int[]) order by c.name collate natural_ro, c.id, cp.position`;
  return parts.map((part) => ({ ...part, exams: byPart.get(part.partId) ?? [] }));
}

async function groupsByDiscipline(
  sql: Queryable,
  exams: readonly SessionExam[],
  disciplineOf: ReadonlyMap<number, number>,
): Promise<Group[]> {
  const ofQuestion = ({ versionId }: CohortExam['questions'][number]) => disciplineOf.get(versionId) ?? 0;
  const byDiscipline = gathered(exams, ({ questions }) => new Set(questions.map(ofQuestion)));
  const disciplines = await sql<{ id: number; name: string }[]>`
    select id, description as name from disciplines where id = any(${[...byDiscipline.keys()]}::int[])
     order by description collate natural_ro, id`;
  return disciplines.map(({ id, name }) => ({
    id,
    name,
    partId: null,
    partName: null,
    exams: (byDiscipline.get(id) ?? []).map((exam) => {
      const questions = exam.questions.filter((question) => ofQuestion(question) === id);
      return { ...exam, questions, isWhole: exam.isWhole && questions.length === exam.questions.length };
    }),
  }));
}

/**
 * The statistics of a session: its grades and scores as a whole, and its custom exams or disciplines side by side (RESU-5).
 * Exams of different kinds have no common reliability, so the session has none.
 */
export async function sessionStatistics(
  sql: Queryable,
  actor: Actor,
  { sessionId, of, sort = 'name', desc, ...paging }: SessionQuery,
): Promise<SessionStatistics> {
  const [session] = await sql<{ name: string }[]>`
    select description as name from exam_sessions where id = ${sessionId}`;
  if (!session) refuse('resource.notFound');
  const { exams, disciplineOf } = await cohortOfSession(sql, actor, sessionId);
  const measuredGroups = async (groups: readonly Group[]) => {
    const found: { readonly compared: readonly ComparedExam[]; readonly row: ComparedGroup }[] = [];
    for (const { exams: members, ...group } of groups) {
      const { compared, papers } = await comparedExams(members);
      found.push({ compared, row: { ...group, ...groupFigures(compared), ...groupReliability(papers) } });
    }
    return found;
  };
  const byExam = await measuredGroups(await groupsByExam(sql, exams));
  const all = byExam.flatMap(({ compared }) => compared);
  const shown =
    of === 'exams' ? byExam : await measuredGroups(await groupsByDiscipline(sql, exams, disciplineOf));
  const grades = all.flatMap(({ grade }) => grade ?? []);
  return {
    sessionName: session.name,
    fewest: minServed,
    ...groupFigures(all),
    distribution: distributionOfGrades(grades),
    scores: distributionOfShares(all.map(({ share }) => share)),
    groups: sortedPage(
      shown.map(({ row }) => row),
      (group) => group[sort],
      { desc, ...paging },
    ),
    total: shown.length,
  };
}
