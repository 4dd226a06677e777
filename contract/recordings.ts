import { z } from 'zod';
import { markKinds } from '#domain/exam-taking/recording-marks.ts';
import { defineCall } from './call.ts';

export const uploadExamRecording = defineCall({
  method: 'POST',
  path: 'uploadExamRecording',
  summary:
    'Upload the screen recording of the caller’s own official sitting: a JSON array of events, optionally gzipped, named {groupId}.json, further parts {groupId}.2.json and so on',
  access: 'signedIn',
  whileSitting: 'checkedByHandler',
  upload: true,
  query: z.object({
    /** The clock of the browser, so that parts of several computers are put in order. */
    clientTime: z.string().max(40).optional(),
  }),
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

const byFileName = z.object({ fileName: z.string().max(40) });

export const recordingOutline = defineCall({
  method: 'GET',
  path: 'recordings/:fileName/outline',
  summary: 'Get the outline of the recording of a sitting: its parts in order, their pieces, and marks',
  access: 'exam.watch',
  params: byFileName,
  response: z.strictObject({
    groupId: z.int(),
    examName: z.string(),
    studentName: z.string(),
    matricol: z.string(),
    /** When the exam began; null when it has not. */
    startedAt: z.string().nullable(),
    /** When the recording is deleted, or was; null when contestations of its session are open after that. */
    endsAt: z.string().nullable(),
    isEnded: z.boolean(),
    parts: z.array(
      z.strictObject({
        fileName: z.string(),
        /** Milliseconds by the clock of the database, as all times of a part and of marks. */
        from: z.number(),
        to: z.number(),
        events: z.int(),
        isCut: z.boolean(),
        pieces: z.array(z.strictObject({ from: z.number(), to: z.number(), keyframe: z.boolean() })),
        idle: z.array(z.tuple([z.number(), z.number()])),
      }),
    ),
    marks: z.array(
      z.strictObject({
        kind: z.enum(markKinds),
        at: z.number(),
        serverAt: z.number(),
        examId: z.int(),
        question: z.int().nullable(),
        /** The letters of the ticked answers, as shown. */
        answers: z.string().nullable(),
      }),
    ),
  }),
  workload: 'list',
  refusals: ['resource.notFound'],
});
export type RecordingOutlineResponse = z.output<typeof recordingOutline.response>;

export const recordingEvents = defineCall({
  method: 'GET',
  path: 'recordings/:fileName',
  summary: 'Get the events of a part of a recording, or of one of its pieces, as a JSON array',
  access: 'exam.watch',
  params: byFileName,
  query: z.object({ piece: z.coerce.number().int().min(0).max(100_000).optional() }),
  file: ['application/json'],
  workload: 'list',
  refusals: ['resource.notFound'],
});
