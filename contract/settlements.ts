import { z } from 'zod';
import { count } from './common.ts';

/** The maximum number of changed exams listed; the counts cover all. */
export const maxListed = 100;

/** The effect of settlements, before or after they are written. */
export const impact = z.strictObject({
  /** The first exams whose score or grade changes; those that cross 5.00 come first. */
  exams: z.array(
    z.strictObject({
      examId: z.int(),
      firstName: z.string(),
      lastName: z.string(),
      numarMatricol: z.string().nullable(),
      /** Null for holders who see only a part of the exam, like the grades. */
      oldScore: z.number().nullable(),
      newScore: z.number().nullable(),
      oldGrade: z.number().nullable(),
      newGrade: z.number().nullable(),
      /** In points. */
      difference: z.number(),
      /** Whether it crosses 5.00. */
      crosses: z.enum(['passes', 'fails']).nullable(),
    }),
  ),
  /** The number of finished exams reached. */
  reached: count,
  changed: count,
  /** How many of them cross 5.00, upwards and downwards. */
  nowPassing: count,
  nowFailing: count,
  /**
   * How many exams have a grade from a whole grade up to the next; the last includes 10. Only of exams that the viewer sees
   * whole.
   */
  distribution: z.array(z.strictObject({ from: z.int(), before: count, after: count })),
  /** The effect on the bank when a key is corrected. */
  bank: z.array(
    z.strictObject({ questionVersionId: z.int(), bank: z.enum(['newVersion', 'same', 'changedSince']) }),
  ),
  /** Sent back to confirm a preview; writing is refused when the effect has changed since. */
  fingerprint: z.string(),
});
export type ImpactSummary = z.output<typeof impact>;
