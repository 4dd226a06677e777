import type { ResponseOfCall } from '#contract/call.ts';
import type { importPasswords, PrintedPassword } from '#contract/student-imports.ts';
import { refuse } from '#domain/errors.ts';
import { passwordsPerSheet } from '#domain/imports/students/password-sheet.ts';
import { passwordSource } from '#domain/sign-in/account-roles.ts';
import { selectOptionalAccountById } from '#server/accounts/account.ts';
import type { Author, Fragment, Queryable } from '#server/db/database.ts';
import { canSendMail } from '#server/mail/mailer.ts';
import type { Services } from '#server/services.ts';
import type { PasswordQueue } from './password-queue.ts';
import { inventPassword, isLocal, storeOneTimePassword } from './passwords.ts';

/** Whether people lack a password, or have a one-time password that they have not used. */
type Lack = 'password' | 'use';
type ImportOf = { readonly importId: number };
type Sheet = ImportOf & { readonly unusedAfter?: number | undefined };

/** The people that a student import wrote, once each. */
const peopleOf = (sql: Queryable, { importId }: ImportOf, condition: Fragment): Fragment => sql`(
  select distinct on (u.id) u.id, u.invited_at, s.last_name, s.first_name, u.email::text as email, s.matricol,
         s.year, e.name as series, n.name as section
    from imports i join student_import_rows r on r.import_id = i.id and r.state = 'written'
    join students s on s.id = r.student_id join users u on u.id = s.user_id
    join series e on e.id = s.series_id join sections n on n.id = s.section_id
   where i.id = ${importId} and i.kind = 'students' and ${condition}
   order by u.id, s.id)`;

/**
 * Those whose password lacks something. Students sign in locally here; those whose password the directory keeps teach
 * as well.
 */
const peopleLacking = (
  sql: Queryable,
  of: ImportOf & { readonly ldapForTeachers: boolean },
  lack: Lack,
): Fragment =>
  peopleOf(
    sql,
    of,
    sql`${lack === 'password' ? sql`u.password_hash is null` : sql`u.password_once`} and u.disabled_at is null
      and (u.is_admin or not ${of.ldapForTeachers}
           or not (u.is_teacher or exists (select from discipline_teachers t where t.email = u.email)))`,
  );

const order = (sql: Queryable, row: Fragment): Fragment => sql`
  ${row}.section, ${row}.year, ${row}.series, ${row}.last_name collate "ro-x-icu", ${row}.first_name collate "ro-x-icu",
  ${row}.id`;

/**
 * The person after whom a sheet begins, for a join. Sheets continue after a person, not a count, so a sign-in skips nobody. After
 * a person who is gone they begin again.
 */
const previous = (sql: Queryable, of: Sheet): Fragment =>
  sql`${peopleOf(sql, of, sql`u.id = ${of.unusedAfter ?? 0}`)} previous`;
const follows = (sql: Queryable): Fragment =>
  sql`(previous.id is null or (${order(sql, sql`person`)}) > (${order(sql, sql`previous`)}))`;

async function refuseUnknown(sql: Queryable, { importId }: ImportOf): Promise<void> {
  const [found] = await sql`select from imports where id = ${importId} and kind = 'students'`;
  if (!found) refuse('resource.notFound');
}

async function areStudentsLocal({ settings }: Services): Promise<boolean> {
  return passwordSource(['Studenti'], await settings.current()) === 'local';
}

/** How the people of an import sign in. */
export async function accountsOfImport(services: Services, of: Sheet) {
  const { sql } = services.database;
  await refuseUnknown(sql, of);
  const { ldapForTeachers } = await services.settings.current();
  const people = (lack: Lack) => peopleLacking(sql, { ...of, ldapForTeachers }, lack);
  const [[missing], [printed]] = await Promise.all([
    sql<{ withoutPassword: number; invited: number }[]>`
      select count(*) as "withoutPassword", count(invited_at) as invited from ${people('password')} people`,
    sql<{ unused: number; unusedNext: number }[]>`
      select count(*) as unused, count(*) filter (where ${follows(sql)}) as "unusedNext"
        from ${people('use')} person left join ${previous(sql, of)} on true`,
  ]);
  return {
    areLocal: await areStudentsLocal(services),
    byMail: services.process.PUBLIC_URL !== undefined && (await canSendMail(services)),
    withoutPassword: missing?.withoutPassword ?? 0,
    invited: missing?.invited ?? 0,
    unused: printed?.unused ?? 0,
    unusedNext: printed?.unusedNext ?? 0,
  };
}

type Next = Omit<PrintedPassword, 'password'> & { readonly id: number };

/** Sets a password unless the person has got or used one, or the directory keeps it. */
async function storeHash(
  services: Services,
  { id, hash, lack }: { readonly id: number; readonly hash: string; readonly lack: Lack },
  author: Author,
): Promise<boolean> {
  return services.database.transaction(author, async (tx) => {
    await tx`select from users where id = ${id} for update`;
    const account = await selectOptionalAccountById(tx, id);
    const isLacking = lack === 'password' ? account?.passwordHash === null : account?.passwordOnce;
    if (!account || account.disabled || !isLacking || !(await isLocal(services, account))) return false;
    await storeOneTimePassword(tx, id, hash);
    return true;
  });
}

/**
 * One-time passwords for a sheet of people, by name. Each is returned once and stored only as a hash. Sheets whose
 * response was lost are printed again with `unusedAfter`: new passwords for those who have not used theirs.
 */
export async function makeImportPasswords(
  services: Services,
  passwords: PasswordQueue,
  of: Sheet,
  author: Author,
): Promise<ResponseOfCall<typeof importPasswords>> {
  const { sql } = services.database;
  await refuseUnknown(sql, of);
  const { ldapForTeachers } = await services.settings.current();
  const lack: Lack = of.unusedAfter === undefined ? 'password' : 'use';
  if (!(await areStudentsLocal(services))) refuse('auth.notLocal');
  const people = await sql<Next[]>`
    select person.id, concat_ws(' ', person.last_name, person.first_name) as name, person.email,
           person.matricol as "nrMatricol", concat_ws(', ', person.section, person.series) as place
      from ${peopleLacking(sql, { ...of, ldapForTeachers }, lack)} person left join ${previous(sql, of)} on true
     where ${follows(sql)}
     order by ${order(sql, sql`person`)} limit ${passwordsPerSheet + 1}`;
  const sheet = people.slice(0, passwordsPerSheet);
  const printed: PrintedPassword[] = [];
  for (const { id, ...person } of sheet) {
    const password = inventPassword();
    const hash = await passwords.hash(`account ${id}`, password);
    if (await storeHash(services, { id, hash, lack }, author)) printed.push({ ...person, password });
  }
  const [counted] = await sql<{ left: number }[]>`
    select count(*) as left from ${peopleLacking(sql, { ...of, ldapForTeachers }, 'password')} people`;
  const last = sheet.at(-1);
  const next = lack === 'use' && people.length > sheet.length && last ? last.id : null;
  return { passwords: printed, left: counted?.left ?? 0, next };
}
