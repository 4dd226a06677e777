import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { refuse } from '#domain/errors.ts';

/** The hash of a password nobody has: checking it takes as long as any other, for addresses that do not exist. */
const nobody = hash('nobody has this password');

/** Hashing occupies a thread of the pool that files and names of hosts need too, so that some are left free. */
const atOnce = Math.max(1, Math.min(3, availableParallelism()));
/** Beyond this the server says that it is overloaded, instead of answering minutes later. */
const mostWaiting = 2000;
let working = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (waiting.length >= mostWaiting) refuse('server.unavailable');
  if (working >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
  else working += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else working -= 1;
  }
}

/** Whoever waits for the same key; one account's attempts never take more than one place in the queue. */
const lines = new Map<string, Promise<unknown>>();

async function inLine<T>(key: string, work: () => Promise<T>): Promise<T> {
  const before = lines.get(key) ?? Promise.resolve();
  const mine = before.then(work, work);
  lines.set(key, mine);
  try {
    return await mine;
  } finally {
    if (lines.get(key) === mine) lines.delete(key);
  }
}

/** The argon2id hash to keep of a password. */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password));

/** Whether a password is the one behind a hash; without a hash the answer is no, after the same work. */
export async function passwordMatches(
  email: string,
  kept: string | null,
  password: string,
): Promise<boolean> {
  const hashed = kept ?? (await nobody);
  const matches = await inLine(email.toLowerCase(), () => inTurn(() => verify(hashed, password)));
  return matches && kept !== null;
}
