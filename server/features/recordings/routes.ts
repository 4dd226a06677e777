import { uploadExamRecording } from '#contract/recordings.ts';
import { type Route, route } from '#server/http/route.ts';
import type { Services } from '#server/services.ts';
import { keepRecording } from './uploading.ts';

export const recordingRoutes = (services: Services): Route[] => [
  route(uploadExamRecording, (input) => keepRecording(services, input)),
];
