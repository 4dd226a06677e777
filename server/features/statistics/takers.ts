import type { Actor } from '#domain/access/actor.ts';
import { refuse } from '#domain/errors.ts';
import { areKeysClosedTo, statisticsScope } from '#server/scopes/exam-scope.ts';
import type { Services } from '#server/services.ts';
import { counted } from './cohort.ts';
import { familyIds } from './question-years.ts';

type Wanted =
  | { readonly examCustomId: number; readonly sessionId?: number | undefined }
  | { readonly pkDiscipline: number; readonly sessionId?: number | undefined }
  | { readonly sessionId: number }
  | { readonly questionId: number };

/**
 * Refuses statistics to staff who take one of the exams themselves, or one with the same questions, while its key is closed to
 * takers: figures tell which questions were asked, and scores what the viewer earned (RESU-1).
 */
export async function refuseToTakers(services: Services, actor: Actor, wanted: Wanted): Promise<void> {
  const { sql } = services.database;
  const examsOf = () => {
    if ('questionId' in wanted)
      return sql`${counted(sql, undefined)} and e.id in (
        select x.exam_id from exam_questions x join question_versions v on v.id = x.question_version_id
         where v.question_id in ${familyIds(sql, wanted.questionId)})`;
    if ('examCustomId' in wanted) return counted(sql, wanted.sessionId, wanted.examCustomId);
    if ('pkDiscipline' in wanted)
      return sql`${counted(sql, wanted.sessionId)} and e.part_id in (
        select part_id from custom_exam_disciplines where discipline_id = ${wanted.pkDiscipline})`;
    return sql`${counted(sql, wanted.sessionId)} and ${statisticsScope(sql, actor, sql`e.part_id`)}`;
  };
  if (await areKeysClosedTo(services, actor, examsOf)) refuse('statistics.takesSame');
}
