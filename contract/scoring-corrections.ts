import { z } from 'zod';
import { scoringModes } from '#domain/scoring/score-question.ts';
import { defineCall } from './call.ts';
import { givenId, rowId } from './common.ts';
import { impact, impactPage, previewedWrite, previewedWriteRefusals } from './settlements.ts';

const correction = z.strictObject({
  mode: z.enum(scoringModes),
  reason: z.string().nullable(),
  madeAt: z.string(),
  madeBy: z.string(),
});

export const scoringCorrection = defineCall({
  method: 'GET',
  path: 'scoringCorrections',
  summary: 'Get the scoring mode of the exams of a custom exam in a session, and its correction',
  access: 'scoring.correct',
  query: z.object({ examCustomId: rowId, sessionId: rowId }),
  response: z.strictObject({
    /** The mode stored with the exams; several when the session's mode changed between them. */
    given: z.array(z.enum(scoringModes)),
    /** The correction in force; null while the exams are scored in their own mode. */
    correction: correction.nullable(),
  }),
  refusals: ['resource.notFound'],
});
export type ScoringCorrection = z.output<typeof scoringCorrection.response>;

export const correctScoring = defineCall({
  method: 'POST',
  path: 'scoringCorrections',
  summary:
    'Correct the scoring mode of all exams of a custom exam in a session by a settlement, or withdraw the correction; the exams are scored again',
  access: 'scoring.correct',
  body: z.strictObject({
    examCustomId: givenId,
    sessionId: givenId,
    /** Null withdraws the correction. */
    mode: z.enum(scoringModes).nullable(),
    ...previewedWrite,
  }),
  query: impactPage,
  response: impact,
  refusals: ['resource.notFound', ...previewedWriteRefusals, 'validation.failed'],
});
