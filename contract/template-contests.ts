import { z } from 'zod';
import { defineCall } from './call.ts';
import { impact, impactPage, previewedWrite, previewedWriteRefusals } from './settlements.ts';
import { ofTemplate } from './templates.ts';

/** Positions in the bank, from 1. */
const places = z.array(z.int().min(1).max(30)).max(30);
const contested = z.strictObject({
  index: z.int().min(1).max(100),
  position: z.int().min(1).max(999),
  /** The shown answers that no longer count. */
  removed: places,
  /** The shown answers that are correct by a corrected key; null while the key is unchanged. */
  correct: places.min(1).nullable(),
});
/** A corrected key may leave none of the shown answers correct, where it was corrected for exams that show others. */
const settledElsewhere = contested.extend({ correct: places.nullable() });
export type ContestedQuestion = z.output<typeof contested>;

export const readTemplateContest = defineCall({
  method: 'GET',
  path: 'templateExams/:groupId/:sessionId/contest',
  summary: 'Get the settlements for all exams made from a template',
  access: 'template.manage',
  params: ofTemplate,
  response: z.strictObject({
    /** Only questions with a settlement made for the template. */
    questions: z.array(contested),
    /** The same for settlements of contestations, for the template or the whole session; they change only there. */
    ofSession: z.array(settledElsewhere),
  }),
  refusals: ['resource.notFound'],
});
export type TemplateContest = z.output<typeof readTemplateContest.response>;

export const contestTemplate = defineCall({
  method: 'POST',
  path: 'templateExams/:groupId/:sessionId/contest',
  summary:
    'Remove answers of a template, correct its key, or withdraw that; all exams made from it are scored again',
  access: 'template.manage',
  params: ofTemplate,
  body: z.strictObject({
    /** The desired state of these questions; the others stay unchanged. */
    questions: z.array(contested).min(1).max(999),
    ...previewedWrite,
  }),
  query: impactPage,
  response: impact,
  refusals: ['resource.notFound', 'template.notBegun', 'validation.failed', ...previewedWriteRefusals],
});
