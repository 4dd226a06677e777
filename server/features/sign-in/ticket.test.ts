import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Tokens } from '#server/http/tokens.ts';
import { arrivalOf, makeTicket } from './ticket.ts';

const tokensOf = (key: string): Tokens => ({
  seal: (use, text) => createHmac('sha256', key).update(`${use}\n${text}`).digest('base64url'),
  issue: () => Promise.reject(new Error('not needed')),
  verify: async () => undefined,
});
const tokens = tokensOf('one key');
const holder = { account: 'a@exam.test', network: '10.0.0.1', password: 'open sesame!' };
const second = 1_000_000;
const arrived = 1_763_230_000 * second;
const ticket = makeTicket(tokens, arrived, holder);

describe('a ticket', () => {
  it('[SAFE-18] gives the time of arrival on every process with the same key', () => {
    expect(arrivalOf(tokensOf('one key'), ticket, holder, arrived + 60 * second)).toBe(arrived);
  });

  it.each([
    ['another account', { ...holder, account: 'b@exam.test' }],
    ['another network', { ...holder, network: '10.0.0.2' }],
    ['another password', { ...holder, password: 'a guess' }],
  ])('[SAFE-18] is invalid with %s', (_, other) => {
    expect(arrivalOf(tokens, ticket, other, arrived + second)).toBeUndefined();
  });

  it('[SAFE-18] is invalid when forged, changed, old or from the future', () => {
    const [moment, seal] = ticket.split('.');
    const earlier = `${(arrived - second).toString(36)}.${seal}`;
    for (const text of ['', '.', 'x', `${moment}.`, `${moment}.${'A'.repeat(43)}`, earlier])
      expect(arrivalOf(tokens, text, holder, arrived + second)).toBeUndefined();
    expect(arrivalOf(tokensOf('another key'), ticket, holder, arrived + second)).toBeUndefined();
    expect(arrivalOf(tokens, ticket, holder, arrived + 901 * second)).toBeUndefined();
    expect(arrivalOf(tokens, ticket, holder, arrived - second)).toBeUndefined();
  });

  it('[SAFE-11] reveals neither the password nor a way to test one', () => {
    expect(ticket).not.toContain('sesame');
    expect(ticket.length).toBeLessThan(70);
  });
});
