import { randomUUID } from 'node:crypto';
import { type CustomExamDraft, customExamOf, partsOf } from '#contract/custom-exam-draft.ts';
import type { ExamImpact, SamplePart } from '#contract/custom-exams.ts';
import type { Actor } from '#domain/access/actor.ts';
import { changesOf, redrawsPapers } from '#domain/custom-exams/changes.ts';
import { questionKindOf } from '#domain/question-bank/question-kind.ts';
import { freezesOfExams } from '#server/appointments/freezes.ts';
import { countServed } from '#server/appointments/templates.ts';
import { answerLimits } from '#server/bank/pools.ts';
import { loadDrawable, refuseUnservable } from '#server/exams/drawables.ts';
import { drawSitting } from '#server/exams/paper.ts';
import type { Services } from '#server/services.ts';
import { refuseWrongCohort, refuseWrongParts } from './checks.ts';
import { findWritable } from './saving.ts';

type Origin = {
  readonly versionId: number;
  readonly disciplineName: string;
  readonly chapter: string;
  readonly points: number;
};

/**
 * The outline of a paper drawn from a draft. Contains only chapter, kind and points, because secretaries may
 * not read questions.
 */
export async function sampleOf(
  services: Services,
  actor: Actor,
  draft: CustomExamDraft,
): Promise<SamplePart[]> {
  const { sql } = services.database;
  await refuseWrongCohort(sql, actor, draft);
  await refuseWrongParts(services, sql, actor, draft, partsOf(draft));
  const limits = answerLimits(await services.settings.current());
  const rows = partsOf(draft).flatMap((part, partId) =>
    part.disciplines.map(({ disciplineId, questions }) => ({
      partId,
      name: part.groupName ?? '',
      percentSimple: part.percentSimple ?? null,
      disciplineId,
      questions,
    })),
  );
  const sitting = await loadDrawable(
    sql,
    { name: draft.examName, minutes: draft.examDuration, rows },
    'exam',
  );
  refuseUnservable(sitting, limits);
  const drawn = drawSitting(sitting, limits, randomUUID());
  const versionIds = drawn.flatMap(({ questions }) => questions.map(({ versionId }) => versionId));
  const origins = await sql<Origin[]>`
    select v.id as "versionId", d.description as "disciplineName", c.code as chapter, v.points::float8 as points
      from question_versions v join questions q on q.id = v.question_id join chapters c on c.id = q.chapter_id
      join disciplines d on d.id = c.discipline_id where v.id = any(${versionIds}::int[])`;
  const byVersion = new Map(origins.map(({ versionId, ...origin }) => [versionId, origin]));
  return drawn.map((part) => {
    const questions = part.questions.map(({ versionId, kind }) => {
      const origin = byVersion.get(versionId);
      if (!origin) throw new Error(`version ${versionId} of a question belongs to no chapter`);
      return { ...origin, kind: questionKindOf(kind) };
    });
    return { name: part.name || (questions[0]?.disciplineName ?? ''), questions };
  });
}

const maxNamed = 50;

/** The effect of saving a draft on waiting papers. */
export async function impactOf(
  { database: { sql } }: Services,
  actor: Actor,
  id: number,
  draft: CustomExamDraft,
): Promise<ExamImpact> {
  const existing = await findWritable(sql, actor, id);
  const changes = changesOf(existing, customExamOf(draft));
  const freeze = (await freezesOfExams(sql, [id])).get(id);
  const waiting = redrawsPapers(changes)
    ? await sql<(ExamImpact['students'][number] & { readonly isPrinted: boolean })[]>`
        select g.printed_at is not null as "isPrinted", p.last_name || ' ' || p.first_name as "studentName", r.name as "examRoom",
               to_char(a.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "startsAt"
          from exam_groups g join appointments a on a.id = g.appointment_id join students p on p.id = a.student_id
          join rooms r on r.id = a.room_id
         where g.custom_exam_id = ${id} and g.kind = 'official' and g.started_at is null
         order by a.starts_at, p.last_name collate natural_ro, a.id`
    : [];
  const students = waiting.flatMap(({ isPrinted, ...student }) => (isPrinted ? [] : [student]));
  return {
    changes: [...changes],
    frozen: freeze ? { session: freeze.session, until: freeze.until } : null,
    papers: students.length,
    templates: redrawsPapers(changes) ? await countServed(sql, sql`t.custom_exam_id = ${id}`) : 0,
    printed: waiting.length - students.length,
    students: students.slice(0, maxNamed),
  };
}
