/** Rows that no generic screen shows, but that may prevent the deletion of one of its rows. */
export const otherRows = ['question', 'customExam', 'appointment', 'examTemplate', 'exam'] as const;
export type OtherRow = (typeof otherRows)[number];
