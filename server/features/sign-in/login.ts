import type { FastifyBaseLogger } from 'fastify';
import type { LoginData } from '#contract/auth.ts';
import { Refusal, refuse } from '#domain/errors.ts';
import { type PasswordSource, passwordSource, rolesOf } from '#domain/sign-in/account-roles.ts';
import { chooseEnrolment } from '#domain/sign-in/enrolment.ts';
import type { Account } from '#server/accounts/account.ts';
import { LineFull, type RoundRobin } from '#server/concurrency.ts';
import { nameChanges } from '#server/db/audit-entry.ts';
import type { Author, Fragment, Transaction } from '#server/db/database.ts';
import { passwordMatchesDirectory } from '#server/directory/directory.ts';
import type { Services } from '#server/services.ts';
import { isDayPassword, takeDayPassword } from './day-passwords.ts';
import { profileOf, selectEnrolments } from './enrolments.ts';
import { selectAccountWithEvidence } from './evidence.ts';
import { type Attempt, noteFailure } from './failures.ts';
import type { DatedEvidence, HostileNetworks } from './hostile-networks.ts';
import { makePasswordLink } from './password-links.ts';
import type { PasswordQueue } from './password-queue.ts';
import { hasNewHash, strengthenHash } from './rehashing.ts';
import type { ResponseDelays } from './response-delays.ts';
import { issueToken, openSignIn, ownerColumns } from './sign-ins.ts';
import { arrivalOf, makeTicket } from './ticket.ts';
import type { Arrival } from './turns.ts';

export type Credentials = {
  readonly email: string;
  readonly password: string;
  readonly pkStudent?: number | undefined;
  /** Keeps the queue position of a client that must retry. */
  readonly ticket?: string | undefined;
};

/** When to retry if too many accounts wait to be looked up. */
const fullLineSeconds = 5;
/** How long a password can be chosen after signing in with a one-time password, in minutes. */
const choosingTime = 60;

export type Visit = {
  readonly author: Author;
  readonly network: string;
  readonly arrivedAt: number;
  readonly log: FastifyBaseLogger;
  readonly signal: AbortSignal;
};

/** Where the password of an account is stored. An unknown address is checked like that of a student, whom most addresses belong to. */
async function passwordSourceOf(services: Services, account: Account | undefined): Promise<PasswordSource> {
  return passwordSource(account ? rolesOf(account) : ['Studenti'], await services.settings.current());
}

/**
 * SQL: the account if it still has the password that was checked. The lock makes a concurrent password change wait for
 * this sign-in and then end it.
 */
const unchanged = (tx: Transaction, { id, passwordHash }: Account): Fragment => tx`
  select ${ownerColumns(tx)} from users where id = ${id} and disabled_at is null
     and password_hash is not distinct from ${passwordHash} for share`;

/** Consumes a one-time password; false when another sign-in was faster. */
async function takeOneTimePassword(tx: Transaction, account: Account): Promise<boolean> {
  await nameChanges(tx, 'oneTimePasswordUsed');
  const used = await tx`update users set password_hash = null, password_once = false
    where id = ${account.id} and disabled_at is null and password_once and password_hash = ${account.passwordHash}`;
  return used.count === 1;
}

/** The dependencies of signing in. */
export type LoginContext = {
  readonly services: Services;
  readonly passwords: PasswordQueue;
  readonly slow: ResponseDelays;
  readonly hostile: HostileNetworks;
  /**
   * Looks up one account at a time, rotating over networks. 3,000 concurrent lookups would delay the first right
   * passwords.
   */
  readonly lookUps: RoundRobin;
};

/** An attempt with its queue position. */
function arrive(
  { process, tokens }: Services,
  { email, password, ticket }: Credentials,
  { network, arrivedAt, signal }: Visit,
  { now, ...evidence }: DatedEvidence,
): Arrival {
  const holder = { account: email.toLowerCase(), network, password };
  const place = (ticket === undefined ? undefined : arrivalOf(tokens, ticket, holder, now)) ?? now;
  return {
    account: holder.account,
    network,
    arrivedAt: place,
    evidence,
    answerBy: arrivedAt + process.SIGN_IN_WAIT_SECONDS * 1000,
    sendBack: (seconds) => new Refusal('auth.queued', { seconds, ticket: makeTicket(tokens, place, holder) }),
    signal,
  };
}

type AttemptHistory = {
  readonly account: Account | undefined;
  readonly source: PasswordSource;
  readonly evidence: DatedEvidence;
};

/** Loads the history of an attempt before its password is checked. */
async function loadHistory({ services, hostile }: LoginContext, attempt: Attempt): Promise<AttemptHistory> {
  const { account, evidence } = await selectAccountWithEvidence(services.database.sql, attempt);
  const source = await passwordSourceOf(services, account);
  hostile.note(attempt.address, evidence);
  return { account, source, evidence };
}

/** The result of a right password: the sign-in, or undefined when the account has changed since it was read. */
type CheckedAccount = { readonly account: Account; readonly opened: LoginData | undefined };

/** Checks the password and signs in with a right one, in one turn; undefined for a wrong one. */
async function takeTurn(
  { services, passwords }: LoginContext,
  { email, password, pkStudent }: Credentials,
  { account, source }: AttemptHistory,
  { author, network, log, arrival }: Visit & { readonly arrival: Arrival },
): Promise<CheckedAccount | undefined> {
  const attempt = { email, address: network };
  const once = source === 'local' && account?.passwordOnce === true;
  const enterAs = async (dayPassword?: string): Promise<CheckedAccount | undefined> =>
    account && {
      account,
      opened: await enter(services, { account, once, dayPassword, pkStudent, attempt, author }),
    };
  // A directory that is down must not delay users with a printed password.
  if (source === 'directory' && account && (await isDayPassword(services, account.id, password)))
    return enterAs(password);
  return source === 'local'
    ? passwords.check(arrival, { storedHash: account?.passwordHash ?? null, password }, () => enterAs())
    : passwords.checkInDirectory(
        arrival,
        () => passwordMatchesDirectory(services.process, email, password, log),
        () => enterAs(),
      );
}

/** Signs in with a right password; refuses wrong ones with a growing delay. */
export async function login(
  context: LoginContext,
  credentials: Credentials,
  visit: Visit,
): Promise<LoginData> {
  const { services, passwords, hostile, lookUps, slow } = context;
  const { author, network, arrivedAt, log } = visit;
  const { database } = services;
  const attempt: Attempt = { email: credentials.email, address: network };
  const refuseGuess = async () => {
    const guess = hostile.evidenceOf(network);
    if (!guess) return;
    const source = await passwordSourceOf(services, undefined);
    passwords.refuseIfTooLong(source, arrive(services, credentials, visit, guess));
  };
  await refuseGuess();
  const known = await lookUps(network, async () => {
    // Nobody waits for the response any more.
    if (visit.signal.aborted) refuse('auth.throttled', { seconds: 1 });
    // The network may have become hostile in the meantime.
    await refuseGuess();
    return loadHistory(context, attempt);
  }).catch((error: unknown) => {
    if (error instanceof LineFull) refuse('auth.throttled', { seconds: fullLineSeconds });
    throw error;
  });
  const arrival = arrive(services, credentials, visit, known.evidence);
  const entered = await takeTurn(context, credentials, known, { ...visit, arrival });
  if (entered) {
    const { account, opened } = entered;
    const isPermanent = known.source === 'local' && !account.passwordOnce;
    if (opened && isPermanent) strengthenHash(context, account, credentials.password, log);
    if (opened) return opened;
    if (await hasNewHash(database, account))
      return login(context, { ...credentials, ticket: undefined }, visit);
  }
  const failures = await noteFailure(database, author, attempt, known.account?.id);
  const { pair } = arrival.evidence;
  return slow.refuse(credentials.email, arrivedAt, failures, pair.known && pair.sitting);
}

type CheckedLogin = {
  readonly account: Account;
  /** Whether the password is a one-time password. */
  readonly once: boolean;
  /** The printed password of the day, if it was used. */
  readonly dayPassword: string | undefined;
  readonly pkStudent: number | undefined;
  readonly attempt: Attempt;
  readonly author: Author;
};

/** Opens the sign-in; undefined when the account has changed since its password was checked. */
async function enter(
  services: Services,
  { account, once, dayPassword, pkStudent, attempt, author }: CheckedLogin,
): Promise<LoginData | undefined> {
  const { database } = services;
  const enrolments = await selectEnrolments(database.sql, account.email);
  const chosen = chooseEnrolment(enrolments, pkStudent);
  return database.transaction({ ...author, actorId: account.id }, async (tx) => {
    if (once && !(await takeOneTimePassword(tx, account))) return undefined;
    if (dayPassword !== undefined) {
      const { count } = await unchanged(tx, account);
      if (count === 0 || !(await takeDayPassword(services, tx, account.id, dayPassword))) return undefined;
    }
    const signIn = await openSignIn(services, tx, {
      owner: once
        ? tx`select ${ownerColumns(tx)} from users where id = ${account.id}`
        : unchanged(tx, account),
      studentId: chosen?.id,
      attempt,
    });
    if (!signIn) return undefined;
    const { storageOwner, storageKey, ...opened } = signIn;
    const link = { userId: account.id, minutes: choosingTime, signInId: opened.id };
    return {
      ...profileOf(account.name, enrolments, chosen, { storageOwner, storageKey }),
      accessToken: await issueToken(services, account, chosen, opened),
      setPasswordToken: once ? await makePasswordLink(tx, link) : null,
    };
  });
}
