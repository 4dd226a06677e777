import type { FastifyRequest } from 'fastify';
import type { Actor } from '#domain/access/actor.ts';
import { addressOf } from '#domain/access/addresses.ts';
import { refuse } from '#domain/errors.ts';
import { languageOf } from '#i18n/languages.ts';
import { setPasswordMail } from '#i18n/mail.ts';
import { selectOptionalAccountById } from '#server/accounts/account.ts';
import { deleteMailedLinks, openableAccount } from '#server/accounts/account-changes.ts';
import { transactionWithAttempts, writeAuditEntry } from '#server/db/audit-entry.ts';
import type { Author } from '#server/db/database.ts';
import { linkBase } from '#server/mail/link-base.ts';
import { canSendMail, MailFailure, sendMail } from '#server/mail/mailer.ts';
import { viewerOf } from '#server/scopes/viewer.ts';
import type { Services } from '#server/services.ts';
import { linkLife } from './forgotten-password.ts';
import { makePasswordLink } from './password-links.ts';
import { isLocal } from './passwords.ts';

/**
 * Sends the owner of an account a link for choosing a password, on behalf of staff who may change the
 * account.
 */
export async function sendResetLink(
  services: Services,
  actor: Actor,
  userId: number,
  { request, author }: { readonly request: FastifyRequest; readonly author: Author },
): Promise<{ email: string }> {
  const { account, token } = await transactionWithAttempts(services.database, author, async (tx) => {
    await openableAccount({ tx, services, viewer: await viewerOf(tx, actor) }, userId, 'passwordLink');
    const owner = await selectOptionalAccountById(tx, userId);
    if (!owner || !(await isLocal(services, owner))) refuse('auth.notLocal');
    if (owner.disabled) refuse('account.disabled');
    if (!(await canSendMail(services))) refuse('settings.mailMissing');
    if (linkBase(services.process, request) === undefined) refuse('account.noLinkAddress');
    await deleteMailedLinks(tx, userId);
    await writeAuditEntry(tx, { action: 'passwordLinkMade', entity: 'users', entityId: String(userId) });
    return { account: owner, token: await makePasswordLink(tx, { userId, minutes: linkLife }) };
  });
  const link = new URL(addressOf('Login', { setPassword: token }), linkBase(services.process, request)).href;
  const text = setPasswordMail(languageOf(account.language), { name: account.name, link, minutes: linkLife });
  try {
    await sendMail(services, { to: account.email, ...text });
  } catch (error) {
    if (!(error instanceof MailFailure)) throw error;
    refuse('settings.mailFailed', { reason: error.reason });
  }
  return { email: account.email };
}
