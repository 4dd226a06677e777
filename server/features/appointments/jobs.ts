import { appointmentMails } from './mail-job.ts';
import { waitingLists } from './waiting-job.ts';

export const appointmentJobs = { repeated: [appointmentMails, waitingLists] } as const;
