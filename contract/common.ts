import { z } from 'zod';

export const highestId = 2_147_483_647;

/** The id of a row in an address or a query. */
export const rowId = z.coerce.number().int().positive().max(highestId);
export const byId = z.strictObject({ id: rowId });
/** The id of a row in a body. */
export const givenId = z.int().positive().max(highestId);

export const count = z.int().min(0);
export const languageChoice = z.enum(['ro', 'en', 'fr']);

/** The page of a list. */
export const page = (max = 500) => ({
  skip: z.coerce.number().int().min(0).max(10_000_000).default(0),
  take: z.coerce.number().int().min(1).max(max).default(50),
});

/** Why staff act. */
export const reason = z.string().trim().normalize('NFC').min(1, 'validation.required').max(300);

/** The rows selected for one action. */
export const selectedIds = z.array(givenId).min(1, 'validation.required').max(200);

/** The code and parameters of a refusal that concerns one row of several. */
export const rowRefusal = {
  error: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
};

/** What an action on selected rows did: how many it changed, and the rows it could not change, each with the reason. */
export const selectionOutcome = z.strictObject({
  changed: count,
  failed: z.array(z.strictObject({ id: z.int(), ...rowRefusal })),
});
export type SelectionOutcome = z.output<typeof selectionOutcome>;

/** A boolean in a query; false if absent, true if named without a value. */
export const flag = () =>
  z
    .enum(['true', 'false', '1', '0', ''])
    .default('false')
    .transform((value) => value !== 'false' && value !== '0');

/** Whether the list is in descending order. */
export const descending = flag();

/** Lets an administrator change what is frozen around a session; ignored for all others. */
export const overriding = z.object({ override: flag() });

/** A body that may include fields that are returned but not stored; they are dropped. */
export function withReturned<D extends z.ZodRawShape>(draft: z.ZodObject<D>, returned: z.ZodObject) {
  const others = Object.keys(returned.shape).filter((name) => !Object.hasOwn(draft.shape, name));
  return z
    .strictObject({
      ...Object.fromEntries(others.map((name) => [name, z.unknown().optional()])),
      ...draft.shape,
    })
    .transform((body) => {
      const stored = Object.entries(body).filter(([name]) => Object.hasOwn(draft.shape, name));
      return Object.fromEntries(stored) as z.output<typeof draft>;
    });
}
