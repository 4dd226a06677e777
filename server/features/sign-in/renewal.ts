import { refuse } from '#domain/errors.ts';
import { chooseEnrolment } from '#domain/sign-in/enrolment.ts';
import { selectOptionalAccountById } from '#server/accounts/account.ts';
import { writeAuditEntry } from '#server/db/audit-entry.ts';
import type { Author, Transaction } from '#server/db/database.ts';
import type { SignedIn } from '#server/http/route.ts';
import type { Services } from '#server/services.ts';
import { selectEnrolments } from './enrolments.ts';
import { isOnlyCounted } from './sign-in-days.ts';
import { issueToken, prolongSignIn } from './sign-ins.ts';

/**
 * Whether the log needs no entry that a sign-in switches enrolments now: entries stay forever, so one a minute is
 * enough, and none of a sign-in that is only counted.
 */
async function isSwitchNoted(tx: Transaction, userId: number, signInId: string): Promise<boolean> {
  if (await isOnlyCounted(tx, userId, signInId)) return true;
  const noted = await tx`select from audit_log where entity = 'sign_ins' and entity_id = ${signInId}
    and action = 'enrolmentSwitched' and at > now() - interval '1 minute' limit 1`;
  return noted.count > 0;
}

/** Issues a new token and extends the sign-in. Naming an enrolment switches to it, except during an official exam. */
export async function renew(
  services: Services,
  { actor, signInId, sitting }: SignedIn,
  pkStudent: number | undefined,
  author: Author,
): Promise<{ accessToken: string }> {
  return services.database.transaction(author, async (tx) => {
    const account = await selectOptionalAccountById(tx, actor.userId);
    if (!account) refuse('auth.expired');
    const enrolments = await selectEnrolments(tx, account.email);
    const chosen = chooseEnrolment(enrolments, pkStudent ?? actor.studentId);
    const switches = pkStudent !== undefined && chosen?.id !== actor.studentId;
    if (switches && sitting) refuse('auth.examRunning');
    const [before] = await tx<{ studentId: number | null }[]>`
      select student_id as "studentId" from sign_ins where id = ${signInId} for update`;
    const signIn = await prolongSignIn(services, tx, signInId, chosen?.id);
    if (!signIn) refuse('auth.expired');
    const isSwitched = before !== undefined && before.studentId !== (chosen?.id ?? null);
    if (isSwitched && !(await isSwitchNoted(tx, actor.userId, signInId)))
      await writeAuditEntry(tx, { action: 'enrolmentSwitched', entity: 'sign_ins', entityId: signInId });
    return { accessToken: await issueToken(services, account, chosen, signIn) };
  });
}
