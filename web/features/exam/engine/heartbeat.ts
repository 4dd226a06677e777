/** How often the server is asked how it stands: seldom while all is well, often until it is reached again. */
const onlineInterval = 30_000;
export const offlineInterval = 3000;

type HeartbeatParts = {
  readonly isOnline: () => boolean;
  /** Asks the server; answers whether to go on asking. */
  readonly ask: () => Promise<boolean>;
};

export type Heartbeat = {
  /** Waits for the next question from now on. */
  readonly beat: () => void;
  /** Asks now. */
  readonly ask: () => Promise<void>;
  readonly stop: () => void;
};

/** Asks the server regularly, and sooner after a failure; not all of a room in the same moment. */
export function createHeartbeat({ isOnline, ask }: HeartbeatParts): Heartbeat {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const askNow = async () => {
    if (await ask()) beat();
  };
  function beat(): void {
    clearTimeout(timer);
    timer = setTimeout(
      () => void askNow(),
      isOnline() ? onlineInterval : offlineInterval * (1 + Math.random() / 2),
    );
  }
  return { beat, ask: askNow, stop: () => clearTimeout(timer) };
}
