import { refuse } from '#domain/errors.ts';
import { chooseEnrolment } from '#domain/sign-in/enrolment.ts';
import { selectOptionalAccountById } from '#server/accounts/account.ts';
import { writeAuditEntry } from '#server/db/audit-entry.ts';
import type { Author } from '#server/db/database.ts';
import type { SignedIn } from '#server/http/route.ts';
import type { Services } from '#server/services.ts';
import { selectEnrolments } from './enrolments.ts';
import { issueToken, prolongSignIn } from './sign-ins.ts';

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
    const signIn = await prolongSignIn(services, tx, signInId, chosen?.id);
    if (!signIn) refuse('auth.expired');
    if (chosen?.id !== actor.studentId) {
      await writeAuditEntry(tx, { action: 'enrolmentSwitched', entity: 'sign_ins', entityId: signInId });
    }
    return { accessToken: await issueToken(services, account, chosen, signIn) };
  });
}
