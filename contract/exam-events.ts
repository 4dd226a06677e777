import { z } from 'zod';
import { eventKinds } from '#domain/exam-taking/events.ts';
import { defineCall } from './call.ts';
import { byId, count } from './common.ts';

export const examEvents = defineCall({
  method: 'GET',
  path: 'exams/:id/events',
  summary: 'List the events of an exam in order',
  access: 'exam.watch',
  params: byId,
  response: z.array(
    z.strictObject({
      at: z.string(),
      event: z.enum(eventKinds),
      questionIndex: z.int().nullable(),
      /** The letters of the ticked answers, as shown. */
      answers: z.string().nullable(),
      seq: z.int().nullable(),
      shownNext: z.int().nullable(),
      signIn: z.string().nullable(),
      client: z.record(z.string(), z.unknown()).nullable(),
      /** How many events of this kind and question after this one are left out, because there are too many. */
      omitted: count,
    }),
  ),
  refusals: ['resource.notFound'],
});
