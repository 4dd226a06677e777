/** The database of what people leave in this browser; only where it exists is there anything to look for. */
export const databaseName = 'exam-platform';
