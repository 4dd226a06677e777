/** The states of an unfinished background job: a failing one is retried, a failed one was given up. */
export const jobStates = ['waiting', 'running', 'failing', 'failed'] as const;
