import { mostAnswers } from '#domain/question-bank/question-draft.ts';

const megabyte = 1024 * 1024;

/** What a question file may cost us: enough for the largest banks teachers keep, too little to hurt anybody. */
export const importLimits = {
  fileBytes: 64 * megabyte,
  questions: 20_000,
  /** A university of medicine has a tenth of it. */
  students: 200_000,
  answersPerQuestion: mostAnswers,
  questionText: 10_000,
  answerText: 4_000,
  /** Nothing of a text is read beyond this; it is too long anyway. */
  readText: 12_000,
  imagesPerText: 40,
  imageBytes: 10 * megabyte,
  xmlDepth: 200,
  xmlNodes: 2_000_000,
  zipEntries: 20_000,
  zipBytes: 256 * megabyte,
  zipEntryBytes: 128 * megabyte,
  /** How many times larger than the archive its content may be; ordinary sheets and XML stay below 40. */
  zipRatio: 200,
  /** Below this size nobody minds how well an archive is packed. */
  zipSmall: 32 * megabyte,
  tableColumns: 400,
} as const;

/** QUES-1: what the editor and our own tables demand of a question. */
export const completePool = { correct: 5, wrong: 5 } as const;
