import { z } from 'zod';
import { languageChoice } from './common.ts';

/** The search text of a list. */
export const searched = z.string().trim().normalize('NFC').max(200).optional();

/** A row that a list can be filtered by. */
export const choice = z.strictObject({ id: z.int(), name: z.string() });

/** The format and the language of an exported file. */
export const fileChoice = { format: z.enum(['xlsx', 'csv']), lang: languageChoice.default('ro') };

/** The columns of an export, comma-separated; all of them if absent. */
export const chosenColumns = <C extends string>(columns: readonly [C, ...C[]]) =>
  z
    .string()
    .max(2000)
    .optional()
    .transform((list) => list?.split(',').filter(Boolean) ?? [...columns])
    .pipe(z.array(z.enum(columns)).min(1));
