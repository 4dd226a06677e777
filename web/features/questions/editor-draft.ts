import { useCallback, useEffect, useRef, useState } from 'react';
import { draftKey, forgetDraft, keepDraft, keptDraft } from './draft-memory.ts';
import { isSame, type QuestionForm } from './question-form.ts';

const typingMilliseconds = 400;

/** The draft this browser kept of a question, where it says something else than what is stored. */
export function useKeptDraft(questionId: number | undefined, stored: QuestionForm) {
  return useState(() => {
    const kept = keptDraft(draftKey(questionId));
    return kept && !isSame(kept.form, stored) ? kept : undefined;
  })[0];
}

type Written = {
  readonly form: QuestionForm;
  readonly version: number | undefined;
  readonly dirty: boolean;
};

/** Keeps what is typed in this browser until it is saved, also when the page is closed or left. */
export function useDraftKeeping(questionId: number | undefined, written: Written) {
  const [key] = useState(() => draftKey(questionId));
  const latest = useRef(written);
  const settled = useRef(false);

  const write = useCallback(() => {
    const { form, version, dirty } = latest.current;
    if (dirty && !settled.current) keepDraft(key, form, version);
    else forgetDraft(key);
  }, [key]);

  useEffect(() => {
    latest.current = written;
    const timer = setTimeout(write, typingMilliseconds);
    return () => clearTimeout(timer);
  });

  useEffect(() => {
    window.addEventListener('pagehide', write);
    return () => {
      window.removeEventListener('pagehide', write);
      write();
    };
  }, [write]);

  return {
    isDirty: () => latest.current.dirty && !settled.current,
    /** What was typed is saved or given up: nothing is kept and nobody is asked, until something is typed again. */
    settle: () => {
      settled.current = true;
      forgetDraft(key);
    },
    resume: () => {
      settled.current = false;
    },
  };
}
