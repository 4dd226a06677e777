/** The state of an appointment's paper: not drawn yet, drawn, in progress, finished, or missed. */
export const paperStates = ['waiting', 'drawn', 'running', 'finished', 'missed'] as const;
export type PaperState = (typeof paperStates)[number];

type Facts = {
  readonly isDrawn: boolean;
  readonly isBegun: boolean;
  readonly isFinished: boolean;
  readonly isOver: boolean;
};

/** Whether an appointment that counts is still to be sat: there is one at a time for an exam, and after it one in another session (APPT-2). */
export const isToBeSat = (state: PaperState): boolean => state !== 'finished' && state !== 'missed';

/** Whether the exam of an appointment was neither begun nor missed. */
export const isAhead = (state: PaperState): boolean => state === 'waiting' || state === 'drawn';

export function paperState({ isDrawn, isBegun, isFinished, isOver }: Facts): PaperState {
  if (isFinished) return 'finished';
  if (isBegun) return 'running';
  if (isOver) return 'missed';
  return isDrawn ? 'drawn' : 'waiting';
}
