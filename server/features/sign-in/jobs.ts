import { signInCleanUp } from './clean-up.ts';
import { noteFailureHours } from './failure-hours.ts';
import { invitations } from './invitations.ts';

export const signInJobs = { repeated: [invitations, signInCleanUp, noteFailureHours] } as const;
