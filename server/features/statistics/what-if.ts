import type { BodyOfCall } from '#contract/call.ts';
import type { ChangedExam, WhatIfResult, whatIf as whatIfCall } from '#contract/statistics.ts';
import type { Actor } from '#domain/access/actor.ts';
import { passGrade } from '#domain/scoring/grade.ts';
import { scorersByMode } from '#domain/statistics/cohort-scoring.ts';
import { meanOf } from '#domain/statistics/moments.ts';
import { hasChanged } from '#domain/statistics/what-if.ts';
import type { Queryable } from '#server/db/database.ts';
import { mapInBatches } from '#server/jobs/batches.ts';
import { concernedSittings } from '#server/scopes/relatives.ts';
import { type CohortQuery, cohortOf } from './cohort.ts';

type WhatIfRequest = CohortQuery & Pick<BodyOfCall<typeof whatIfCall>, 'mode' | 'withoutQuestions'>;
type Person = Pick<ChangedExam, 'examId' | 'firstName' | 'lastName' | 'numarMatricol'>;

/**
 * Rescores a cohort in another mode or without questions, for comparison; writes nothing (RESU-6). Nobody sees what it would
 * give themselves or a relative (ROLE-5).
 */
export async function whatIf(
  sql: Queryable,
  actor: Actor,
  { mode, withoutQuestions = [], ...wanted }: WhatIfRequest,
): Promise<WhatIfResult> {
  const { exams: all, versions, isPartial } = await cohortOf(sql, actor, wanted);
  const concerned = new Set(
    (
      await sql<{ id: number }[]>`
        select e.id from exams e where e.group_id in (${concernedSittings(sql, actor.userId)})`
    ).map(({ id }) => id),
  );
  const exams = all.filter(({ examId }) => !concerned.has(examId));
  const without = new Set(withoutQuestions);
  const isExcluded = (versionId: number) => without.has(versions.get(versionId)?.questionId ?? 0);
  const people = await sql<Person[]>`
    select e.id as "examId", p.first_name as "firstName", p.last_name as "lastName", p.matricol as "numarMatricol"
      from exams e join exam_groups g on g.id = e.group_id join students p on p.id = g.student_id
     where e.id = any(${exams.map(({ examId }) => examId)}::int[])
     order by p.last_name collate "ro-x-icu", p.first_name collate "ro-x-icu", e.id`;
  const scorerOf = scorersByMode();
  const scores = new Map(
    await mapInBatches(exams, ({ examId, scoringMode, questions }) => {
      const before = scorerOf(scoringMode).score(questions);
      const after = scorerOf(mode ?? scoringMode).score(
        questions.filter(({ versionId }) => !isExcluded(versionId)),
      );
      return [examId, { before, after }] as const;
    }),
  );
  const changes = people.flatMap((person): ChangedExam[] => {
    const found = scores.get(person.examId);
    if (!found) return [];
    const { before, after } = found;
    return [
      {
        ...person,
        oldScore: before.score,
        newScore: after.score,
        // A grade belongs to the whole exam (ROLE-5).
        oldGrade: isPartial ? null : before.grade,
        newGrade: isPartial ? null : after.grade,
      },
    ];
  });
  const grades = (which: 'oldGrade' | 'newGrade') => changes.flatMap((exam) => exam[which] ?? []);
  const mean = (which: 'oldGrade' | 'newGrade') => meanOf(grades(which)) ?? null;
  const passed = (which: 'oldGrade' | 'newGrade') =>
    isPartial ? null : grades(which).filter((grade) => grade >= passGrade).length;
  return {
    mode: mode ?? null,
    isPartial,
    sittings: changes.length,
    leftOut: all.length - exams.length,
    changed: changes.filter(hasChanged).length,
    oldMean: mean('oldGrade'),
    newMean: mean('newGrade'),
    oldPassed: passed('oldGrade'),
    newPassed: passed('newGrade'),
    exams: changes,
  };
}
