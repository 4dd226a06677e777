import { z } from 'zod';
import { defineCall } from './call.ts';

export const uploadExamRecording = defineCall({
  method: 'POST',
  path: 'uploadExamRecording',
  summary:
    'Upload what happened on the screen during a sitting of one’s own: a JSON file, gzipped or not, named {groupId}.json, further parts {groupId}.2.json and so on',
  access: 'signedIn',
  upload: true,
  answer: z.strictObject({
    /** The name it is kept under: the next free part where the named one was there already. */
    name: z.string(),
  }),
  status: 201,
  refusals: ['resource.notFound', 'recording.unreadable', 'request.tooLarge', 'request.malformed'],
});
