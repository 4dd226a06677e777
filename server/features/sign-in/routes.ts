import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import * as calls from '#contract/auth.ts';
import { refuse } from '#domain/errors.ts';
import { selectOptionalAccountById } from '#server/accounts/account.ts';
import { writeAuditEntry } from '#server/db/audit-entry.ts';
import type { Author } from '#server/db/database.ts';
import { maySimulate } from '#server/exams/simulation.ts';
import { type Route, route, type SignedIn } from '#server/http/route.ts';
import { linkBase } from '#server/mail/link-base.ts';
import type { Services } from '#server/services.ts';
import { profileOf, selectEnrolments, selectStorageKey } from './enrolments.ts';
import { sendPasswordLink } from './forgotten-password.ts';
import { login } from './login.ts';
import { makeOneTimePassword } from './one-time-password.ts';
import { choosePassword } from './passwords.ts';
import { renew } from './renewal.ts';
import { slowAnswers } from './slow-answers.ts';

/** The network address of whoever asks; a proxy that makes one up is taken for no address at all. */
function addressOf(request: FastifyRequest): string {
  const [address = ''] = request.ip.split('%');
  return isIP(address) ? address : '0.0.0.0';
}

async function logout({ database }: Services, { signInId }: SignedIn, author: Author): Promise<void> {
  await database.transaction(author, async (tx) => {
    await tx`update sign_ins set revoked_at = now() where id = ${signInId} and revoked_at is null`;
    await writeAuditEntry(tx, { action: 'signOut', entity: 'sign_ins', entityId: signInId });
  });
}

async function profile({ database: { sql } }: Services, { actor }: SignedIn) {
  const account = await selectOptionalAccountById(sql, actor.userId);
  if (!account) refuse('auth.expired');
  const enrolments = await selectEnrolments(sql, account.email);
  return profileOf(
    account.name,
    enrolments,
    enrolments.find(({ id }) => id === actor.studentId),
    await selectStorageKey(sql, account.id),
  );
}

/** Starts sending and returns: neither the time of the answer nor its content tells whether the address exists. */
function forgotPassword(services: Services, email: string, request: FastifyRequest, author: Author): void {
  const base = linkBase(services.process, request);
  if (base === undefined) {
    request.log.warn('no link was sent: PUBLIC_URL is not set, and the request names another machine');
    return;
  }
  sendPasswordLink(services, email, base, author).catch((error: Error) => {
    request.log.error({ err: error }, 'a link could not be sent');
  });
}

/** The calls of signing in and out, of passwords, and of what a sign-in allows. */
export function signInRoutes(services: Services): Route[] {
  const slow = slowAnswers(services.holdBack);
  return [
    route(calls.login, ({ body, author, request }) =>
      login(services, slow, body, {
        author,
        address: addressOf(request),
        arrivedAt: performance.now(),
        log: request.log,
      }),
    ),
    route(calls.logout, async ({ caller, author }) => void (await logout(services, caller, author))),
    route(calls.renewToken, ({ body, caller, author }) => renew(services, caller, body.pkStudent, author)),
    route(calls.profile, ({ caller }) => profile(services, caller)),
    route(
      calls.forgotPassword,
      async ({ body, request, author }) => void forgotPassword(services, body.email, request, author),
    ),
    route(calls.setPassword, async ({ body, author }) => void (await choosePassword(services, body, author))),
    route(calls.oneTimePassword, ({ params, caller, author }) =>
      makeOneTimePassword(services, caller.actor, params.id, author),
    ),
    route(calls.canSimulate, async ({ caller }) => ({
      canSimulate: await maySimulate(services, caller.actor),
    })),
  ];
}
