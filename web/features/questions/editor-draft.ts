import { useCallback, useEffect, useRef, useState } from 'react';
import { draftMemory, type KeptDraft } from './draft-memory.ts';
import type { QuestionForm } from './question-form.ts';

const typingMilliseconds = 400;

/** What this browser kept of a question; undefined until that is known. */
export function useKeptDraft(
  questionId: number | undefined,
): { readonly draft: KeptDraft | undefined } | undefined {
  const [kept, setKept] = useState<{ readonly draft: KeptDraft | undefined }>();
  useEffect(() => {
    let isGone = false;
    void draftMemory(questionId)
      .read()
      .then((draft) => {
        if (!isGone) setKept({ draft });
      });
    return () => {
      isGone = true;
    };
  }, [questionId]);
  return kept;
}

type Written = {
  readonly form: QuestionForm;
  readonly version: number | undefined;
  readonly dirty: boolean;
};

/** Keeps what is typed in this browser until it is saved, also when the page is closed or left. */
export function useDraftKeeping(questionId: number | undefined, written: Written) {
  const [memory] = useState(() => draftMemory(questionId));
  const latest = useRef(written);
  const settled = useRef(false);

  const write = useCallback(() => {
    const { form, version, dirty } = latest.current;
    if (dirty && !settled.current) memory.keep(form, version);
    else memory.forget();
  }, [memory]);

  useEffect(() => {
    latest.current = written;
    const timer = setTimeout(write, typingMilliseconds);
    return () => clearTimeout(timer);
  });

  useEffect(() => {
    // Sealing takes a moment, which a page that is already being hidden no longer has.
    const leaving = ['beforeunload', 'pagehide'] as const;
    for (const event of leaving) window.addEventListener(event, write);
    return () => {
      for (const event of leaving) window.removeEventListener(event, write);
      write();
    };
  }, [write]);

  return {
    isDirty: () => latest.current.dirty && !settled.current,
    /** What was typed is saved or given up: nothing is kept and nobody is asked, until something is typed again. */
    settle: () => {
      settled.current = true;
      memory.forget();
    },
    resume: () => {
      settled.current = false;
    },
  };
}
