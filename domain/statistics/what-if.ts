/** An exam before and after rescoring; without grades when the viewer sees only part of it. */
export type Rescored = {
  readonly oldScore: number;
  readonly newScore: number;
  readonly oldGrade: number | null;
  readonly newGrade: number | null;
};

/** Whether the grade differs, or the score if there is no grade. */
export const hasChanged = ({ oldScore, newScore, oldGrade, newGrade }: Rescored): boolean =>
  oldGrade === null ? oldScore !== newScore : oldGrade !== newGrade;
