import { createHash, timingSafeEqual } from 'node:crypto';
import type { Tokens } from '#server/http/tokens.ts';

/** The owner of a ticket: no other account, network or password can use it. */
export type PlaceHolder = { readonly account: string; readonly network: string; readonly password: string };

/** How long a ticket is valid, in microseconds. */
const life = 15 * 60 * 1_000_000;

function sealOf({ seal }: Tokens, arrivedAt: number, { account, network, password }: PlaceHolder): string {
  const digest = createHash('sha256').update(password).digest('base64url');
  return seal('place in the sign-in queue', [arrivedAt, account, network, digest].join('\n'));
}

/**
 * A signed time of arrival. Any process can verify it, so queue positions need no storage; it grants nothing but the
 * order in which a password is checked.
 */
export const makeTicket = (tokens: Tokens, arrivedAt: number, holder: PlaceHolder): string =>
  `${arrivedAt.toString(36)}.${sealOf(tokens, arrivedAt, holder)}`;

/** The arrival time of a ticket; undefined when it is forged, foreign or old. */
export function arrivalOf(
  tokens: Tokens,
  ticket: string,
  holder: PlaceHolder,
  now: number,
): number | undefined {
  const [moment = '', seal = ''] = ticket.split('.');
  const arrivedAt = Number.parseInt(moment, 36);
  if (!Number.isSafeInteger(arrivedAt) || arrivedAt > now || arrivedAt < now - life) return undefined;
  const [given, expected] = [Buffer.from(seal), Buffer.from(sealOf(tokens, arrivedAt, holder))];
  return given.length === expected.length && timingSafeEqual(given, expected) ? arrivedAt : undefined;
}
