import { type Actor, isOf } from '#domain/access/actor.ts';
import { inScope, type Place } from '#domain/access/secretary-scope.ts';
import { refuse } from '#domain/errors.ts';
import { rolesOf } from '#domain/sign-in/standing.ts';
import { type Account, selectOptionalAccountById } from '#server/accounts/account.ts';
import type { Author, Queryable } from '#server/db/database.ts';
import { viewerOf } from '#server/scopes/viewer.ts';
import type { Services } from '#server/services.ts';
import { inventPassword, isLocal, storeOneTimePassword } from './passwords.ts';
import type { PasswordsInTurn } from './passwords-in-turn.ts';

function selectPlaces(sql: Queryable, email: string): Promise<Place[]> {
  return sql<Place[]>`
    select college_id as "collegeId", section_id as "sectionId", series_id as "seriesId", year
      from students where email = ${email}`;
}

/**
 * Whether the actor may hand out the password of an account: administrators of any, secretaries of students enrolled
 * within their scope who are nothing but students, so that nobody gains more rights than they have.
 */
async function mayHandOut(sql: Queryable, actor: Actor, account: Account): Promise<boolean> {
  if (isOf(actor, 'admin')) return true;
  if (rolesOf(account).some((role) => role !== 'Studenti')) return false;
  const [{ assignments }, places] = await Promise.all([
    viewerOf(sql, actor),
    selectPlaces(sql, account.email),
  ]);
  return places.some((place) => inScope(assignments, place));
}

/** Makes a one-time password for somebody's local account; it is told once and never kept in the clear. */
export async function makeOneTimePassword(
  services: Services,
  passwords: PasswordsInTurn,
  actor: Actor,
  userId: number,
  author: Author,
): Promise<{ email: string; password: string }> {
  const { database } = services;
  const account = await selectOptionalAccountById(database.sql, userId);
  if (!account || !(await mayHandOut(database.sql, actor, account))) refuse('resource.notFound');
  if (!(await isLocal(services, account))) refuse('auth.notLocal');
  const password = inventPassword();
  const passwordHash = await passwords.hash(`account ${userId}`, password);
  await database.transaction(author, (tx) => storeOneTimePassword(tx, userId, passwordHash));
  return { email: account.email, password };
}
