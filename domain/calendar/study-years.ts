/** The last year of study of any programme. */
export const lastStudyYear = 8;

export const studyYears: readonly number[] = Array.from({ length: lastStudyYear }, (_, index) => index + 1);
