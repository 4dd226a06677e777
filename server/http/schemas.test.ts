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

it('a field the contract does not know fails loudly in tests', () => {
  expect(() => responseText(schema, leaking, true, log)).toThrow('does not match its contract');
});

it('in production it is taken out, however deep it lies, and the answer still leaves', () => {
  expect(JSON.parse(responseText(schema, leaking, false, log))).toEqual({ id: 1, answers: [{ text: 'a' }] });
});

it('an answer that lacks what the contract promises is a defect everywhere', () => {
  expect(() => responseText(schema, { id: 1 }, false, log)).toThrow('does not match its contract');
});
