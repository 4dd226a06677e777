import { addressOf } from '#domain/access/addresses.ts';
import { languageOf } from '#i18n/languages.ts';
import { setPasswordMail } from '#i18n/mail.ts';
import { type Account, selectOptionalAccount } from '#server/accounts/account.ts';
import { writeAuditEntry } from '#server/db/audit-entry.ts';
import type { Author } from '#server/db/database.ts';
import { sendMail } from '#server/mail/mailer.ts';
import type { Services } from '#server/services.ts';
import { makePasswordLink } from './password-links.ts';
import { isLocal } from './passwords.ts';

/** How long a requested link is valid, in minutes. */
export const linkLife = 60;
/** The maximum number of unused links per account; more would only fill a mailbox. */
const maxLinks = 3;

/**
 * Creates a link for the account unless it has too many unused ones. Its address may have been corrected since it was
 * read: a link must not reach the old one.
 */
async function linkFor(services: Services, account: Account, author: Author): Promise<string | undefined> {
  return services.database.transaction({ ...author, actorId: account.id }, async (tx) => {
    const same = await tx`
      select from users where id = ${account.id} and email = ${account.email} and disabled_at is null for update`;
    if (same.count === 0) return undefined;
    const open = await tx`select from password_links where user_id = ${account.id} and expires_at > now()`;
    if (open.count >= maxLinks) return undefined;
    await writeAuditEntry(tx, { action: 'passwordLinkMade', entity: 'users', entityId: String(account.id) });
    return makePasswordLink(tx, { userId: account.id, minutes: linkLife });
  });
}

/** E-mails a link for choosing a password if the address has a local account. Runs in the background. */
export async function sendPasswordLink(
  services: Services,
  email: string,
  baseAddress: string,
  author: Author,
): Promise<void> {
  const account = await selectOptionalAccount(services.database.sql, email);
  if (!account || account.disabled || !(await isLocal(services, account))) return;
  const token = await linkFor(services, account, author);
  if (token === undefined) return;
  const link = new URL(addressOf('Login', { setPassword: token }), baseAddress).href;
  const text = setPasswordMail(languageOf(account.language), { name: account.name, link, minutes: linkLife });
  await sendMail(services, { to: account.email, ...text });
}
