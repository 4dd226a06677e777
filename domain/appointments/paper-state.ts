/** The state of an appointment's paper: not drawn yet, drawn, in progress, finished, or missed. */
export const paperStates = ['waiting', 'drawn', 'running', 'finished', 'missed'] as const;
export type PaperState = (typeof paperStates)[number];

type Facts = {
  readonly isDrawn: boolean;
  readonly isBegun: boolean;
  readonly isFinished: boolean;
  readonly isOver: boolean;
};

export function paperState({ isDrawn, isBegun, isFinished, isOver }: Facts): PaperState {
  if (isFinished) return 'finished';
  if (isBegun) return 'running';
  if (isOver) return 'missed';
  return isDrawn ? 'drawn' : 'waiting';
}
