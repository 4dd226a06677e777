import { z } from 'zod';
import { count, page } from './common.ts';

/** Of a preview or of its confirmation. */
export const fingerprint = z.string().max(100).optional();

/** The part of a body that previews settlements and then writes them. */
export const previewedWrite = {
  /** Returns the effect without writing. */
  preview: z.boolean(),
  /** That of the preview; nothing is written without it or when the effect has changed since. */
  fingerprint,
  /** Required to write a correction of the scoring mode. */
  reason: z.string().trim().max(1000).optional(),
};
/** The refusals of such a write. */
export const previewedWriteRefusals = [
  'settlement.changedMeanwhile',
  'settlement.conflict',
  'settlement.previewMissing',
  'settlement.unfit',
  'settlement.withdrawn',
] as const;

/** How many exams were changed that ended after the preview. */
export const endedSince = count;

/** Which of the changed exams are listed; the counts cover all. */
export const impactPage = z.object({
  ...page(100),
  /** The fingerprint of the preview that is paged through: exams that ended after it are left out. */
  previewed: fingerprint,
});
export type ImpactPage = z.output<typeof impactPage>;

/** The effect of settlements, before or after they are written. */
export const impact = z.strictObject({
  /** A page of the exams whose score or grade changes; those that cross 5.00 come first. */
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
    z.strictObject({
      questionVersionId: z.int(),
      bank: z.enum(['newVersion', 'same', 'changedSince']),
      /** The answers that all corrections in force make correct together, by their number in the bank. */
      correct: z.array(z.strictObject({ number: z.int(), text: z.string() })),
    }),
  ),
  /** How many of the changed exams ended after the preview that was confirmed; they were not in it. 0 in a preview. */
  endedSince,
  /**
   * Sent back to confirm a preview; writing is refused when the effect on the exams that had ended by then has changed since.
   * Exams that end between preview and writing are scored like those that end later.
   */
  fingerprint: z.string(),
});
export type ImpactSummary = z.output<typeof impact>;
