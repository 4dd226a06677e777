import { expect, it } from 'vitest';
import * as auth from '#contract/auth.ts';
import type { Call } from '#contract/call.ts';
import * as examTaking from '#contract/exam-taking.ts';
import { imageLinks } from '#contract/images.ts';
import { errors } from './en/errors.ts';

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'refusals' in value;
const values: unknown[] = [...Object.values(auth), ...Object.values(examTaking), imageLinks];
const calls = values.filter(isCall);
const early = calls.filter(({ access, whileSitting }) => access === 'public' || whileSitting !== undefined);

it.each(early.map((call) => [`${call.method} ${call.path}`, call.refusals] as const))(
  '[UX-1] the first texts explain every refusal of %s',
  (_, refusals) => {
    expect(refusals.filter((code) => !(code in errors))).toEqual([]);
  },
);

it('[UX-1] covers the calls of Login and of an exam', () => {
  expect(early.map(({ path }) => path)).toEqual(expect.arrayContaining(['login', 'examSave', 'examFinish']));
});
