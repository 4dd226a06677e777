import type { BodyOfCall } from '#contract/call.ts';
import type { enterPaper as enterCall, PaperEntry } from '#contract/paper-entries.ts';
import type { Actor } from '#domain/access/actor.ts';
import { problem, Refusal, refuse } from '#domain/errors.ts';
import { canBeTicked, differencesOf } from '#domain/exam-taking/paper-entries.ts';
import { type KindLetter, questionKindOf } from '#domain/question-bank/question-kind.ts';
import type { Author, Queryable } from '#server/db/database.ts';
import { storePaper } from '#server/exams/paper-saves.ts';
import { examScope } from '#server/scopes/exam-scope.ts';
import { isRelative } from '#server/scopes/relatives.ts';
import { viewerOf } from '#server/scopes/viewer.ts';
import type { Services } from '#server/services.ts';

type Head = Pick<PaperEntry, 'groupId' | 'examName' | 'studentName' | 'numarMatricol'> & {
  readonly annulled: boolean;
  readonly appointmentId: number;
  /** Whether the user is its student or marked the student as a relative. */
  readonly isConcerned: boolean;
  readonly hasBegun: boolean;
  readonly isHandedIn: boolean;
};
type ExamRow = {
  readonly examId: number;
  readonly name: string;
  readonly kinds: KindLetter[];
  readonly options: number[];
  readonly isStored: boolean;
};
type Entry = { readonly examId: number; readonly by: number; readonly ticks: number[] };
type Paper = {
  readonly head: Head;
  readonly exams: readonly ExamRow[];
  readonly entries: readonly Entry[];
};

/** The drawn paper of an official sitting whose student is in the actor's scope, begun or not. */
async function selectPaper(sql: Queryable, actor: Actor, groupId: number): Promise<Paper> {
  const viewer = await viewerOf(sql, actor);
  const [head] = await sql<Head[]>`
    select g.id as "groupId", g.name as "examName", p.last_name || ' ' || p.first_name as "studentName",
           p.matricol as "numarMatricol", a.annulled_at is not null as annulled, a.id as "appointmentId",
           p.user_id = ${actor.userId} or ${isRelative(sql, actor.userId, sql`p.user_id`)} as "isConcerned", a.starts_at <= now() as "hasBegun",
           exists (select from exams e where e.group_id = g.id and e.finish_cause = 'student') as "isHandedIn"
      from exam_groups g join appointments a on a.id = g.appointment_id join students p on p.id = a.student_id
     where g.id = ${groupId} and g.kind = 'official'
       and exists (select from exams e where e.group_id = g.id and ${examScope(sql, viewer, sql`e.part_id`)})`;
  if (!head) refuse('resource.notFound');
  const exams = await sql<ExamRow[]>`
    select e.id as "examId", e.name, array_agg(q.kind::text order by q.position) as kinds,
           array_agg(cardinality(q.slots) order by q.position) as options,
           exists (select from exam_events v where v.exam_id = e.id and v.client ? 'paper') as "isStored"
      from exams e join exam_questions q on q.exam_id = e.id where e.group_id = ${groupId}
     group by e.id order by e.position`;
  const entries = await sql<Entry[]>`
    select n.exam_id as "examId", n.entered_by as by, n.ticks from paper_entries n join exams e on e.id = n.exam_id
     where e.group_id = ${groupId}`;
  return { head, exams, entries };
}

function entryFor({ head, exams, entries }: Paper, userId: number): PaperEntry {
  const { groupId, examName, studentName, numarMatricol } = head;
  return {
    groupId,
    examName,
    studentName,
    numarMatricol,
    people: new Set(entries.map(({ by }) => by)).size,
    isStored: exams.some(({ isStored }) => isStored),
    exams: exams.map(({ examId, name, kinds, options }) => {
      const own = entries.find((one) => one.examId === examId && one.by === userId)?.ticks ?? null;
      const second = entries.find((one) => one.examId === examId && one.by !== userId)?.ticks ?? null;
      return {
        examId,
        name,
        questions: kinds.map((kind, index) => ({
          kind: questionKindOf(kind),
          options: options[index] ?? 0,
        })),
        own,
        // Only the differences, never the other entry.
        isReadTwice: own !== null && second !== null,
        differences: own && second ? differencesOf(own, second) : [],
      };
    }),
  };
}

export const paperEntry = async (sql: Queryable, actor: Actor, groupId: number): Promise<PaperEntry> =>
  entryFor(await selectPaper(sql, actor, groupId), actor.userId);

/** Refuses impossible ticks; every exam of the sitting must be entered completely. */
function checkTicks(exams: readonly ExamRow[], { exams: entered }: BodyOfCall<typeof enterCall>): void {
  const wrong = exams.flatMap(({ examId, kinds, options }) => {
    const ticks = entered.find((one) => one.examId === examId)?.ticks ?? [];
    if (ticks.length !== kinds.length) return [problem('exams', 'validation.required')];
    return kinds.flatMap((kind, index) =>
      canBeTicked(ticks[index] ?? 0, { kind: questionKindOf(kind), options: options[index] ?? 0 })
        ? []
        : [problem(`exams.${examId}.${index + 1}`, 'paper.impossible')],
    );
  });
  if (new Set(entered.map(({ examId }) => examId)).size < entered.length) refuse('paper.examTwice');
  if (wrong.length > 0) throw new Refusal('validation.failed', {}, wrong.slice(0, 20));
  if (entered.some(({ examId }) => !exams.some((exam) => exam.examId === examId)))
    refuse('resource.notFound');
}

/**
 * Stores one person's entry of a paper. Once two entries match, the ticks become saves of the sitting with
 * both names, and its exams end.
 */
export async function enterPaper(
  services: Services,
  actor: Actor,
  author: Author,
  groupId: number,
  body: BodyOfCall<typeof enterCall>,
): Promise<PaperEntry> {
  const running = await services.database.sql<{ id: number }[]>`
    select id from exams where group_id = ${groupId}`;
  // Earlier saves in this process must be committed first.
  await Promise.all(running.map(({ id }) => services.exams.saver.settled(id)));
  return services.database.transaction(author, async (tx) => {
    await tx`
      select from appointments where id = (select appointment_id from exam_groups where id = ${groupId}) for no key update`;
    const { head, exams, entries } = await selectPaper(tx, actor, groupId);
    if (head.annulled) refuse('sitting.annulled');
    if (head.isConcerned) refuse('paper.concerned');
    if (!head.hasBegun) refuse('paper.tooEarly');
    if (head.isHandedIn) refuse('paper.handedIn');
    if (exams.some(({ isStored }) => isStored)) refuse('paper.stored');
    const others = [...new Set(entries.flatMap(({ by }) => (by === actor.userId ? [] : [by])))];
    if (others.length > 1) refuse('paper.twoOthers');
    checkTicks(exams, body);
    for (const { examId, ticks } of body.exams)
      await tx`
        insert into paper_entries (exam_id, entered_by, ticks) values (${examId}, ${actor.userId}, ${ticks}::int[])
        on conflict on constraint paper_entries_once do update set ticks = excluded.ticks, entered_at = now()`;
    const now = await selectPaper(tx, actor, groupId);
    const [other] = others;
    const result = entryFor(now, actor.userId);
    const isAgreed = result.exams.every((exam) => exam.isReadTwice && exam.differences.length === 0);
    if (!isAgreed || other === undefined) return result;
    await storePaper(tx, groupId, body.exams, { by: other, with: actor.userId });
    return entryFor(await selectPaper(tx, actor, groupId), actor.userId);
  });
}
