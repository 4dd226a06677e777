/** How the exam of an appointment stands once its time has come. */
export const resultStates = ['running', 'finished', 'absent', 'annulled'] as const;
