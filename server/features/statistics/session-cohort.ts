import type { Actor } from '#domain/access/actor.ts';
import type { Queryable } from '#server/db/database.ts';
import { keysOf } from '#server/exams/item-statistics.ts';
import { type CohortExam, selectStudied } from '#server/exams/scoring.ts';
import { statisticsDisciplines, statisticsScope } from '#server/scopes/exam-scope.ts';
import { counted } from './cohort.ts';

/** An exam of a session with the questions the viewer may study, and whether these are all. */
export type SessionExam = CohortExam & { readonly partId: number; readonly isWhole: boolean };

type SessionCohort = {
  readonly exams: readonly SessionExam[];
  /** The discipline of each version. */
  readonly disciplineOf: ReadonlyMap<number, number>;
};

/** The finished exams of a session that the viewer may study, without annulled ones. */
export async function cohortOfSession(
  sql: Queryable,
  actor: Actor,
  sessionId: number,
): Promise<SessionCohort> {
  const all = await selectStudied(
    sql,
    sql`${counted(sql, sessionId)} and ${statisticsScope(sql, actor, sql`e.part_id`)}`,
  );
  const versionIds = [...(await keysOf(all)).keys()];
  const [studied, parts, disciplines] = await Promise.all([
    statisticsDisciplines(sql, actor),
    sql<{ id: number; partId: number }[]>`
      select id, part_id as "partId" from exams where id = any(${all.map(({ examId }) => examId)}::int[])`,
    sql<{ id: number; disciplineId: number }[]>`
      select v.id, c.discipline_id as "disciplineId" from question_versions v join questions q on q.id = v.question_id
        join chapters c on c.id = q.chapter_id where v.id = any(${versionIds}::int[])`,
  ]);
  const partOf = new Map(parts.map(({ id, partId }) => [id, partId]));
  const disciplineOf = new Map(disciplines.map(({ id, disciplineId }) => [id, disciplineId]));
  const own = studied && new Set(studied);
  const isSeen = (versionId: number) => !own || own.has(disciplineOf.get(versionId) ?? 0);
  return {
    disciplineOf,
    exams: all.flatMap((exam): SessionExam[] => {
      const partId = partOf.get(exam.examId);
      const questions = own ? exam.questions.filter(({ versionId }) => isSeen(versionId)) : exam.questions;
      if (partId === undefined || questions.length === 0) return [];
      return [{ ...exam, questions, partId, isWhole: questions.length === exam.questions.length }];
    }),
  };
}
