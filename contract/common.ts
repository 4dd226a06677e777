import { z } from 'zod';

export const highestId = 2_147_483_647;

/** The id of a row, as an address or a query names it. */
export const rowId = z.coerce.number().int().positive().max(highestId);
export const byId = z.strictObject({ id: rowId });
/** The id of a row, as a body names it. */
export const givenId = z.int().positive().max(highestId);

export const count = z.int().min(0);
export const languageChoice = z.enum(['ro', 'en', 'fr']);

/** Which page of a list is asked for. */
export const page = (most = 500) => ({
  skip: z.coerce.number().int().min(0).max(10_000_000).default(0),
  take: z.coerce.number().int().min(1).max(most).default(50),
});

/** A yes or no in a query; left out it is no. */
export const flag = () =>
  z
    .enum(['true', 'false'])
    .default('false')
    .transform((value) => value === 'true');

/** Whether a list is asked for in descending order. */
export const descending = flag();

/** Lets an administrator change what is frozen around a session; anybody else is refused as without it. */
export const overriding = z.object({ override: flag() });
