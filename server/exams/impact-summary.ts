import { type ImpactSummary, maxListed } from '#contract/settlements.ts';
import { type Actor, isOfAny } from '#domain/access/actor.ts';
import type { Queryable } from '#server/db/database.ts';
import { wholeExamScope } from '#server/scopes/exam-scope.ts';
import { type ChangedExam, crossing, distributionOf, type Impact } from './regrading.ts';

const rounded = (points: number) => Math.round(points * 100) / 100;

/** A changed exam; without scores and grades for those who see only a part of it. */
function listed(exam: ChangedExam, isWhole: boolean): ImpactSummary['exams'][number] {
  const { userId: _, studentId: __, oldScore, newScore, oldGrade, newGrade, ...person } = exam;
  const hidden = { oldScore: null, newScore: null, oldGrade: null, newGrade: null };
  return {
    ...person,
    ...(isWhole ? { oldScore, newScore, oldGrade, newGrade } : hidden),
    difference: rounded(newScore - oldScore),
    crosses: crossing(exam) ?? null,
  };
}

/** An impact for those who see all its exams whole: the first changed ones, those that cross the pass grade before others, and all counts. */
export function wholeSummary(
  impact: Impact,
  isWhole: (examId: number) => boolean = () => true,
): ImpactSummary {
  const { reached, changed, nowPassing, nowFailing, bank, fingerprint } = impact;
  return {
    exams: impact.exams
      .toSorted((one, other) => Number(Boolean(crossing(other))) - Number(Boolean(crossing(one))))
      .slice(0, maxListed)
      .map((exam) => listed(exam, isWhole(exam.examId))),
    reached,
    changed,
    nowPassing,
    nowFailing,
    distribution: distributionOf(impact.grades.filter(({ examId }) => isWhole(examId))),
    bank: [...bank],
    fingerprint,
  };
}

/** An impact as an actor may read it: a holder of a part of an exam reads no score and no grade of the whole (ROLE-5). */
export async function impactSummary(sql: Queryable, actor: Actor, impact: Impact): Promise<ImpactSummary> {
  if (isOfAny(actor, ['admin', 'dean'])) return wholeSummary(impact);
  const rows = await sql<{ id: number }[]>`
    select e.id from exams e where e.id = any(${impact.grades.map(({ examId }) => examId)}::int[])
       and ${wholeExamScope(sql, { actor, assignments: [] }, sql`e.part_id`)}`;
  const whole = new Set(rows.map(({ id }) => id));
  return wholeSummary(impact, (examId) => whole.has(examId));
}
