import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { checkExam, prepareExam } from '#contract/exam-taking.ts';
import { addressOf } from '#domain/access/addresses.ts';
import { call } from '#web/api/client.ts';
import { textOfCode, textsOfError } from '#web/base/error-text.ts';
import { examPresence } from '#web/base/exam-presence.ts';
import { useGoTo } from '#web/base/screen-address.ts';
import { readPrepared } from '#web/sittings/begin-sitting.ts';

/** What was said about the last attempt to begin: a reason why not now, or what went wrong. */
export type Answered = { readonly kind: 'warning' | 'error'; readonly text: string };

/** Begins or resumes an exam and enters it; otherwise says why it cannot be entered (EXAM-1). */
export function usePreparing(examId: number) {
  const { t } = useTranslation();
  const goTo = useGoTo();
  const [isPreparing, setPreparing] = useState(false);
  const [answered, setAnswered] = useState<Answered>();

  // Whoever leaves the page without entering the exam is on no exam any more.
  useEffect(
    () => () => {
      if (examPresence.get().phase === 'preparing') examPresence.set({ phase: 'none' });
    },
    [],
  );

  const prepare = async (): Promise<void> => {
    // No Content means that there is no appointment any more (EXAM-3).
    if ((await call<typeof checkExam>('GET checkExam', { handled: true })) === undefined) {
      setAnswered({ kind: 'warning', text: textOfCode('exam.none') });
      return examPresence.set({ phase: 'none' });
    }
    const answer = await call<typeof prepareExam>('POST prepareExam', { query: { examId }, handled: true });
    const prepared = readPrepared(answer);
    if (prepared.is === 'ready') {
      examPresence.set({ phase: 'prepared', simulation: false });
      return goTo(addressOf('Exam', { groupId: prepared.groupId }));
    }
    const text =
      prepared.is === 'finished' ? t('messages.examFinished') : textOfCode(prepared.reason, answer.params);
    setAnswered({ kind: answer.error === null ? 'warning' : 'error', text });
    examPresence.set({ phase: 'none' });
  };

  const begin = async () => {
    setPreparing(true);
    setAnswered(undefined);
    examPresence.set({ phase: 'preparing', simulation: false });
    await prepare().catch((failure) => {
      setAnswered({ kind: 'error', text: textsOfError(failure).join(' ') });
      examPresence.set({ phase: 'none' });
    });
    setPreparing(false);
  };

  return { isPreparing, answered, begin: () => void begin() };
}
