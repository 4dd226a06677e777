import { overriding } from './common.ts';
import { callsOf } from './crud-calls.ts';
import { examSession } from './entities/exam-session.ts';

const { replace } = callsOf(examSession);

/** Changes a session; while its exams are booked for the next hours, an administrator confirms another scoring mode. */
export const replaceSession = {
  ...replace,
  query: overriding,
  refusals: [
    ...replace.refusals,
    'session.overlap',
    'session.keysOpened',
    'session.scoringFrozen',
    'session.scoringBegun',
    'appointment.inTheWay',
  ],
} as const;
