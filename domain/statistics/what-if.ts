/** An exam before and after scoring it differently; without grades where only a part of it is seen. */
export type Rescored = {
  readonly oldScore: number;
  readonly newScore: number;
  readonly oldGrade: number | null;
  readonly newGrade: number | null;
};

/** Whether the grade differs, or the score where there is no grade. */
export const hasChanged = ({ oldScore, newScore, oldGrade, newGrade }: Rescored): boolean =>
  oldGrade === null ? oldScore !== newScore : oldGrade !== newGrade;
