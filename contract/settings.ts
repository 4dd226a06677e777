import { z } from 'zod';
import { defineCall } from './call.ts';

/** What the screens need to know before anything else; fetched once and cached. */
export const applicationUiSettings = defineCall({
  method: 'GET',
  path: 'applicationUiSettings',
  summary: 'The settings the screens depend on',
  access: 'public',
  response: z.strictObject({
    allowExams: z.boolean(),
    allowExamPreview: z.boolean(),
    questionRadioSimple: z.boolean(),
    displayFullExam: z.boolean(),
    examApplicationMode: z.boolean(),
    /** Whether the mark of a simple question carries a star. */
    markSingle: z.boolean(),
    /** The build version shown in the footer. */
    ip: z.string(),
  }),
  workload: 'signIn',
  refusals: [],
});
export type ApplicationUiSettings = z.output<typeof applicationUiSettings.response>;
