/** The states of a background job that is not done: failing ones are tried again, failed ones were given up. */
export const jobStates = ['waiting', 'running', 'failing', 'failed'] as const;
