type ShownAnswer = {
  readonly answer: { readonly description: string; readonly answerAttachment: string | null };
};
type WrittenAnswer = { readonly text: string; readonly image: string | null };
type ServedOrder = {
  readonly scored: { readonly answerExams: readonly ShownAnswer[] } | null;
  readonly bank: { readonly served: { readonly answers: readonly WrittenAnswer[] } } | null;
};

/**
 * The index at which an answer of the bank was shown to this student; undefined when it was not. Figures are in the
 * order of the bank, the question in the order it was served.
 */
export function shownIndexOf({ scored, bank }: ServedOrder, bankIndex: number): number | undefined {
  const written = bank?.served.answers[bankIndex];
  const index = scored?.answerExams.findIndex(
    ({ answer }) => answer.description === written?.text && answer.answerAttachment === written.image,
  );
  return index === undefined || index === -1 ? undefined : index;
}
