import { createHash } from 'node:crypto';
import { addressesOf } from '#domain/settings.ts';
import type { Services } from '#server/services.ts';

type Sources = Pick<Services, 'process' | 'settings'>;

/** What is stored of an address in DEAN_EMAILS. */
export const hashOfAddress = (address: string) => createHash('sha256').update(address).digest('hex');

/**
 * The addresses in DEAN_EMAILS in lower case. One whose account took an exam when it was added counts only after that
 * exam, when the account is reset: another role would end the sign-in that takes it.
 */
export async function environmentDeans({ process, settings }: Sources): Promise<readonly string[]> {
  const addresses = process.DEAN_EMAILS.map((address) => address.trim().toLowerCase());
  const waiting = await settings.waitingDeans();
  return waiting.size === 0 ? addresses : addresses.filter((address) => !waiting.has(hashOfAddress(address)));
}

/** The addresses of the dean's office in lower case: those of the environment and those an administrator set (ROLE-2). */
export async function deanList(sources: Sources): Promise<readonly string[]> {
  const listed = addressesOf((await sources.settings.current()).deanEmails);
  return [...(await environmentDeans(sources)), ...listed.map((address) => address.toLowerCase())];
}
