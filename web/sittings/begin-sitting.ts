import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { PreparedExam } from '#contract/exam-taking.ts';
import { addressOf } from '#domain/access/addresses.ts';
import { type ErrorCode, errors } from '#domain/errors.ts';
import { ApiError } from '#web/base/api-error.ts';
import { textOfCode } from '#web/base/error-text.ts';
import { notifyWarning } from '#web/base/notify.ts';
import { useGoTo } from '#web/base/screen-address.ts';
import { resultsKey } from './own-result-calls.ts';

/** The result of preparing: a sitting to enter, one that is over, or the reason why there is none. */
export type Prepared =
  | { readonly status: 'ready'; readonly groupId: number }
  | { readonly status: 'finished'; readonly examId: number }
  | { readonly status: 'refused'; readonly reason: ErrorCode };

const codeOf = (text: string): ErrorCode => (Object.hasOwn(errors, text) ? (text as ErrorCode) : 'exam.none');

/** Parses the response of a prepare call (EXAM-1). */
export function readPrepared({
  error,
  id,
  status,
  groupId,
}: Pick<PreparedExam, 'error' | 'id' | 'status' | 'groupId'>): Prepared {
  if (error) return { status: 'refused', reason: codeOf(error) };
  if (id > 0)
    return status === 'Finished' ? { status: 'finished', examId: id } : { status: 'ready', groupId };
  return { status: 'refused', reason: codeOf(status) };
}

/**
 * Prepares a simulation or a trial and enters it. While it prepares, `preparing` names it: its button shows progress
 * and the others are disabled. A refusal becomes a notice.
 */
export function useBeginning() {
  const goTo = useGoTo();
  const queries = useQueryClient();
  const [preparing, setPreparing] = useState<string>();

  const begin = async (what: string, prepare: () => Promise<PreparedExam>): Promise<void> => {
    setPreparing(what);
    try {
      const answer = await prepare();
      const prepared = readPrepared(answer);
      void queries.invalidateQueries({ queryKey: [resultsKey] });
      if (prepared.status === 'ready') await goTo(addressOf('Exam', { groupId: prepared.groupId }));
      else if (prepared.status === 'finished')
        await goTo(addressOf('ExamResult', { examId: prepared.examId }));
      else notifyWarning(textOfCode(prepared.reason, answer.params));
    } catch (error) {
      // The call has already shown the refusal.
      if (!(error instanceof ApiError)) throw error;
    } finally {
      setPreparing(undefined);
    }
  };
  return { preparing, begin };
}
