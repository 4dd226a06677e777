import type { ResultRow } from '#contract/exam-results.ts';
import { type Address, addressOf } from '#domain/access/addresses.ts';

/** The link of a result row, if any. */
export type HrefOf = (row: ResultRow) => Address | undefined;

/** A running sitting is resumed; a finished exam opens its result. */
export const sittingHref: HrefOf = ({ exam }) =>
  exam.status === 'Finished'
    ? addressOf('ExamResult', { examId: exam.id })
    : addressOf('Exam', { groupId: exam.groupId });
