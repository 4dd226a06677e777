import { z } from 'zod';
import { count } from './common.ts';

/** As many changed exams are listed; the counts are of all. */
export const mostListed = 100;

/** What settlements change, before or after they are written. */
export const impact = z.strictObject({
  /** The first ones whose score or grade changes; those that cross 5.00 come before the others. */
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
  /** The finished exams that are reached. */
  reached: count,
  changed: count,
  /** Those that cross 5.00, upwards and downwards. */
  nowPassing: count,
  nowFailing: count,
  /**
   * How many exams have a grade from a whole grade up to the next; the last includes 10. Only of exams that the viewer sees
   * whole.
   */
  distribution: z.array(z.strictObject({ from: z.int(), before: count, after: count })),
  /** What becomes of the bank where a key is corrected. */
  bank: z.array(
    z.strictObject({ questionVersionId: z.int(), bank: z.enum(['newVersion', 'same', 'changedSince']) }),
  ),
  /** Sent back with what was previewed: writing is refused when the effect is no longer the same. */
  fingerprint: z.string(),
});
export type ImpactSummary = z.output<typeof impact>;
