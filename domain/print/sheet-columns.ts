/** Widths on an answer sheet, in millimetres: the page between its margins, the number of a question, a box and the space between columns. */
const page = 180;
const number = 9.2;
const box = 5.8;
const gap = 6;
const most = 4;
const rows = 25;

/** How many columns of questions fit on an answer sheet, when a question has at most so many answers. */
export const sheetColumns = (answers: number): number =>
  Math.min(most, Math.max(1, Math.floor((page + gap) / (number + answers * box + gap))));

/** How many questions fit on one page of an answer sheet. */
export const questionsPerSheet = (answers: number): number => rows * sheetColumns(answers);
