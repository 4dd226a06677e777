import { useCallback, useEffect, useRef, useState } from 'react';
import { typingPauses } from '#web/base/typing-pauses.ts';
import { draftMemory, type StoredDraft } from './draft-memory.ts';
import type { QuestionForm } from './question-form.ts';

/** The draft stored in this browser; undefined while it loads. */
export function useStoredDraft(
  questionId: number | undefined,
): { readonly draft: StoredDraft | undefined } | undefined {
  const [loaded, setLoaded] = useState<{ readonly draft: StoredDraft | undefined }>();
  useEffect(() => {
    let isUnmounted = false;
    void draftMemory(questionId)
      .read()
      .then((draft) => {
        if (!isUnmounted) setLoaded({ draft });
      });
    return () => {
      isUnmounted = true;
    };
  }, [questionId]);
  return loaded;
}

type EditorState = {
  readonly form: QuestionForm;
  readonly version: number | undefined;
  readonly dirty: boolean;
};

/** Stores unsaved input in this browser, also when the page is closed or left. */
export function useDraftAutosave(questionId: number | undefined, written: EditorState) {
  const [memory] = useState(() => draftMemory(questionId));
  const latest = useRef(written);
  const settled = useRef(false);

  const write = useCallback(() => {
    const { form, version, dirty } = latest.current;
    if (dirty && !settled.current) memory.keep(form, version);
    else void memory.forget();
  }, [memory]);

  useEffect(() => {
    latest.current = written;
    const timer = setTimeout(write, typingPauses.form);
    return () => clearTimeout(timer);
  });

  useEffect(() => {
    // Start before the page is hidden: encrypting takes a moment that a hidden page no longer has.
    const leaving = ['beforeunload', 'pagehide'] as const;
    for (const event of leaving) window.addEventListener(event, write);
    return () => {
      for (const event of leaving) window.removeEventListener(event, write);
      write();
    };
  }, [write]);

  return {
    isDirty: () => latest.current.dirty && !settled.current,
    /** Call after saving or discarding: removes the draft and skips the leave confirmation until the next edit. */
    settle: (): Promise<void> => {
      settled.current = true;
      return memory.forget();
    },
    resume: () => {
      settled.current = false;
    },
  };
}
