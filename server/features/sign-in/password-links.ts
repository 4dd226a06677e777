import { createHash, randomBytes } from 'node:crypto';
import type { Queryable, Transaction } from '#server/db/database.ts';

const digest = (token: string) => createHash('sha256').update(token).digest();

export type PasswordLink = { readonly userId: number; readonly signInId: string | null };

/** Creates the token of a link and stores its hash. Using a link created by a sign-in keeps that sign-in active. */
export async function makePasswordLink(
  tx: Transaction,
  link: { userId: number; minutes: number; signInId?: string },
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await tx`insert into password_links (token_hash, user_id, expires_at, sign_in_id)
    values (${digest(token)}, ${link.userId}, now() + make_interval(mins => ${link.minutes}), ${link.signInId ?? null})`;
  return token;
}

/** Whether a token is still valid; cheap, so made-up tokens cost little. */
export async function isOpenLink(sql: Queryable, token: string): Promise<boolean> {
  const open =
    await sql`select from password_links where token_hash = ${digest(token)} and expires_at > now()`;
  return open.count > 0;
}

/** Consumes a token and returns its account; invalidates all other links of the account. */
export async function usePasswordLink(tx: Transaction, token: string): Promise<PasswordLink | undefined> {
  const [link] = await tx<PasswordLink[]>`
    delete from password_links where token_hash = ${digest(token)} and expires_at > now()
    returning user_id as "userId", sign_in_id as "signInId"`;
  if (link) await tx`delete from password_links where user_id = ${link.userId}`;
  return link;
}
