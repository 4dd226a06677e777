import { recordingEvents, recordingOutline, uploadExamRecording } from '#contract/recordings.ts';
import { Refusal } from '#domain/errors.ts';
import { maxPartBytes } from '#domain/exam-taking/recording-budget.ts';
import { memoryBudget } from '#server/http/memory-budget.ts';
import { type Route, route } from '#server/http/route.ts';
import type { Services } from '#server/services.ts';
import { eventsOfRecording, outlineOfRecording } from './playing.ts';
import { openUnpackingPace } from './unpacking-pace.ts';
import { keepRecording } from './uploading.ts';

/** The memory budget for uploads in progress, and how long an upload waits for its turn. */
const memoryBytes = 64 * 1024 * 1024;
const timeoutMilliseconds = 20_000;

export function recordingRoutes(services: Services): Route[] {
  const memory = memoryBudget({
    maxBytes: memoryBytes,
    // One upload of the largest size: what does not tell its length counts as that.
    maxBytesPerPerson: maxPartBytes.packed,
    reserveBytes: maxPartBytes.packed,
    timeoutMilliseconds,
    refusal: () => new Refusal('recording.busy', {}),
  });
  const pace = openUnpackingPace();
  return [
    route(uploadExamRecording, (input) => keepRecording(services, { memory, pace }, input)),
    route(recordingOutline, ({ caller, params }) =>
      outlineOfRecording(services, caller.actor, params.fileName),
    ),
    route(recordingEvents, ({ caller, params, query }) =>
      eventsOfRecording(services, caller.actor, params.fileName, query.piece),
    ),
  ];
}
