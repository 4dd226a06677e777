export type WakeablePause = {
  readonly wait: (milliseconds: number) => Promise<void>;
  /** Ends the pause that is under way, if one is. */
  readonly wake: () => void;
};

/** A pause that somebody can end early. */
export function wakeablePause(): WakeablePause {
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
