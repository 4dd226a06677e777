import { createStore } from '#web/base/store.ts';

export type ConfirmOptions = {
  readonly title: string;
  readonly message: string;
  /** The label of the confirm button; it names the action ("Delete the room"), never only "OK". */
  readonly confirmLabel: string;
  /** The label of the other button; it names what happens instead ("Stay with the question"). */
  readonly declineLabel?: string;
  /** The action cannot be undone: the button is red. */
  readonly danger?: boolean;
};

type PendingConfirm = ConfirmOptions & { readonly answer: (confirmed: boolean) => void };

/** How long after declining the waiting buttons are enabled again (UX-16). */
const declinedMilliseconds = 100;

/** The open confirmation, if any; `ConfirmHost` shows it. */
export const pendingConfirm = createStore<PendingConfirm | undefined>(undefined);

let hosts = 0;

/** Registers a host that shows confirmations; returns a function that unregisters it. */
export function registerConfirmHost(): () => void {
  hosts += 1;
  return () => {
    hosts -= 1;
  };
}

/**
 * Asks the user to confirm. Resolves immediately when confirmed and after a short delay when declined, so that callers
 * enable their buttons again only then. Without a host the browser's own dialog asks, because an invisible confirmation
 * would block everything.
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
