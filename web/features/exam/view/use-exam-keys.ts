import { useLayoutEffect } from 'react';
import { pendingConfirm } from '#web/ui/confirm.ts';
import { indexOfKey } from '#web/ui/exam-question/exam-question.tsx';
import type { ExamSteps } from './use-exam-steps.ts';

type Key = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>;

/** Runs the action of a key; returns whether it has one. */
export function pressKey(steps: ExamSteps, { key, code, shiftKey }: Key): boolean {
  if (key === 'ArrowRight') {
    if (shiftKey) steps.skip();
    else steps.next();
    return true;
  }
  if (key === 'ArrowLeft') {
    steps.back();
    return true;
  }
  if (key === '.') {
    steps.toggleReviewMark();
    return true;
  }
  const index = indexOfKey({ key, code });
  return index >= 0 && steps.tickAt(index);
}

const isArrow = ({ key }: Key) => key === 'ArrowLeft' || key === 'ArrowRight';

const foreign = '[role="dialog"], textarea, select, input:not([type="checkbox"]):not([type="radio"])';

/**
 * Keys that belong to a field, a dialog or the browser. A confirmation that is answered keeps the focus while it fades: the keys
 * belong to the exam again.
 */
function isForeign(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true;
  if (pendingConfirm.get() !== undefined) return true;
  const { target } = event;
  if (!(target instanceof Element)) return false;
  if (target.closest('[data-answered]'))
    return [...document.querySelectorAll('[role="dialog"]')].some((one) => !one.closest('[data-answered]'));
  return target.closest(foreign) !== null;
}

/** Listens for the exam's keys wherever the focus is: letters tick, arrows move. Active from the first paint. */
export function useExamKeys(steps: ExamSteps): void {
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (isForeign(event)) return;
      // A held key counts once; otherwise it would toggle a tick or run through the questions. A held arrow would also select
      // another radio button.
      if (event.repeat ? isArrow(event) : pressKey(steps, event)) event.preventDefault();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [steps]);
}
