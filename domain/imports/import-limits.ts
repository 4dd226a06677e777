import { maxAnswers } from '#domain/question-bank/question-draft.ts';

const megabyte = 1024 * 1024;

/** The limits of a question file: enough for the largest real banks, too small to harm the server. */
export const importLimits = {
  fileBytes: 64 * megabyte,
  questions: 20_000,
  /** A medical university has a tenth of it. */
  students: 200_000,
  answersPerQuestion: maxAnswers,
  questionText: 10_000,
  answerText: 4_000,
  /** Text beyond this is not read; it is too long anyway. */
  readText: 12_000,
  imagesPerText: 40,
  imageBytes: 10 * megabyte,
  xmlDepth: 200,
  xmlNodes: 2_000_000,
  zipEntries: 20_000,
  zipBytes: 256 * megabyte,
  zipEntryBytes: 128 * megabyte,
  /** The maximum compression ratio of an archive; ordinary sheets and XML stay below 40. */
  zipRatio: 200,
  /** Below this size the compression ratio is not checked. */
  zipSmall: 32 * megabyte,
  tableColumns: 400,
} as const;

/** QUES-1: the requirements of the editor and of our own tables on a question. */
export const completePool = { correct: 5, wrong: 5 } as const;
