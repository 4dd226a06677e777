import type { FastifyBaseLogger } from 'fastify';
import type { LoginData } from '#contract/auth.ts';
import { Refusal } from '#domain/errors.ts';
import { chooseEnrolment } from '#domain/sign-in/enrolment.ts';
import { type PasswordKeeper, passwordKeeper, rolesOf } from '#domain/sign-in/standing.ts';
import { type Account, selectOptionalAccount } from '#server/accounts/account.ts';
import { nameChanges, writeAuditEntry } from '#server/db/audit-entry.ts';
import type { Author, Transaction } from '#server/db/database.ts';
import { passwordMatchesDirectory } from '#server/directory/directory.ts';
import type { Services } from '#server/services.ts';
import { profileOf, selectEnrolments, selectStorageKey } from './enrolments.ts';
import { selectEvidence } from './evidence.ts';
import { type Attempt, forgetFailures, noteFailure } from './failures.ts';
import type { DatedEvidence, HostileNetworks } from './hostile-networks.ts';
import { makePasswordLink } from './password-links.ts';
import type { PasswordsInTurn } from './passwords-in-turn.ts';
import { hasNewHash, strengthenHash } from './rehashing.ts';
import { issueToken, openSignIn } from './sign-ins.ts';
import type { SlowAnswers } from './slow-answers.ts';
import { arrivalOf, makeTicket } from './ticket.ts';
import type { Arrival } from './turns.ts';

export type Credentials = {
  readonly email: string;
  readonly password: string;
  readonly pkStudent?: number | undefined;
  /** Keeps the place of somebody who was told to come back. */
  readonly ticket?: string | undefined;
};

/** How long a password may be chosen after a one-time password opened the door, in minutes. */
const choosingTime = 60;

export type Visit = {
  readonly author: Author;
  readonly network: string;
  readonly arrivedAt: number;
  readonly log: FastifyBaseLogger;
  readonly signal: AbortSignal;
};

/** Who keeps the password of an account. An address without one is asked for where most passwords are kept. */
async function keeperOf(services: Services, account: Account | undefined): Promise<PasswordKeeper> {
  const settings = await services.settings.current();
  return passwordKeeper(account ? rolesOf(account) : ['Profesori', 'Studenti'], settings);
}

/**
 * Whether what the password was checked against still holds. The lock makes a password that is being changed wait
 * for this sign-in and then end it; a one-time password is used up here, so that two at once cannot both enter.
 */
async function stillHolds(tx: Transaction, account: Account, once: boolean): Promise<boolean> {
  if (!once) {
    const same = await tx`select from users where id = ${account.id} and disabled_at is null
      and password_hash is not distinct from ${account.passwordHash} for share`;
    return same.count === 1;
  }
  await nameChanges(tx, 'oneTimePasswordUsed');
  const used = await tx`update users set password_hash = null, password_once = false
    where id = ${account.id} and disabled_at is null and password_once and password_hash = ${account.passwordHash}`;
  return used.count === 1;
}

/** What signing in works with. */
export type SignInDesk = {
  readonly services: Services;
  readonly passwords: PasswordsInTurn;
  readonly slow: SlowAnswers;
  readonly hostile: HostileNetworks;
};

/** An attempt with the place in the queue that is due to it. */
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

async function passwordIsRight(
  { services, passwords }: SignInDesk,
  { email, password }: Credentials,
  account: Account | undefined,
  keeper: PasswordKeeper,
  { log, arrival }: { readonly log: FastifyBaseLogger; readonly arrival: Arrival },
): Promise<boolean> {
  return keeper === 'local'
    ? passwords.matches(arrival, account?.passwordHash ?? null, password)
    : passwords.matchesInDirectory(arrival, () =>
        passwordMatchesDirectory(services.process, email, password, log),
      );
}

/** Opens a sign-in for whoever knows the password, or says no more slowly each time. */
export async function login(desk: SignInDesk, credentials: Credentials, visit: Visit): Promise<LoginData> {
  const { services, passwords, hostile, slow } = desk;
  const { author, network, arrivedAt, log } = visit;
  const { database } = services;
  const attempt: Attempt = { email: credentials.email, address: network };
  const guess = hostile.evidenceOf(network);
  if (guess)
    passwords.refuseIfTooLong(
      await keeperOf(services, undefined),
      arrive(services, credentials, visit, guess),
    );
  const account = await selectOptionalAccount(database.sql, credentials.email);
  const keeper = await keeperOf(services, account);
  const evidence = await selectEvidence(database.sql, credentials.email, network, account?.id);
  hostile.note(network, evidence);
  const arrival = arrive(services, credentials, visit, evidence);
  const right = await passwordIsRight(desk, credentials, account, keeper, { log, arrival });

  if (account && right) {
    const once = keeper === 'local' && account.passwordOnce;
    const opened = await enter(services, {
      account,
      once,
      pkStudent: credentials.pkStudent,
      attempt,
      author,
    });
    if (opened && keeper === 'local' && !once) strengthenHash(desk, account, credentials.password, log);
    if (opened) return opened;
    if (await hasNewHash(database, account)) return login(desk, { ...credentials, ticket: undefined }, visit);
  }
  const failures = await noteFailure(database, author, attempt, account?.id);
  const { known, sitting } = arrival.evidence.pair;
  return slow.refuse(credentials.email, arrivedAt, failures, known && sitting);
}

type Entrance = {
  readonly account: Account;
  /** The password works this once. */
  readonly once: boolean;
  readonly pkStudent: number | undefined;
  readonly attempt: Attempt;
  readonly author: Author;
};

/** Opens the sign-in; undefined when the account was changed since its password was checked. */
async function enter(
  services: Services,
  { account, once, pkStudent, attempt, author }: Entrance,
): Promise<LoginData | undefined> {
  const { database } = services;
  const enrolments = await selectEnrolments(database.sql, account.email);
  const chosen = chooseEnrolment(enrolments, pkStudent);
  return database.transaction({ ...author, actorId: account.id }, async (tx) => {
    if (!(await stillHolds(tx, account, once))) return undefined;
    const signIn = await openSignIn(services, tx, account.id, chosen?.id, attempt.address);
    await writeAuditEntry(tx, { action: 'signIn', entity: 'sign_ins', entityId: signIn.id });
    await forgetFailures(tx, attempt);
    const link = { userId: account.id, minutes: choosingTime, signInId: signIn.id };
    return {
      ...profileOf(account.name, enrolments, chosen, await selectStorageKey(tx, account.id)),
      accessToken: await issueToken(services, account, chosen, signIn),
      setPasswordToken: once ? await makePasswordLink(tx, link) : null,
    };
  });
}
