import { keyDelaySeconds } from '#domain/exam-taking/key-opening.ts';
import { decisionMinutes } from '#domain/exam-taking/outage.ts';
import { graceSeconds } from '#domain/exam-taking/time.ts';
import type { Fragment, Queryable } from '#server/db/database.ts';
import { beatBeforeOutage, isUndecided } from './outage-conditions.ts';

/** SQL: until when an outage that no process has recorded yet will be decided; null at other times. */
const decideBy = (sql: Queryable): Fragment =>
  sql`(select now() + make_interval(mins => ${decisionMinutes}) from ${sql.unsafe(beatBeforeOutage)} gap)`;

/** SQL: until when the exams of the appointments `a` ran, grace included: an outage that began before can have interrupted one. */
const ranUntil = (sql: Queryable): Fragment =>
  sql`max(a.ends_at + make_interval(mins => a.extra_minutes, secs => ${graceSeconds}::int))`;

/**
 * When the last person who may get the questions of exam `e` in sitting `g` finishes: anyone who sits a custom exam
 * with one of its disciplines that day. Not before the decision on an outage that can have interrupted one of them. Templates are
 * reused until the session's last day ends, because seats are given until then. Null without an appointment.
 */
export const questionsUsedUntil = (sql: Queryable): Fragment => sql`
  (select extract(epoch from greatest(
            max(a.ends_at + make_interval(mins => a.extra_minutes)),
            (select max(o.deadline) from exams o where o.group_id = g.id and o.finished_at is null),
            -- Time may still be credited to those who sat when the server was away. Until then their late answers are refused;
            -- afterwards their browsers send them while the key stays closed a minute longer.
            (select max(case when ${sql.unsafe(isUndecided('o'))} then greatest(o.decide_by, ${decideBy(sql)})
                             else coalesce(o.decided_at, o.decide_by) end)
               from outages o where o.began_at < ${ranUntil(sql)}),
            (select ${decideBy(sql)} from ${sql.unsafe(beatBeforeOutage)} b where b.beat_at < ${ranUntil(sql)}),
            (select (s.end_date + 1)::timestamptz from exam_sessions s
              where s.id = g.exam_session_id and g.template_group_id is not null)))::float8 * 1000
     from appointments own
     join lateral (
       select own.custom_exam_id union
       select d.custom_exam_id from custom_exam_disciplines d where d.discipline_id in (
         select c.discipline_id from exam_questions x join question_versions v on v.id = x.question_version_id
           join questions q on q.id = v.question_id join chapters c on c.id = q.chapter_id
          where x.exam_id = e.id)) asking on true
     join appointments a on a.custom_exam_id = asking.custom_exam_id and a.exam_date = own.exam_date
    where own.id = g.appointment_id)`;

/** Whether the key of exam `e` in the official sitting `g` is still closed to takers (RESU-1). */
export const isKeyClosed = (sql: Queryable): Fragment => sql`
  (now() <= to_timestamp(${questionsUsedUntil(sql)} / 1000 + ${keyDelaySeconds}::int))`;
