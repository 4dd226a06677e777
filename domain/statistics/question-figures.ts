/** The figures of a question, in the order of the table and its export. */
export const questionFigures = [
  'served',
  'omitted',
  'difficulty',
  'discrimination',
  'upperLower',
  'seconds',
  'exposure',
] as const;
