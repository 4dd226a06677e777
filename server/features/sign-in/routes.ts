import { isIP } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendPasswordLink as resetLink } from '#contract/accounts.ts';
import * as calls from '#contract/auth.ts';
import { dayPasswordPlaces, makeDayPasswords } from '#contract/day-passwords.ts';
import * as importCalls from '#contract/student-imports.ts';
import { refuse } from '#domain/errors.ts';
import { networkOf } from '#domain/network/network.ts';
import { selectOptionalAccountById } from '#server/accounts/account.ts';
import { saveLanguage } from '#server/accounts/own-language.ts';
import { LineFull, type RoundRobin, roundRobin } from '#server/concurrency.ts';
import { writeAuditEntry } from '#server/db/audit-entry.ts';
import type { Author } from '#server/db/database.ts';
import { maySimulate } from '#server/exams/simulation.ts';
import { type Route, route, type SignedIn } from '#server/http/route.ts';
import { linkBase } from '#server/mail/link-base.ts';
import type { Services } from '#server/services.ts';
import { printDayPasswords, selectPlaces } from './day-passwords.ts';
import { profileOf, selectEnrolments, selectStorageKey } from './enrolments.ts';
import { sendPasswordLink } from './forgotten-password.ts';
import { hostileNetworks } from './hostile-networks.ts';
import { accountsOfImport, makeImportPasswords } from './import-passwords.ts';
import { login } from './login.ts';
import { makeOneTimePassword } from './one-time-password.ts';
import { openPasswordQueue } from './password-queue.ts';
import { choosePassword } from './passwords.ts';
import { renew } from './renewal.ts';
import { sendResetLink } from './reset-link.ts';
import { delayResponses } from './response-delays.ts';
import { isOnlyCounted } from './sign-in-days.ts';

/** The network of the client; an invalid address from a proxy counts as no address. */
function networkOfRequest(request: FastifyRequest): string {
  const [address = ''] = request.ip.split('%');
  return isIP(address) ? networkOf(address) : '0.0.0.0';
}

/** Aborts when the client disconnects before the response. */
function abortSignalOf({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) controller.abort();
  });
  return controller.signal;
}

async function logout({ database }: Services, { signInId, actor }: SignedIn, author: Author): Promise<void> {
  await database.transaction(author, async (tx) => {
    await tx`update sign_ins set revoked_at = now() where id = ${signInId} and revoked_at is null`;
    if (!(await isOnlyCounted(tx, actor.userId, signInId)))
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

/** Requested links that may wait; further requests are dropped. Any number can come, from anyone. */
const waitingLinks = { perKey: 200, total: 1000 } as const;

/**
 * Sends in the background: neither the timing nor the content of the response reveals whether the address exists. One
 * request at a time is handled, with networks taking turns.
 */
function forgotPassword(
  services: Services,
  links: RoundRobin,
  email: string,
  { request, author }: { readonly request: FastifyRequest; readonly author: Author },
): void {
  const base = linkBase(services.process, request);
  if (base === undefined) {
    request.log.warn('no link was sent: PUBLIC_URL is not set, and the request names another machine');
    return;
  }
  links(networkOfRequest(request), () => sendPasswordLink(services, email, base, author)).catch(
    (error: Error) => {
      if (error instanceof LineFull) request.log.warn('no link was sent: too many requests for links wait');
      else request.log.error({ err: error }, 'a link could not be sent');
    },
  );
}

/** Attempts whose account waits to be looked up: more than a university behind one address has at once. */
const waitingLookUps = { perKey: 6000, total: 20_000 } as const;

/** The calls for signing in and out, for passwords, and for what a sign-in allows. */
export function signInRoutes(services: Services): Route[] {
  const passwords = openPasswordQueue(services);
  const context = {
    services,
    passwords,
    slow: delayResponses(services.holdBack),
    hostile: hostileNetworks(),
    lookUps: roundRobin(waitingLookUps),
  };
  const links = roundRobin(waitingLinks);
  return [
    route(calls.login, ({ body, author, request, reply }) =>
      login(context, body, {
        author,
        network: networkOfRequest(request),
        arrivedAt: performance.now(),
        log: request.log,
        signal: abortSignalOf(reply),
      }),
    ),
    route(calls.logout, async ({ caller, author }) => void (await logout(services, caller, author))),
    route(calls.renewToken, ({ body, caller, author }) => renew(services, caller, body?.pkStudent, author)),
    route(calls.profile, ({ caller }) => profile(services, caller)),
    route(
      calls.saveLanguage,
      async ({ body, caller, author }) =>
        void (await saveLanguage(services, caller.actor.userId, body, author)),
    ),
    route(
      calls.forgotPassword,
      async ({ body, request, author }) =>
        void forgotPassword(services, links, body.email, { request, author }),
    ),
    route(
      calls.setPassword,
      async ({ body, author }) => void (await choosePassword(services, passwords, body, author)),
    ),
    route(calls.oneTimePassword, ({ params, caller, author }) =>
      makeOneTimePassword(services, passwords, caller.actor, params.id, author),
    ),
    route(dayPasswordPlaces, ({ query }) => selectPlaces(services.database.sql, query.examDate)),
    route(makeDayPasswords, ({ body, author }) => printDayPasswords(services, body, author)),
    route(resetLink, ({ params, caller, author, request }) =>
      sendResetLink(services, caller.actor, params.id, { request, author }),
    ),
    route(importCalls.importAccounts, ({ params, query }) =>
      accountsOfImport(services, { importId: params.id, ...query }),
    ),
    route(importCalls.importPasswords, ({ params, query, author }) =>
      makeImportPasswords(services, passwords, { importId: params.id, ...query }, author),
    ),
    route(calls.canSimulate, async ({ caller }) => ({
      canSimulate: await maySimulate(services, caller),
    })),
  ];
}
