import type { Transaction } from '#server/db/database.ts';
import { demoPasswordHash } from './accounts.ts';

export type Account = {
  readonly email: string;
  readonly name: string;
  readonly language: 'ro' | 'en' | 'fr';
  readonly admin?: true;
  readonly teacher?: true;
};

/** Inserts one account per person, all with the demo's password. */
export async function insertUsers(tx: Transaction, accounts: readonly Account[]): Promise<void> {
  await tx`insert into users ${tx(
    accounts.map(({ email, name, language, admin = false, teacher = false }) => ({
      email,
      name,
      language,
      is_admin: admin,
      is_teacher: teacher,
      password_hash: demoPasswordHash,
    })),
  )}`;
}
