/** Why a figure of a question is missing: too few exams, or enough of them that all have the same result. */
export const whyMissing = (served: number, fewest: number): 'tooFew' | 'doesNotVary' =>
  served < fewest ? 'tooFew' : 'doesNotVary';
