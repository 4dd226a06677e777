import { signInCleanUp } from './clean-up.ts';
import { noteFailureHours } from './failure-hours.ts';
import { invitations } from './invitations.ts';
import { noteSignInDays } from './sign-in-days.ts';

export const signInJobs = {
  repeated: [invitations, signInCleanUp, noteFailureHours, noteSignInDays],
} as const;
