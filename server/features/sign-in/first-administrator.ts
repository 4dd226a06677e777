import { type Database, systemAuthor } from '#server/db/database.ts';
import { hashAtOnce } from '#server/hashing/password-hash.ts';
import { inventPassword } from './passwords.ts';

/**
 * Creates the administrator when no account exists and returns the one-time password to print. When several processes
 * start together, one creates it; undefined means that an account already exists.
 */
export async function ensureAdministrator(
  database: Database,
  email: string,
): Promise<{ email: string; password: string } | undefined> {
  const password = inventPassword();
  return database.transaction(systemAuthor, async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtext('first_administrator'))`;
    const [{ accounts } = { accounts: 0 }] = await tx<{ accounts: number }[]>`
      select count(*) as accounts from (select from users limit 1) one`;
    if (accounts > 0) return undefined;
    await tx`insert into users (email, name, is_admin, password_hash, password_once)
      values (${email}, 'Administrator', true, ${await hashAtOnce(password)}, true)`;
    return { email, password };
  });
}
