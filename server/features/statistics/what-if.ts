import type { BodyOfCall } from '#contract/call.ts';
import type { ChangedExam, ChangedPage, WhatIfResult, whatIf as whatIfCall } from '#contract/statistics.ts';
import type { Actor } from '#domain/access/actor.ts';
import { passGrade } from '#domain/scoring/grade.ts';
import { scorersByMode } from '#domain/statistics/cohort-scoring.ts';
import { meanOf } from '#domain/statistics/moments.ts';
import { hasChanged, type Rescored } from '#domain/statistics/what-if.ts';
import type { Fragment, Queryable } from '#server/db/database.ts';
import { mapInBatches } from '#server/jobs/batches.ts';
import { concernedSittings } from '#server/scopes/relatives.ts';
import { type CohortQuery, cohortOf, fingerprintOf, keyOf, type Study, studyOf } from './cohort.ts';
import { recentResults } from './recent-results.ts';

type RescoreOptions = Pick<BodyOfCall<typeof whatIfCall>, 'mode' | 'withoutQuestions'>;
type Person = Pick<ChangedExam, 'examId' | 'firstName' | 'lastName' | 'numarMatricol'>;
type RescoredExam = Rescored & { readonly examId: number };

const byName = (sql: Queryable, direction: Fragment): Fragment =>
  sql`p.last_name collate "ro-x-icu" ${direction}, p.first_name collate "ro-x-icu" ${direction}, p.id, e.id`;

/** Exams with their students, sorted and paged in the database; without a page all, by name. */
async function withPeople(
  sql: Queryable,
  exams: readonly RescoredExam[],
  page: ChangedPage | undefined,
): Promise<ChangedExam[]> {
  const direction = page?.desc ? sql`desc` : sql`asc`;
  const sort = page?.sort ?? 'lastName';
  const key = sort === 'numarMatricol' ? sql`p.matricol collate natural_ro` : sql`x.figure`;
  const order =
    sort === 'lastName'
      ? byName(sql, direction)
      : sql`${key} ${direction} nulls last, ${byName(sql, sql`asc`)}`;
  const figures = exams.map((exam) =>
    sort === 'lastName' || sort === 'numarMatricol' ? 0 : (exam[sort] ?? 0),
  );
  const people = await sql<Person[]>`
    select e.id as "examId", p.first_name as "firstName", p.last_name as "lastName", p.matricol as "numarMatricol"
      from unnest(${exams.map(({ examId }) => examId)}::int[], ${figures}::float8[]) x (id, figure)
      join exams e on e.id = x.id join exam_groups g on g.id = e.group_id join students p on p.id = g.student_id
     order by ${order} ${page ? sql`offset ${page.skip} limit ${page.take}` : sql``}`;
  const byId = new Map(exams.map((exam) => [exam.examId, exam]));
  return people.flatMap((person) => {
    const exam = byId.get(person.examId);
    return exam ? [{ ...exam, ...person }] : [];
  });
}

/** All exams of a cohort scored again in another mode or without questions. */
async function rescoredCohort(sql: Queryable, study: Study, { mode, withoutQuestions }: RescoreOptions) {
  const { exams, versions, isPartial } = await cohortOf(sql, study);
  const without = new Set(withoutQuestions);
  const isExcluded = (versionId: number) => without.has(versions.get(versionId)?.questionId ?? 0);
  const scorerOf = scorersByMode();
  const rescored = await mapInBatches(exams, ({ examId, scoringMode, questions }): RescoredExam => {
    const before = scorerOf(scoringMode).score(questions);
    const after = scorerOf(mode ?? scoringMode).score(
      questions.filter(({ versionId }) => !isExcluded(versionId)),
    );
    return {
      examId,
      oldScore: before.score,
      newScore: after.score,
      // A grade belongs to the whole exam (ROLE-5).
      oldGrade: isPartial ? null : before.grade,
      newGrade: isPartial ? null : after.grade,
    };
  });
  return { isPartial, rescored };
}

/**
 * Rescores a cohort in another mode or without questions, for comparison; writes nothing (RESU-6). Nobody sees what it would
 * give themselves or a relative (ROLE-5). With a page only exams that change are listed.
 */
export function whatIf(sql: Queryable) {
  const recent = recentResults<Awaited<ReturnType<typeof rescoredCohort>>>();
  return async (
    actor: Actor,
    { mode, withoutQuestions = [], ...wanted }: CohortQuery & RescoreOptions,
    page?: ChangedPage,
  ): Promise<WhatIfResult> => {
    const study = await studyOf(sql, actor, wanted);
    const asked = { mode, withoutQuestions: withoutQuestions.toSorted((a, b) => a - b) };
    const { isPartial, rescored: all } = await recent(
      `${keyOf(study)} ${JSON.stringify(asked)}`,
      await fingerprintOf(sql, study),
      () => rescoredCohort(sql, study, asked),
    );
    const concerned = new Set(
      (
        await sql<{ id: number }[]>`
          select e.id from exams e where e.group_id in (${concernedSittings(sql, actor.userId)})`
      ).map(({ id }) => id),
    );
    const rescored = all.filter(({ examId }) => !concerned.has(examId));
    const changed = rescored.filter(hasChanged);
    const grades = (which: 'oldGrade' | 'newGrade') => rescored.flatMap((exam) => exam[which] ?? []);
    const mean = (which: 'oldGrade' | 'newGrade') => meanOf(grades(which)) ?? null;
    const passed = (which: 'oldGrade' | 'newGrade') =>
      isPartial ? null : grades(which).filter((grade) => grade >= passGrade).length;
    return {
      mode: mode ?? null,
      isPartial,
      sittings: rescored.length,
      leftOut: all.length - rescored.length,
      changed: changed.length,
      oldMean: mean('oldGrade'),
      newMean: mean('newGrade'),
      oldPassed: passed('oldGrade'),
      newPassed: passed('newGrade'),
      exams: await withPeople(sql, page ? changed : rescored, page),
    };
  };
}
