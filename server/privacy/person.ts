import { refuse } from '#domain/errors.ts';
import { isLeft } from '#server/accounts/account-ties.ts';
import type { Fragment, Queryable } from '#server/db/database.ts';

/** One person: an account with all its enrolments, and the accounts left for it. */
export type Person = { readonly id: number; readonly email: string; readonly name: string };

export async function selectPersonById(sql: Queryable, id: number): Promise<Person> {
  const [person] = await sql<Person[]>`select id, email::text, name from users where id = ${id}`;
  return person ?? refuse('resource.notFound');
}

/** A person by address or id, as entered by an operator. */
export async function findPerson(sql: Queryable, text: string): Promise<Person | undefined> {
  const [person] = await sql<Person[]>`
    select id, email::text, name from users
     where email = ${text} or id = ${/^\d{1,9}$/.test(text) ? Number(text) : -1}`;
  return person;
}

/** SQL: the accounts of a person: the current one, and those left when an address was corrected. */
export const accountsOf = (sql: Queryable, userId: number): Fragment =>
  sql`(select u.id from users u where u.id = ${userId} or (u.left_for = ${userId} and ${isLeft(sql)}))`;

/** SQL: the enrolments of a person. */
export const enrolmentsOf = (sql: Queryable, userId: number): Fragment =>
  sql`(select s.id from students s where s.user_id = ${userId})`;

/** SQL: rows deleted since, as table and id: of the accounts, and of enrolments that exist or were deleted. */
const deletedRowsOf = (sql: Queryable, userId: number): Fragment => sql`
  select d.entity, d.entity_id from audit_log d
   where d.after is null and d.before ? 'user_id' and d.before ->> 'user_id' in (select o.id::text from ${accountsOf(sql, userId)} o)
  union all
  select d.entity, d.entity_id from audit_log d
   where d.after is null and d.before ? 'student_id' and d.before ->> 'student_id' in (
     select s.id::text from ${enrolmentsOf(sql, userId)} s
     union all select e.entity_id from audit_log e where e.entity = 'students' and e.after is null and e.before ? 'user_id'
       and e.before ->> 'user_id' in (select o.id::text from ${accountsOf(sql, userId)} o))`;

/** SQL: whether an entry about a role of staff names the person before or after the change, encrypted or not. */
const namesStaff = (sql: Queryable, userId: number): Fragment => sql`
  exists (select from users o cross join lateral (values (a.before), (a.after)) i (image)
           where o.id in ${accountsOf(sql, userId)}
             and coalesce(i.image -> 'email' ->> 'person', lower(i.image ->> 'email')) in (o.id::text, lower(o.email::text)))`;

/** SQL: the address under which a person is on the dean's list in an image of the setting, encrypted or not; null if on none. */
export const deanAddress = (sql: Queryable, userId: number, image: Fragment): Fragment => sql`
  (select min(o.email::text) from users o where o.id in ${accountsOf(sql, userId)}
     and (${image} -> 'value' -> 'addresses' @> jsonb_build_array(jsonb_build_object('person', o.id))
          or jsonb_typeof(${image} -> 'value') = 'string'
             and lower(o.email::text) = any(regexp_split_to_array(lower(${image} ->> 'value'), '[\\s,;]+'))))`;

/** SQL: entries of the log about the rows of a person, existing or deleted, as a condition on audit_log as a. */
export const entriesAbout = (sql: Queryable, userId: number): Fragment => sql`
  ((a.entity, a.entity_id) in (
    select 'users', o.id::text from ${accountsOf(sql, userId)} o
    union all select 'students', s.id::text from students s where s.user_id = ${userId}
    union all select 'appointments', p.id::text from appointments p where p.student_id in ${enrolmentsOf(sql, userId)}
    union all select 'waiting_places', w.id::text from waiting_places w where w.student_id in ${enrolmentsOf(sql, userId)}
    union all select 'day_passwords', d.id::text from day_passwords d where d.user_id in ${accountsOf(sql, userId)}
    union all select 'exam_groups', g.id::text from exam_groups g where g.user_id in ${accountsOf(sql, userId)}
    union all select 'exams', e.id::text from exams e where e.user_id in ${accountsOf(sql, userId)}
    union all select 'event_reasons', r.id::text from event_reasons r join exams e on e.id = r.exam_id
      where e.user_id in ${accountsOf(sql, userId)}
    union all select 'exam_contests', c.id::text from exam_contests c where c.student_id in ${enrolmentsOf(sql, userId)}
    union all select 'exam_contest_questions', q.id::text from exam_contest_questions q join exam_contests c on c.id = q.contest_id
      where c.student_id in ${enrolmentsOf(sql, userId)}
    union all select 'settlements', s.id::text from settlements s join exams e on e.id = s.exam_id
      where e.user_id in ${accountsOf(sql, userId)}
    union all select 'paper_entries', p.id::text from paper_entries p join exams e on e.id = p.exam_id
      where e.user_id in ${accountsOf(sql, userId)}
    union all select 'relatives', r.id::text from relatives r
      where r.user_id in ${accountsOf(sql, userId)} or r.student_id in ${enrolmentsOf(sql, userId)}
    union all ${deletedRowsOf(sql, userId)})
   or (a.entity in ('secretaries', 'discipline_teachers') and ${namesStaff(sql, userId)})
   or (a.entity = 'settings' and a.entity_id = 'deanEmails'
       and num_nonnulls(${deanAddress(sql, userId, sql`a.before`)}, ${deanAddress(sql, userId, sql`a.after`)}) > 0))`;
