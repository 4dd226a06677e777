/** Resolves after a delay; rejects with the signal's reason when aborted. */
export const delay = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', abort, { once: true });
  });

export type InterruptibleDelay = {
  readonly wait: (milliseconds: number) => Promise<void>;
  /** Ends the current delay, if any. */
  readonly wake: () => void;
};

/** A delay that can be ended early. */
export function interruptibleDelay(): InterruptibleDelay {
  let end: (() => void) | undefined;
  return {
    wait: (milliseconds) =>
      new Promise<void>((resolve) => {
        const finish = () => {
          clearTimeout(timer);
          end = undefined;
          resolve();
        };
        const timer = setTimeout(finish, milliseconds);
        end = finish;
      }),
    wake: () => end?.(),
  };
}
