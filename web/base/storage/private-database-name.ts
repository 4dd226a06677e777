/** The database of personal data left in this browser; if it does not exist, nothing was left. */
export const databaseName = 'exam-platform';
