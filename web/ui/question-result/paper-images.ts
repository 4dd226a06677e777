import type { ScoredQuestion } from '#contract/exam-results.ts';

/** The names of all images in some scored questions. */
export const imagesOfPaper = (questions: readonly ScoredQuestion[]): string[] =>
  questions
    .flatMap(({ question, answerExams }) => [
      question.attachmentName,
      ...answerExams.map(({ answer }) => answer.answerAttachment),
    ])
    .filter((name) => name !== null);
