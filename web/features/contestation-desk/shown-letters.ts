type ShownAnswer = {
  readonly answer: { readonly description: string; readonly answerAttachment: string | null };
};
type WrittenAnswer = { readonly text: string; readonly image: string | null };
type Shown = {
  readonly scored: { readonly answerExams: readonly ShownAnswer[] } | null;
  readonly bank: { readonly served: { readonly answers: readonly WrittenAnswer[] } } | null;
};

/**
 * The index at which this student saw an answer of the bank; undefined when they did not. Figures use the bank's order,
 * the question the order in which it was served.
 */
export function shownPlace({ scored, bank }: Shown, bankPlace: number): number | undefined {
  const written = bank?.served.answers[bankPlace];
  const place = scored?.answerExams.findIndex(
    ({ answer }) => answer.description === written?.text && answer.answerAttachment === written.image,
  );
  return place === undefined || place === -1 ? undefined : place;
}
