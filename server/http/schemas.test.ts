import fastify from 'fastify';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { responseText } from './schemas.ts';

const schema = z.strictObject({
  id: z.int(),
  answers: z.array(z.strictObject({ text: z.string() })),
});
const leaking = { id: 1, answers: [{ text: 'a', isCorrect: true }], key: 'A' };
const { log } = fastify({ logger: false });

it('throws on a field outside the contract in tests', () => {
  expect(() => responseText(schema, leaking, true, log)).toThrow('does not match its contract');
});

it('removes an unknown field at any depth in production and still responds', () => {
  expect(JSON.parse(responseText(schema, leaking, false, log))).toEqual({ id: 1, answers: [{ text: 'a' }] });
});

it('throws on a response without a required field everywhere', () => {
  expect(() => responseText(schema, { id: 1 }, false, log)).toThrow('does not match its contract');
});
