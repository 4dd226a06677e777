import type { PrintedPassword } from '#contract/student-imports.ts';
import type { Actor } from '#domain/access/actor.ts';
import { refuse } from '#domain/errors.ts';
import { passwordsPerSheet } from '#domain/imports/students/password-sheet.ts';
import { passwordKeeper } from '#domain/sign-in/account-roles.ts';
import { selectOptionalAccountById } from '#server/accounts/account.ts';
import type { Author, Fragment, Queryable } from '#server/db/database.ts';
import { canSendMail } from '#server/mail/mailer.ts';
import type { Services } from '#server/services.ts';
import type { PasswordQueue } from './password-queue.ts';
import { inventPassword, isLocal, storeOneTimePassword } from './passwords.ts';

/** Whether people lack a password, or have a one-time password that they have not used. */
type Lack = 'password' | 'use';

/**
 * The people that a student import of the actor wrote and whose password lacks something, once each. Students sign in
 * locally here; those whose password the directory keeps teach as well.
 */
const peopleOf = (
  sql: Queryable,
  { actor, importId, ldapForTeachers }: ImportOf & { readonly ldapForTeachers: boolean },
  lack: Lack,
): Fragment => sql`(
  select distinct on (u.id) u.id, u.invited_at, s.last_name, s.first_name, u.email::text as email, s.matricol,
         s.year, e.name as series, n.name as section
    from imports i join student_import_rows r on r.import_id = i.id and r.state = 'written'
    join students s on s.id = r.student_id join users u on u.id = s.user_id
    join series e on e.id = s.series_id join sections n on n.id = s.section_id
   where i.id = ${importId} and i.kind = 'students' and i.made_by = ${actor.userId}
     and ${lack === 'password' ? sql`u.password_hash is null` : sql`u.password_once`} and u.disabled_at is null
     and (u.is_admin or not ${ldapForTeachers}
          or not (u.is_teacher or exists (select from discipline_teachers t where t.email = u.email)))
   order by u.id, s.id)`;

type ImportOf = { readonly actor: Actor; readonly importId: number };

async function refuseUnknown(sql: Queryable, { actor, importId }: ImportOf): Promise<void> {
  const [found] = await sql`
    select from imports where id = ${importId} and kind = 'students' and made_by = ${actor.userId}`;
  if (!found) refuse('resource.notFound');
}

async function areStudentsLocal({ settings }: Services): Promise<boolean> {
  return passwordKeeper(['Studenti'], await settings.current()) === 'local';
}

/** How the people of an import sign in. */
export async function accountsOfImport(services: Services, of: ImportOf) {
  const { sql } = services.database;
  await refuseUnknown(sql, of);
  const { ldapForTeachers } = await services.settings.current();
  const [counted] = await sql<{ withoutPassword: number; invited: number; unused: number }[]>`
    select count(*) as "withoutPassword", count(invited_at) as invited,
           (select count(*) from ${peopleOf(sql, { ...of, ldapForTeachers }, 'use')} printed) as unused
      from ${peopleOf(sql, { ...of, ldapForTeachers }, 'password')} people`;
  return {
    areLocal: await areStudentsLocal(services),
    byMail: services.process.PUBLIC_URL !== undefined && (await canSendMail(services)),
    withoutPassword: counted?.withoutPassword ?? 0,
    invited: counted?.invited ?? 0,
    unused: counted?.unused ?? 0,
  };
}

type Next = Omit<PrintedPassword, 'password'> & { readonly id: number };

/** Sets a password unless the person got or used one meanwhile, or the directory keeps it. */
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
 * One-time passwords for a sheet of people, by name. Each is returned once and stored only as a hash. A sheet whose
 * response was lost is printed again with `unusedSheet`: new passwords for those who have not used theirs.
 */
export async function makeImportPasswords(
  services: Services,
  passwords: PasswordQueue,
  of: ImportOf & { readonly unusedSheet?: number | undefined },
  author: Author,
): Promise<{ passwords: PrintedPassword[]; left: number }> {
  const { sql } = services.database;
  await refuseUnknown(sql, of);
  const { ldapForTeachers } = await services.settings.current();
  const lack: Lack = of.unusedSheet === undefined ? 'password' : 'use';
  if (!(await areStudentsLocal(services))) refuse('auth.notLocal');
  const people = await sql<Next[]>`
    select id, concat_ws(' ', last_name, first_name) as name, email, matricol as "nrMatricol",
           concat_ws(', ', section, series) as place
      from ${peopleOf(sql, { ...of, ldapForTeachers }, lack)} people
     order by section, year, series, last_name collate "ro-x-icu", first_name collate "ro-x-icu", id
     offset ${(of.unusedSheet ?? 0) * passwordsPerSheet} limit ${passwordsPerSheet}`;
  const printed: PrintedPassword[] = [];
  for (const { id, ...person } of people) {
    const password = inventPassword();
    const hash = await passwords.hash(`account ${id}`, password);
    if (await storeHash(services, { id, hash, lack }, author)) printed.push({ ...person, password });
  }
  const [counted] = await sql<{ left: number }[]>`
    select count(*) as left from ${peopleOf(sql, { ...of, ldapForTeachers }, 'password')} people`;
  return { passwords: printed, left: counted?.left ?? 0 };
}
