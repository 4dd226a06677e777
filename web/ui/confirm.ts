import { createStore } from './store.ts';

export type Question = {
  readonly title: string;
  readonly message: string;
  /** What the confirming button says; it names the deed ("Delete the room"), never only "OK". */
  readonly confirmLabel: string;
  /** The deed cannot be undone: the button is red. */
  readonly danger?: boolean;
};

type Asked = Question & { readonly answer: (confirmed: boolean) => void };

/** The buttons that wait for a declined confirmation come back after this (spec section 9). */
const declinedMilliseconds = 100;

/** The question on the screen now, if there is one; `ConfirmHost` shows it. */
export const askedQuestion = createStore<Asked | undefined>(undefined);

/**
 * Asks before something that matters. Resolves at once when confirmed; when declined only after a moment,
 * so that whoever disables buttons while waiting enables them again just then.
 */
export function confirm(question: Question): Promise<boolean> {
  askedQuestion.get()?.answer(false);
  return new Promise((resolve) => {
    const answer = (confirmed: boolean) => {
      askedQuestion.set(undefined);
      if (confirmed) resolve(true);
      else setTimeout(() => resolve(false), declinedMilliseconds);
    };
    askedQuestion.set({ ...question, answer });
  });
}
