const tenths = 10;

/** The number of shares in each tenth, in percent; the last includes 100. */
export const distributionOfShares = (shares: readonly number[]) =>
  Array.from({ length: tenths }, (_, tenth) => ({
    from: tenth * tenths,
    to: (tenth + 1) * tenths,
    // A share of three tenths is not below them because of its last binary digit.
    count: shares.filter((share) => Math.min(tenths - 1, Math.floor(share * tenths + 1e-9)) === tenth).length,
  }));
