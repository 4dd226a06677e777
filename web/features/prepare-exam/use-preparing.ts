import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { checkExam, prepareExam } from '#contract/exam-taking.ts';
import { addressOf } from '#domain/access/addresses.ts';
import { call } from '#web/api/client.ts';
import { textOfCode, textsOfError } from '#web/base/error-text.ts';
import { examPresence } from '#web/base/exam-presence.ts';
import { useGoTo } from '#web/base/screen-address.ts';
import { readPrepared } from '#web/sittings/begin-sitting.ts';

/** The outcome of the last attempt to start: a reason why not now, or an error. */
export type PrepareNotice = { readonly kind: 'warning' | 'error'; readonly text: string };

/** Starts or resumes an exam and opens it; otherwise says why it cannot be opened (EXAM-1). */
export function usePreparing(examId: number) {
  const { t } = useTranslation();
  const goTo = useGoTo();
  const [isPreparing, setPreparing] = useState(false);
  const [answered, setAnswered] = useState<PrepareNotice>();

  // A student who leaves the page without opening the exam is no longer preparing one.
  useEffect(
    () => () => {
      if (examPresence.get().phase === 'preparing') examPresence.set({ phase: 'none' });
    },
    [],
  );

  const prepare = async (): Promise<void> => {
    // No Content means that the appointment no longer exists (EXAM-3).
    if ((await call<typeof checkExam>('GET checkExam', { handled: true })) === undefined) {
      setAnswered({ kind: 'warning', text: textOfCode('exam.none') });
      return examPresence.set({ phase: 'none' });
    }
    const response = await call<typeof prepareExam>('POST prepareExam', { query: { examId }, handled: true });
    const prepared = readPrepared(response);
    if (prepared.status === 'ready') {
      examPresence.set({ phase: 'prepared', simulation: false });
      return goTo(addressOf('Exam', { groupId: prepared.groupId }));
    }
    const text =
      prepared.status === 'finished'
        ? t('messages.examFinished')
        : textOfCode(prepared.reason, response.params);
    setAnswered({ kind: response.error === null ? 'warning' : 'error', text });
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
