import { createHash, randomBytes } from 'node:crypto';
import type { Queryable, Transaction } from '#server/db/database.ts';

const digest = (token: string) => createHash('sha256').update(token).digest();

export type PasswordLink = { readonly userId: number; readonly signInId: string | null };

/** Makes the token of a link; only its hash is kept. A link of a sign-in leaves that sign-in alive when it is used. */
export async function makePasswordLink(
  tx: Transaction,
  link: { userId: number; minutes: number; signInId?: string },
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await tx`insert into password_links (token_hash, user_id, expires_at, sign_in_id)
    values (${digest(token)}, ${link.userId}, now() + make_interval(mins => ${link.minutes}), ${link.signInId ?? null})`;
  return token;
}

/** Whether a token can still be used; cheap, so that made-up ones cost nobody anything. */
export async function isOpenLink(sql: Queryable, token: string): Promise<boolean> {
  const open =
    await sql`select from password_links where token_hash = ${digest(token)} and expires_at > now()`;
  return open.count > 0;
}

/** Whose link a token is; it and every other link of the same account are dead afterwards. */
export async function usePasswordLink(tx: Transaction, token: string): Promise<PasswordLink | undefined> {
  const [link] = await tx<PasswordLink[]>`
    delete from password_links where token_hash = ${digest(token)} and expires_at > now()
    returning user_id as "userId", sign_in_id as "signInId"`;
  if (link) await tx`delete from password_links where user_id = ${link.userId}`;
  return link;
}
