/** Rows that no generic screen shows, but that may be what holds one of its rows in place. */
export const otherRows = ['question', 'customExam', 'appointment', 'examTemplate', 'exam'] as const;
export type OtherRow = (typeof otherRows)[number];
