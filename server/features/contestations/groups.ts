import type { BodyOfCall, QueryOfCall } from '#contract/call.ts';
import type {
  ContestGroup,
  contestGroups,
  openCase as openCall,
  markRelative as relativeCall,
} from '#contract/contestation-desk.ts';
import type { Contest } from '#contract/contestations.ts';
import { type Actor, isOf } from '#domain/access/actor.ts';
import { problem, Refusal, refuse } from '#domain/errors.ts';
import { tickLetters } from '#domain/exam-taking/ticks.ts';
import { plainTextOf } from '#domain/question-bank/rich-text.ts';
import type { Author, Queryable } from '#server/db/database.ts';
import { allOf } from '#server/scopes/conditions.ts';
import {
  type ContestViewer,
  contestScope,
  contestViewer,
  resolvableQuestion,
} from '#server/scopes/contest-scope.ts';
import { isKeyHiddenFrom } from '#server/scopes/exam-scope.ts';
import { holdsDiscipline } from '#server/scopes/holders.ts';
import type { Services } from '#server/services.ts';
import { readContest } from './reading.ts';

type Row = Omit<ContestGroup, 'ticked' | 'text'> & {
  readonly ticked: number;
  readonly text: string | null;
  readonly answers: string[];
};

/**
 * The open questions a user may resolve, grouped by version and ticks (CONT-8). A technical complaint forms
 * its own group with all its questions, because it is decided as a whole; so does a case, because it has no
 * ticks.
 */
export async function pageOfGroups(
  sql: Queryable,
  viewer: ContestViewer,
  query: QueryOfCall<typeof contestGroups>,
): Promise<{ items: ContestGroup[]; total: number }> {
  const single = sql`
    select distinct case when k.type <> 'technical' then q.question_version_id end as version_id, k.exam_session_id as session_id,
           case when k.type = 'technical' then 0 else q.ticked end as ticked,
           case when k.type <> 'technical' then q.discipline_id end as discipline_id, k.id,
           case when k.type <> 'question' then k.id end as alone,
           p.last_name || ' ' || p.first_name as student, s.contest_resolve_end_date as until
      from exam_contest_questions q join exam_contests k on k.id = q.contest_id join exam_sessions s on s.id = k.exam_session_id
      left join students p on p.id = k.student_id
     where ${allOf(sql, [
       sql`q.accepted is null`,
       resolvableQuestion(sql, viewer),
       ...(query.sessionId ? [sql`k.exam_session_id = ${query.sessionId}`] : []),
       ...(query.pkDiscipline ? [sql`q.discipline_id = ${query.pkDiscipline}`] : []),
     ])}`;
  const waiting = sql`
    select o.version_id, o.session_id, o.ticked, min(o.discipline_id) as discipline_id, array_agg(o.id order by o.id) as contests,
           array_agg(o.student order by o.id) as students, min(o.until) as until
      from (${single}) o group by o.version_id, o.session_id, o.ticked, o.alone`;
  const [rows, [counted]] = await Promise.all([
    sql<Row[]>`
      select w.version_id as "versionId", v.question_id as "questionId", v.text, d.description as discipline,
             w.session_id as "sessionId", s.description as "examSession", w.ticked, w.contests, w.students, w.until as "resolveUntil",
             array(select o.text from answer_options o where o.question_version_id = w.version_id
                     and w.ticked & (1 << o.position) <> 0 order by o.position) as answers
        from (${waiting}) w join exam_sessions s on s.id = w.session_id
        left join question_versions v on v.id = w.version_id left join disciplines d on d.id = w.discipline_id
       order by w.until, cardinality(w.contests) desc, w.version_id nulls last, w.ticked, w.contests[1]
      offset ${query.skip} limit ${query.take}`,
    sql<{ total: number }[]>`select count(*)::int as total from (${waiting}) w`,
  ]);
  return {
    items: rows.map(({ ticked, answers, text, ...row }) => ({
      ...row,
      text: text === null ? null : plainTextOf(text),
      ticked: {
        letters: tickLetters(ticked),
        answers: answers.map((answer) => plainTextOf(answer)),
      },
    })),
    total: counted?.total ?? 0,
  };
}

/** Opens a question that was served in a session as a case, before anyone appeals. */
export async function openCase(
  services: Services,
  actor: Actor,
  author: Author,
  { versionId, sessionId, comment }: BodyOfCall<typeof openCall>,
): Promise<Contest> {
  const viewer = await contestViewer(services, actor);
  const id = await services.database.transaction(author, async (tx) => {
    const [question] = await tx<
      { disciplineId: number; resolveEnd: string; isOver: boolean; isServed: boolean }[]
    >`
      select c.discipline_id as "disciplineId", s.contest_resolve_end_date as "resolveEnd",
             now() > s.contest_resolve_end_date as "isOver",
             exists (select from exam_questions x join exams e on e.id = x.exam_id join exam_groups g on g.id = e.group_id
                       join appointments a on a.id = g.appointment_id
                      where x.question_version_id = v.id and a.exam_session_id = s.id and e.finished_at is not null) as "isServed"
        from question_versions v join questions b on b.id = v.question_id join chapters c on c.id = b.chapter_id, exam_sessions s
       where v.id = ${versionId} and s.id = ${sessionId}
         and ${isOf(actor, 'admin') ? tx`true` : holdsDiscipline(tx, actor, tx`c.discipline_id`)}`;
    if (!question) refuse('resource.notFound');
    if (!question.isServed) refuse('contestation.notServed');
    if (await isKeyHiddenFrom(services, actor, { versionId, sessionId }, tx))
      refuse('contestation.takesSame');
    if (!isOf(actor, 'admin')) {
      if (!viewer.teacherContests) refuse('contestation.adminsOnly');
      if (question.isOver) refuse('contestation.ended', { endedAt: question.resolveEnd });
    }
    const [made] = await tx<{ id: number }[]>`
      insert into exam_contests (type, exam_session_id, question_version_id, comment, filed_by)
      values ('case', ${sessionId}, ${versionId}, ${comment || null}, ${actor.userId}) returning id`;
    await tx`
      insert into exam_contest_questions (contest_id, position, question_version_id, discipline_id)
      values (${made?.id ?? 0}, 1, ${versionId}, ${question.disciplineId})`;
    return made?.id ?? 0;
  });
  return readContest(services, actor, id);
}

/** Marks the student of a contestation as a relative of the actor; a mark stays until an administrator takes it away, not their own. */
export async function markRelative(
  services: Services,
  actor: Actor,
  author: Author,
  id: number,
  { relative, userId }: BodyOfCall<typeof relativeCall>,
): Promise<undefined> {
  await services.database.transaction(author, async (tx) => {
    const [contest] = await tx<{ studentId: number }[]>`
      select k.student_id as "studentId" from exam_contests k
       where k.id = ${id} and k.student_id is not null and ${contestScope(tx, actor)}`;
    if (!contest) refuse('resource.notFound');
    const { studentId } = contest;
    if (relative)
      await tx`insert into relatives (user_id, student_id) values (${actor.userId}, ${studentId}) on conflict do nothing`;
    else {
      if (!isOf(actor, 'admin') || userId === actor.userId) refuse('contestation.relativeStays');
      if (userId === undefined)
        throw new Refusal('validation.failed', {}, [problem('userId', 'validation.required')]);
      const taken = await tx`
        delete from relatives r using students marked, students student
         where r.user_id = ${userId} and marked.id = r.student_id and student.id = ${studentId}
           and marked.user_id = student.user_id`;
      if (taken.count === 0) refuse('resource.notFound');
    }
  });
}
