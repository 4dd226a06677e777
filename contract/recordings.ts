import { z } from 'zod';
import { defineCall } from './call.ts';

export const uploadExamRecording = defineCall({
  method: 'POST',
  path: 'uploadExamRecording',
  summary:
    'Upload what happened on the screen during an official sitting of one’s own: a JSON list of events, gzipped or not, named {groupId}.json, further parts {groupId}.2.json and so on',
  access: 'signedIn',
  whileSitting: 'checkedWithin',
  upload: true,
  response: z.strictObject({
    /** The stored name: the next free part if the named one already exists. */
    name: z.string(),
  }),
  status: 201,
  workload: 'recording',
  refusals: [
    'resource.notFound',
    'recording.unreadable',
    'recording.full',
    'recording.busy',
    'request.tooLarge',
    'request.malformed',
  ],
});
