/** The state of an appointment's exam once its time has come. */
export const resultStates = ['running', 'finished', 'absent', 'annulled'] as const;
