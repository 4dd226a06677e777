import { createStore } from '#web/base/store.ts';

export type ConfirmOptions = {
  readonly title: string;
  readonly message: string;
  /** What the confirming button says; it names the deed ("Delete the room"), never only "OK". */
  readonly confirmLabel: string;
  /** The deed cannot be undone: the button is red. */
  readonly danger?: boolean;
};

type PendingConfirm = ConfirmOptions & { readonly answer: (confirmed: boolean) => void };

/** The buttons that wait for a declined confirmation come back after this (spec section 9). */
const declinedMilliseconds = 100;

/** The question on the screen now, if there is one; `ConfirmHost` shows it. */
export const pendingConfirm = createStore<PendingConfirm | undefined>(undefined);

let hosts = 0;

/** Told by a host that it can show questions from now on; returns how to say that it no longer can. */
export function registerConfirmHost(): () => void {
  hosts += 1;
  return () => {
    hosts -= 1;
  };
}

/**
 * Asks before something that matters. Resolves at once when confirmed; when declined only after a moment,
 * so that whoever disables buttons while waiting enables them again just then. Where no host has arrived yet the browser asks:
 * a question that nobody sees would hold everything up.
 */
export async function confirm(options: ConfirmOptions): Promise<boolean> {
  if (hosts === 0) return window.confirm(`${options.title}\n\n${options.message}`);
  pendingConfirm.get()?.answer(false);
  return new Promise((resolve) => {
    const answer = (confirmed: boolean) => {
      pendingConfirm.set(undefined);
      if (confirmed) resolve(true);
      else setTimeout(() => resolve(false), declinedMilliseconds);
    };
    pendingConfirm.set({ ...options, answer });
  });
}
