import { expect, it } from 'vitest';
import { z } from 'zod';
import { problemsOfError } from './problems.ts';

it('[API-4] reports a bound as the least or greatest accepted value', () => {
  const schema = z.strictObject({ seq: z.int().positive(), page: z.int().min(1), year: z.int().max(8) });
  const parsed = schema.safeParse({ seq: 0, page: 0, year: 9 });
  expect(parsed.error && problemsOfError(parsed.error)).toEqual([
    { path: 'seq', error: 'validation.min', params: { min: 1 } },
    { path: 'page', error: 'validation.min', params: { min: 1 } },
    { path: 'year', error: 'validation.max', params: { max: 8 } },
  ]);
});
