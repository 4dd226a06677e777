import type { BodyOfCall } from '#contract/call.ts';
import type { enterPaper as enterCall, PaperEntry } from '#contract/paper-entries.ts';
import type { Actor } from '#domain/access/actor.ts';
import { may } from '#domain/access/permissions.ts';
import { problem, Refusal, refuse } from '#domain/errors.ts';
import {
  differencesOf,
  discardRefusal,
  type EnteredWhen,
  paperEntryHours,
  paperRefusal,
} from '#domain/exam-taking/paper-entries.ts';
import { ticksArePossible } from '#domain/exam-taking/ticks.ts';
import { type KindLetter, questionKindOf } from '#domain/question-bank/question-kind.ts';
import { writeAuditEntry } from '#server/db/audit-entry.ts';
import type { Author, Queryable, Transaction } from '#server/db/database.ts';
import { computerAnswers, storePaper } from '#server/exams/paper-saves.ts';
import { isKeyClosed } from '#server/exams/questions-used-until.ts';
import { examScope } from '#server/scopes/exam-scope.ts';
import { isRelative } from '#server/scopes/relatives.ts';
import { viewerOf } from '#server/scopes/viewer.ts';
import type { Services } from '#server/services.ts';

type Head = Pick<PaperEntry, 'groupId' | 'examName' | 'studentName' | 'numarMatricol'> & {
  readonly annulled: boolean;
  readonly appointmentId: number;
  /** Whether the user is its student or marked the student as a relative. */
  readonly isConcerned: boolean;
} & EnteredWhen;
type ExamRow = {
  readonly examId: number;
  readonly name: string;
  readonly kinds: KindLetter[];
  readonly options: number[];
  /** Whether each question was answered at the computer. */
  readonly answered: boolean[];
  readonly isHandedIn: boolean;
};
type Entry = {
  readonly examId: number;
  readonly by: number;
  readonly ticks: number[];
  readonly cleared: number[];
};
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
           p.user_id = ${actor.userId} or ${isRelative(sql, actor.userId, sql`p.user_id`)} as "isConcerned",
           a.starts_at <= now() as "hasBegun", g.printed_at is not null as "isPrinted", s.contest_resolve_end_date < now() as "isOver",
           a.ends_at + make_interval(mins => a.extra_minutes) + make_interval(hours => ${paperEntryHours}) < now()
             and exists (select from exams e where e.group_id = g.id and not ${isKeyClosed(sql)}) as "isLateEntry"
      from exam_groups g join appointments a on a.id = g.appointment_id join students p on p.id = a.student_id
      join exam_sessions s on s.id = g.exam_session_id
     where g.id = ${groupId} and g.kind = 'official'
       and exists (select from exams e where e.group_id = g.id and ${examScope(sql, viewer, sql`e.part_id`)})`;
  if (!head) refuse('resource.notFound');
  const ids = (await sql<{ id: number }[]>`select id from exams where group_id = ${groupId}`).map(
    ({ id }) => id,
  );
  const exams = await sql<ExamRow[]>`
    select e.id as "examId", e.name, array_agg(q.kind::text order by q.position) as kinds,
           array_agg(cardinality(q.slots) order by q.position) as options,
           array_agg(coalesce(c.ticks, 0) <> 0 order by q.position) as answered,
           e.finish_cause is not distinct from 'student' as "isHandedIn"
      from exams e join exam_questions q on q.exam_id = e.id
      left join (${computerAnswers(sql, ids)}) c on c.exam_id = e.id and c.position = q.position
     where e.group_id = ${groupId} group by e.id order by e.position`;
  const entries = await sql<Entry[]>`
    select n.exam_id as "examId", n.entered_by as by, n.ticks, n.cleared from paper_entries n join exams e on e.id = n.exam_id
     where e.group_id = ${groupId}`;
  return { head, exams, entries };
}

function enteredExam(
  { examId, name, kinds, options, answered, isHandedIn }: ExamRow,
  entries: readonly Entry[],
  userId: number,
): PaperEntry['exams'][number] {
  const ofExam = entries.filter((entry) => entry.examId === examId);
  const own = ofExam.find(({ by }) => by === userId);
  const second = ofExam.find(({ by }) => by !== userId);
  return {
    examId,
    name,
    isHandedIn,
    questions: kinds.map((kind, index) => ({
      kind: questionKindOf(kind),
      options: options[index] ?? 0,
      isAnswered: answered[index] ?? false,
    })),
    own: own ? { ticks: own.ticks, cleared: own.cleared } : null,
    // Only the differences, never the other entry.
    isReadTwice: own !== undefined && second !== undefined,
    differences: own && second ? differencesOf(own, second) : [],
  };
}

/** Whether two people entered the same for every exam that was not handed in; what they agree on is stored. */
function isAgreed(exams: readonly ExamRow[], entries: readonly Entry[]): boolean {
  const open = exams.filter(({ isHandedIn }) => !isHandedIn);
  return (
    open.length > 0 &&
    open.every(({ examId }) => {
      const [one, other] = entries.filter((entry) => entry.examId === examId);
      return one !== undefined && other !== undefined && differencesOf(one, other).length === 0;
    })
  );
}

const refusalOf = (head: Head, actor: Actor, hasReason: boolean) =>
  paperRefusal(head, { mayEnterLate: may(actor, 'paper.enterLate'), hasReason });

/** Why the entries of a paper cannot be discarded. */
export const discardRefusalOf = ({ head, exams }: Pick<Paper, 'head' | 'exams'>) =>
  discardRefusal(
    head,
    exams.every(({ isHandedIn }) => isHandedIn),
  );

const entryFor = ({ head, exams, entries }: Paper, actor: Actor): PaperEntry => ({
  groupId: head.groupId,
  examName: head.examName,
  studentName: head.studentName,
  numarMatricol: head.numarMatricol,
  people: new Set(entries.map(({ by }) => by)).size,
  isStored: isAgreed(exams, entries),
  refusal: refusalOf(head, actor, false) ?? null,
  discardRefusal: discardRefusalOf({ head, exams }) ?? null,
  exams: exams.map((exam) => enteredExam(exam, entries, actor.userId)),
});

export const paperEntry = async (sql: Queryable, actor: Actor, groupId: number): Promise<PaperEntry> =>
  entryFor(await selectPaper(sql, actor, groupId), actor);

const isPossible = (ticks: number, isCleared: boolean, question: Parameters<typeof ticksArePossible>[0]) =>
  ticksArePossible(question, ticks) && !(isCleared && ticks !== 0);

/** Refuses impossible ticks; every exam that was not handed in must be entered completely, and no other. */
function checkTicks(exams: readonly ExamRow[], { exams: entered }: BodyOfCall<typeof enterCall>): void {
  const isOf = (exam: ExamRow) => entered.some(({ examId }) => examId === exam.examId);
  if (exams.some((exam) => exam.isHandedIn && isOf(exam)) || exams.every(({ isHandedIn }) => isHandedIn))
    refuse('paper.handedIn');
  const wrong = exams.flatMap(({ examId, kinds, options, isHandedIn }) => {
    if (isHandedIn) return [];
    const { ticks = [], cleared = [] } = entered.find((one) => one.examId === examId) ?? {};
    if (ticks.length !== kinds.length || cleared.some((number) => number > kinds.length))
      return [problem('exams', 'validation.required')];
    return kinds.flatMap((kind, index) =>
      isPossible(ticks[index] ?? 0, cleared.includes(index + 1), {
        kind: questionKindOf(kind),
        shown: options[index] ?? 0,
      })
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
 * The paper of a sitting, locked; refuses an annulled one, and a user who is the student or a relative. Once somebody else has
 * entered it, its exams are locked too: the next entry can end them, so none may end and no save arrive while it is read.
 */
export async function lockPaper(tx: Transaction, actor: Actor, groupId: number): Promise<Paper> {
  await tx`
    select from appointments where id = (select appointment_id from exam_groups where id = ${groupId}) for no key update`;
  await tx`
    select from exams where group_id = ${groupId} and exists (
      select from paper_entries p join exams o on o.id = p.exam_id
       where o.group_id = ${groupId} and p.entered_by <> ${actor.userId})
     order by id for no key update`;
  const paper = await selectPaper(tx, actor, groupId);
  if (paper.head.annulled) refuse('sitting.annulled');
  if (paper.head.isConcerned) refuse('paper.concerned');
  return paper;
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
    const { head, exams, entries } = await lockPaper(tx, actor, groupId);
    const refusal = refusalOf(head, actor, body.reason !== undefined);
    if (refusal) refuse(refusal);
    if (isAgreed(exams, entries)) refuse('paper.stored');
    const others = [...new Set(entries.flatMap(({ by }) => (by === actor.userId ? [] : [by])))];
    if (others.length > 1) refuse('paper.twoOthers');
    checkTicks(exams, body);
    for (const { examId, ticks, cleared } of body.exams)
      await tx`
        insert into paper_entries (exam_id, entered_by, ticks, cleared)
        values (${examId}, ${actor.userId}, ${ticks}::int[], ${cleared}::smallint[])
        on conflict on constraint paper_entries_once
          do update set ticks = excluded.ticks, cleared = excluded.cleared, entered_at = now()`;
    if (head.isLateEntry)
      await writeAuditEntry(tx, {
        action: 'paperEnteredLate',
        entity: 'exam_groups',
        entityId: String(groupId),
        after: { reason: body.reason ?? '' },
      });
    const now = await selectPaper(tx, actor, groupId);
    const [other] = others;
    if (other !== undefined && isAgreed(now.exams, now.entries))
      await storePaper(tx, groupId, body.exams, { by: other, with: actor.userId }, body.reason);
    return entryFor(now, actor);
  });
}
