const tenths = 10;

/** The number of shares in each tenth, in percent; the last includes 100. */
export const distributionOfShares = (shares: readonly number[]) =>
  Array.from({ length: tenths }, (_, tenth) => ({
    from: tenth * tenths,
    to: (tenth + 1) * tenths,
    // A share of three tenths is not below them because of its last binary digit.
    count: shares.filter((share) => Math.min(tenths - 1, Math.floor(share * tenths + 1e-9)) === tenth).length,
  }));

const wholeGrades = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;

/** The number of grades from each whole grade up to the next; the last includes 10. */
export const distributionOfGrades = (grades: readonly number[]) =>
  wholeGrades.map((from) => ({
    from,
    to: from + 1,
    count: grades.filter((grade) => grade >= from && (grade < from + 1 || (from === 9 && grade === 10)))
      .length,
  }));
