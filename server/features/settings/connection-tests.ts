import { refuse } from '#domain/errors.ts';
import { languageOf } from '#i18n/languages.ts';
import { testMailText } from '#i18n/mail.ts';
import { selectOptionalAccountById } from '#server/accounts/account.ts';
import { directoryKnows } from '#server/directory/directory.ts';
import { canSendMail, MailFailure, sendMail } from '#server/mail/mailer.ts';
import type { Services } from '#server/services.ts';

/** Sends the caller a test message, which shows whether mail arrives and from which sender. */
export async function sendTestMail(services: Services, userId: number): Promise<{ to: string }> {
  const account = await selectOptionalAccountById(services.database.sql, userId);
  if (!account) refuse('auth.expired');
  if (!(await canSendMail(services))) refuse('settings.mailMissing');
  try {
    await sendMail(services, { to: account.email, ...testMailText(languageOf(account.language)) });
  } catch (error) {
    if (!(error instanceof MailFailure)) throw error;
    refuse('settings.mailFailed', { reason: error.reason });
  }
  return { to: account.email };
}

/** Looks up the caller's address in the directory, as a sign-in does first. */
export async function testDirectoryLookup(
  { process }: Services,
  address: string,
): Promise<{ address: string; known: boolean }> {
  if (!process.LDAP_URL) refuse('settings.directoryMissing');
  const outcome = await directoryKnows({ ...process, LDAP_URL: process.LDAP_URL }, address);
  if ('failed' in outcome) refuse('settings.directoryFailed', { reason: outcome.failed });
  return { address, known: outcome.known };
}
