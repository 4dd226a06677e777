import type { ImpactPage, ImpactSummary } from '#contract/settlements.ts';
import { type Actor, isOfAny } from '#domain/access/actor.ts';
import { isCorrectAt } from '#domain/question-bank/answer-key.ts';
import { plainTextOf } from '#domain/question-bank/rich-text.ts';
import { shownContents } from '#server/bank/stored-content.ts';
import type { Queryable } from '#server/db/database.ts';
import { wholeExamScope } from '#server/scopes/exam-scope.ts';
import { type ChangedExam, crossing, distributionOf, type Impact } from './impact.ts';

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

/** The effect on the bank, with the answers that become correct. */
async function bankOf(sql: Queryable, bank: Impact['bank']): Promise<ImpactSummary['bank']> {
  if (bank.length === 0) return [];
  const contents = await shownContents(
    sql,
    bank.map(({ questionVersionId }) => questionVersionId),
  );
  return bank.map(({ key, ...one }) => ({
    ...one,
    correct: (contents.get(one.questionVersionId)?.answers ?? []).flatMap(({ text }, index) =>
      isCorrectAt(key, index) ? [{ number: index + 1, text: plainTextOf(text) }] : [],
    ),
  }));
}

/**
 * An impact for those who see all its exams whole: a page of the changed ones, those that cross the pass grade before others, and
 * all counts.
 */
export async function wholeSummary(
  sql: Queryable,
  impact: Impact,
  { skip, take }: Pick<ImpactPage, 'skip' | 'take'>,
  isWhole: (examId: number) => boolean = () => true,
): Promise<ImpactSummary> {
  const { reached, changed, nowPassing, nowFailing, bank, endedSince, fingerprint } = impact;
  return {
    exams: impact.exams
      .toSorted((one, other) => Number(Boolean(crossing(other))) - Number(Boolean(crossing(one))))
      .slice(skip, skip + take)
      .map((exam) => listed(exam, isWhole(exam.examId))),
    reached,
    changed,
    nowPassing,
    nowFailing,
    distribution: distributionOf(impact.grades.filter(({ examId }) => isWhole(examId))),
    bank: await bankOf(sql, bank),
    endedSince,
    fingerprint,
  };
}

/** An impact as an actor may read it: a holder of a part of an exam reads no score and no grade of the whole (ROLE-5). */
export async function impactSummary(
  sql: Queryable,
  actor: Actor,
  impact: Impact,
  page: ImpactPage,
): Promise<ImpactSummary> {
  if (isOfAny(actor, ['admin', 'dean'])) return wholeSummary(sql, impact, page);
  const rows = await sql<{ id: number }[]>`
    select e.id from exams e where e.id = any(${impact.grades.map(({ examId }) => examId)}::int[])
       and ${wholeExamScope(sql, { actor, assignments: [] }, sql`e.part_id`)}`;
  const whole = new Set(rows.map(({ id }) => id));
  return wholeSummary(sql, impact, page, (examId) => whole.has(examId));
}
