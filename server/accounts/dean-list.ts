import { addressesOf } from '#domain/settings.ts';
import type { Services } from '#server/services.ts';

/** The addresses of the dean's office in lower case: those of the environment and those an administrator set (ROLE-2). */
export async function deanList({
  process,
  settings,
}: Pick<Services, 'process' | 'settings'>): Promise<readonly string[]> {
  const listed = addressesOf((await settings.current()).deanEmails);
  return [...process.DEAN_EMAILS, ...listed].map((address) => address.toLowerCase());
}
