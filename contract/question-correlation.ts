import { z } from 'zod';
import { questionKinds } from '#domain/question-bank/question-kind.ts';
import { defineCall } from './call.ts';
import { byId } from './common.ts';
import { exportFile } from './crud-calls.ts';
import { fileChoice } from './listing.ts';
import { ofTemplate } from './templates.ts';

const correlationRow = z.strictObject({
  exam: z.string(),
  /** The number on the paper. */
  number: z.int(),
  questionId: z.int(),
  version: z.int(),
  chapterCode: z.string(),
  kind: z.enum(questionKinds),
  /** The bank positions of the answers shown as A, B, C …, from 1. */
  answers: z.array(z.int()),
  /** The number in the template, if the paper was made from one. */
  templateNumber: z.int().nullable(),
});
export type CorrelationRow = z.output<typeof correlationRow>;

export const templateCorrelation = defineCall({
  method: 'GET',
  path: 'templateExams/:groupId/:sessionId/correlation',
  summary: 'Get the question correlation of a template',
  access: 'template.manage',
  params: ofTemplate,
  response: z.array(correlationRow),
  refusals: ['resource.notFound'],
});

export const sittingCorrelation = defineCall({
  method: 'GET',
  path: 'examGroups/:id/correlation',
  summary: 'Get the question correlation of a sitting’s paper',
  access: 'template.manage',
  params: byId,
  response: z.array(correlationRow),
  refusals: ['resource.notFound'],
});

export const exportTemplateCorrelation = defineCall({
  method: 'GET',
  path: 'templateExams/:groupId/:sessionId/correlation/export',
  summary: 'Export the question correlation of a template',
  access: 'template.manage',
  params: ofTemplate,
  query: z.object(fileChoice),
  file: exportFile,
  workload: 'export',
  refusals: ['resource.notFound'],
});

export const exportSittingCorrelation = defineCall({
  method: 'GET',
  path: 'examGroups/:id/correlation/export',
  summary: 'Export the question correlation of a sitting’s paper',
  access: 'template.manage',
  params: byId,
  query: z.object(fileChoice),
  file: exportFile,
  workload: 'export',
  refusals: ['resource.notFound'],
});
