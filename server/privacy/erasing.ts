import type { Erasure } from '#contract/privacy.ts';
import { Refusal, refuse } from '#domain/errors.ts';
import { type ErasureFacts, erasureBlocker, pseudonymOf } from '#domain/privacy/erasure.ts';
import { deanList } from '#server/accounts/dean-list.ts';
import { nameChanges, writeAuditEntry } from '#server/db/audit-entry.ts';
import type { Author, Queryable, Transaction } from '#server/db/database.ts';
import { officialSittingsOf } from '#server/exams/sitting.ts';
import type { Services } from '#server/services.ts';
import { eraseImportRows, importRowsToErase, isStudentFileRead } from './import-rows.ts';
import { accountsOf, enrolmentsOf, entriesAbout, type Person, selectPersonById } from './person.ts';

type ErasureServices = Pick<Services, 'database' | 'settings' | 'process'>;

async function selectFacts(
  sql: Queryable,
  services: ErasureServices,
  person: Person,
  by: number | undefined,
): Promise<ErasureFacts> {
  const { identityRetentionDays } = await services.settings.current();
  const deans = await deanList(services);
  const [row] = await sql<Omit<ErasureFacts, 'name' | 'isSelf'>[]>`
    select u.erased_at is not null as "isErased",
           u.is_admin or u.is_teacher or lower(u.email::text) = any(${deans}::text[])
             or exists (select from discipline_teachers t where t.email = u.email)
             or exists (select from secretaries s where s.email = u.email) as "isStaff",
           ${officialSittingsOf(sql, sql`u.id`)} is not null as "isSitting",
           exists (select from appointments a where a.student_id in ${enrolmentsOf(sql, person.id)}
                      and a.annulled_at is null and a.ends_at > now()) as "hasAppointment",
           exists (select from imports i where ${isStudentFileRead(sql)}) as "isFileRead",
           (select to_char(nullif(greatest(max(k.until), now()), now()), 'YYYY-MM-DD') from (
              select greatest(e.finished_at + make_interval(days => ${identityRetentionDays}), s.contest_resolve_end_date) as until
                from exam_groups g join exams e on e.group_id = g.id left join exam_sessions s on s.id = g.exam_session_id
               where g.user_id = u.id and g.kind = 'official' and e.finished_at is not null) k) as "retainedUntil"
      from users u where u.id = ${person.id}`;
  if (!row) refuse('resource.notFound');
  return { ...row, name: person.name, isSelf: by === person.id };
}

type Counts = Pick<Erasure, 'readableEntries'> &
  Record<keyof Erasure['deleted'] | keyof Erasure['pseudonymised'], number>;

async function selectCounts(sql: Queryable, id: number): Promise<Counts> {
  const [counts] = await sql<Counts[]>`
    select (select count(*) from sign_ins where user_id in ${accountsOf(sql, id)})::int as "signIns",
           ((select count(*) from day_passwords where user_id in ${accountsOf(sql, id)})
             + (select count(*) from password_links where user_id in ${accountsOf(sql, id)})
             + (select count(*) from users where id in ${accountsOf(sql, id)} and password_hash is not null))::int as passwords,
           ((select count(*) from appointment_mails where user_id in ${accountsOf(sql, id)})
             + (select count(*) from contest_mails where user_id in ${accountsOf(sql, id)}))::int as mails,
           (select count(*) from ${importRowsToErase(sql, id)})::int as "importRows",
           (select count(*) from recordings r join exam_groups g on g.id = r.exam_group_id where g.user_id in ${accountsOf(sql, id)})::int as recordings,
           (select count(*) from waiting_places where student_id in ${enrolmentsOf(sql, id)})::int as "waitingPlaces",
           (select count(*) from exam_review_marks m join exams e on e.id = m.exam_id where e.user_id in ${accountsOf(sql, id)})::int as "reviewMarks",
           (select count(*) from students where user_id in ${accountsOf(sql, id)})::int as enrolments,
           (select count(*) from appointments where student_id in ${enrolmentsOf(sql, id)})::int as appointments,
           (select count(*) from exams where user_id in ${accountsOf(sql, id)})::int as exams,
           (select count(*) from audit_log a where ${entriesAbout(sql, id)})::int as "auditEntries",
           (select count(*) from audit_log a where ${entriesAbout(sql, id)} and exists (
              select from unnest(case a.entity when 'settings' then array['value'] else audit_personal_fields(a.entity) end) f,
                          lateral (values (a.before -> f), (a.after -> f)) v (value)
               where jsonb_typeof(v.value) = 'string' or v.value = 'true'))::int as "readableEntries"`;
  if (!counts) throw new Error('the data of a person could not be counted');
  return counts;
}

/** The effect of erasing a person; changes nothing. */
export async function previewErasure(
  services: ErasureServices,
  userId: number,
  by?: number,
): Promise<Erasure> {
  const { sql } = services.database;
  const person = await selectPersonById(sql, userId);
  const { enrolments, appointments, exams, auditEntries, readableEntries, ...deleted } = await selectCounts(
    sql,
    userId,
  );
  return {
    name: person.name,
    email: person.email,
    hindrance: erasureBlocker(await selectFacts(sql, services, person, by)) ?? null,
    deleted,
    pseudonymised: { enrolments, appointments, exams, auditEntries },
    readableEntries,
  };
}

async function deleteData(tx: Transaction, { id, email }: Person): Promise<void> {
  await eraseImportRows(tx, id);
  await tx`delete from password_links where user_id = ${id}`;
  await tx`delete from sign_ins where user_id = ${id}`;
  await tx`delete from last_sign_ins where user_id = ${id}`;
  await tx`delete from sign_in_days where user_id = ${id}`;
  await tx`delete from sign_in_failures where email = ${email}`;
  await tx`delete from sign_in_failure_hours where user_id = ${id}`;
  await tx`delete from day_passwords where user_id = ${id}`;
  await tx`delete from appointment_mails where user_id = ${id}`;
  await tx`delete from contest_mails where user_id = ${id}`;
  await tx`delete from relatives where user_id = ${id} or student_id in ${enrolmentsOf(tx, id)}`;
  await tx`delete from waiting_places where student_id in ${enrolmentsOf(tx, id)}`;
  await tx`delete from recordings where exam_group_id in (select id from exam_groups where user_id = ${id})`;
  await tx`delete from exam_review_marks where exam_id in (select id from exams where user_id = ${id})`;
}

/** Replaces a person's texts in contestations, the replies, and why staff ended or reopened their exams. */
async function eraseWords(tx: Transaction, id: number, mark: '?' | '–'): Promise<void> {
  const own = tx`select c.id from exam_contests c where c.student_id in ${enrolmentsOf(tx, id)}`;
  await tx`update exam_contests set comment = ${mark} where id in (${own}) and comment is not null`;
  await tx`update exam_contest_questions set comment = ${mark} where contest_id in (${own}) and comment is not null`;
  await tx`update exam_contest_questions set reply = ${mark} where contest_id in (${own}) and reply is not null`;
  await tx`update event_reasons set reason = ${mark} where exam_id in (select e.id from exams e where e.user_id = ${id})`;
}

/**
 * Replaces personal values by a pseudonym in the rows that exams refer to. This happens before the key is
 * replaced, because the log keeps the previous values. Rows with an encrypted value change once more
 * afterwards, because the check of the records must be able to read their newest entry.
 */
async function pseudonymise(tx: Transaction, id: number): Promise<void> {
  const { name, email } = pseudonymOf(id);
  await tx`update appointments set extra_reason = null, annulled_reason = case when annulled_at is not null then '?' end, needs_accessible = null
            where student_id in ${enrolmentsOf(tx, id)} and num_nonnulls(extra_reason, annulled_reason, needs_accessible) > 0`;
  await eraseWords(tx, id, '?');
  await tx`update students set first_name = '', last_name = '', cnp = '', phone_number = '', matricol = null, external_id = null,
                  group_number = null where user_id = ${id}`;
  await tx`update users set name = ${name}, email = ${email}, password_hash = null, password_once = false, invited_at = null,
                  disabled_at = coalesce(disabled_at, now()), storage_owner = gen_random_uuid(),
                  storage_key = gen_random_bytes(32), erased_at = now() where id = ${id}`;
  await tx`update users set audit_key = gen_random_bytes(32) where id = ${id}`;
  await tx`update students set last_name = ${name} where user_id = ${id}`;
  await tx`update appointments set annulled_reason = '–' where student_id in ${enrolmentsOf(tx, id)} and annulled_reason = '?'`;
  await eraseWords(tx, id, '–');
}

/** Tables whose rows follow an enrolment to another account without a change of their own. */
const followingTables = ['appointments', 'event_reasons', 'exam_contests', 'exam_contest_questions'] as const;

/**
 * Rows that followed an enrolment to the account of somebody else: their newest entry was encrypted under the key that is replaced.
 * They get one under the key of their owner, with which they are compared from now on.
 */
async function logFollowingRows(tx: Transaction, id: number): Promise<void> {
  // Few enrolments ever change accounts, and finding their rows reads all entries of four tables.
  const left = await tx`
    select from audit_log where entity = 'students' and before ->> 'user_id' = ${String(id)}
       and after ->> 'user_id' <> ${String(id)} limit 1`;
  if (left.count === 0) return;
  for (const table of followingTables)
    await tx.unsafe(
      `insert into audit_log (actor_id, request_id, action, entity, entity_id, before, after)
       select nullif(current_setting('app.actor', true), '')::integer, nullif(current_setting('app.request', true), ''),
              'personErased', '${table}', t.id::text, to_jsonb(t) - 'search', to_jsonb(t) - 'search'
         from ${table} t cross join lateral audit_newest_image('${table}', t.id::text, 9223372036854775807) n
        where t.id::text in (select a.entity_id from audit_log a where a.entity = '${table}'
                               and jsonb_path_exists(a.after, '$.*.person ? (@ == $id)', jsonb_build_object('id', $1::integer)))
          and jsonb_path_exists(n.after, '$.*.person ? (@ == $id)', jsonb_build_object('id', $1::integer))
          and audit_person('${table}', t.id::text, to_jsonb(t)) <> $1 order by t.id`,
      [id],
    );
}

/**
 * Erases a person in one transaction, or refuses. Exams, answers, scores and events stay under a pseudonym, and every seal
 * stays valid.
 */
export async function erasePerson(
  services: ErasureServices,
  { userId, email, by }: { readonly userId: number; readonly email: string; readonly by?: number },
  author: Author,
): Promise<void> {
  await services.database.transaction(author, async (tx) => {
    await tx`select from users where id = ${userId} for update`;
    const person = await selectPersonById(tx, userId);
    const blocker = erasureBlocker(await selectFacts(tx, services, person, by));
    if (blocker) throw new Refusal(blocker.error, blocker.params);
    if (email.toLowerCase() !== person.email.toLowerCase()) refuse('privacy.notConfirmed');
    const counts = await selectCounts(tx, userId);
    await nameChanges(tx, 'personErased');
    const accounts = await tx<Person[]>`
      select id, email::text, name from users where id in ${accountsOf(tx, userId)} order by id = ${userId} desc, id`;
    for (const account of accounts) {
      await deleteData(tx, account);
      await pseudonymise(tx, account.id);
      await logFollowingRows(tx, account.id);
    }
    await nameChanges(tx, '');
    await writeAuditEntry(tx, {
      action: 'personErased',
      entity: 'users',
      entityId: String(userId),
      after: counts,
    });
  });
}
