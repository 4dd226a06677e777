import { addressOf } from '#domain/access/addresses.ts';
import { languageOf } from '#i18n/languages.ts';
import { invitationMail } from '#i18n/mail.ts';
import { type Account, accountColumns } from '#server/accounts/account.ts';
import { nameChanges } from '#server/db/audit-entry.ts';
import { systemAuthor } from '#server/db/database.ts';
import { type RepeatedJob, repeat } from '#server/jobs/repeat.ts';
import { canSendMail, MailFailure, sendMail } from '#server/mail/mailer.ts';
import type { Services } from '#server/services.ts';
import { makePasswordLink } from './password-links.ts';
import { isLocal } from './passwords.ts';

const linkDays = 7;
/** The batch size; the rest is sent in the next round. */
const batchSize = 100;

type InvitedAccount = { readonly account: Account; readonly token: string | undefined };

/**
 * Takes the next account that has not been invited and marks it. Concurrent processes take different accounts.
 * Accounts older than the lifetime of a link are skipped, so setting up a mail server late does not mail everyone; an
 * account counts as new again when its access was reset.
 */
async function inviteNext(services: Services, after: number): Promise<InvitedAccount | undefined> {
  return services.database.transaction(systemAuthor, async (tx) => {
    const [account] = await tx<Account[]>`
      select ${accountColumns(tx)} from users u
       where u.id > ${after} and invited_at is null and password_hash is null and disabled_at is null
         and (created_at > now() - make_interval(days => ${linkDays})
              or exists (select from audit_log a where a.entity = 'users' and a.entity_id = u.id::text
                            and a.action = 'accessReset' and a.at > now() - make_interval(days => ${linkDays})))
       order by id limit 1 for update of u skip locked`;
    if (!account) return undefined;
    const local = await isLocal(services, account);
    await nameChanges(tx, local ? 'invited' : 'update');
    await tx`update users set invited_at = now() where id = ${account.id}`;
    const link = { userId: account.id, minutes: linkDays * 24 * 60 };
    return { account, token: local ? await makePasswordLink(tx, link) : undefined };
  });
}

/** Marks an account as not invited, for a retry in the next round. */
async function putBack({ database }: Services, userId: number): Promise<void> {
  await database.transaction(systemAuthor, async (tx) => {
    await tx`delete from password_links where user_id = ${userId}`;
    await tx`update users set invited_at = null where id = ${userId}`;
  });
}

/**
 * Sends a link to every new local account and returns the number sent. An unreachable mail server ends the round. A
 * permanently rejected address is not retried, so it does not block the others.
 */
export async function sendInvitations(services: Services): Promise<number> {
  const base = services.process.PUBLIC_URL;
  if (base === undefined || !(await canSendMail(services))) return 0;
  let sent = 0;
  let last = 0;
  for (let taken = 0; taken < batchSize; taken += 1) {
    const next = await inviteNext(services, last);
    if (!next) break;
    const { id, name, email, language } = next.account;
    last = id;
    if (next.token === undefined) continue;
    const link = new URL(addressOf('Login', { setPassword: next.token }), base).href;
    const text = invitationMail(languageOf(language), { name, link, days: linkDays });
    try {
      await sendMail(services, { to: email, ...text });
      sent += 1;
    } catch (error) {
      if (error instanceof MailFailure && error.final) continue;
      await putBack(services, id);
      throw error;
    }
  }
  return sent;
}

/** Sends invitations twice a minute. Every process runs it; each account is invited by one process. */
export const invitations: RepeatedJob<Services> = {
  start: (services, log) =>
    repeat(30_000, log, async () => {
      const sent = await sendInvitations(services);
      if (sent > 0) log.info({ sent }, 'invitations sent');
    }),
};
