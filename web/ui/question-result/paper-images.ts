type Illustrated = {
  readonly question: { readonly attachmentName: string | null };
  readonly answerExams: readonly { readonly answer: { readonly answerAttachment: string | null } }[];
};

/** The names of all images in some questions of a paper. */
export const imagesOfPaper = (questions: readonly Illustrated[]): string[] =>
  questions
    .flatMap(({ question, answerExams }) => [
      question.attachmentName,
      ...answerExams.map(({ answer }) => answer.answerAttachment),
    ])
    .filter((name) => name !== null);
