import { z } from 'zod';

const params = z.record(z.string(), z.union([z.string(), z.number()]));

/** The body of every refusal: a code of the catalogue, the parameters of its text, and the wrong fields if any. */
export const errorBody = z
  .strictObject({
    error: z.string(),
    params,
    errors: z.array(z.strictObject({ path: z.string(), error: z.string(), params })).optional(),
  })
  .meta({ id: 'Refusal' });
export type ErrorBody = z.output<typeof errorBody>;
