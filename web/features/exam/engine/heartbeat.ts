/** How often to ask the server for the status: rarely while online, often until it is reached again. */
const onlineInterval = 30_000;
export const offlineInterval = 3000;

type HeartbeatDeps = {
  readonly isOnline: () => boolean;
  /** Asks the server; returns whether to continue. */
  readonly ask: () => Promise<boolean>;
};

export type Heartbeat = {
  /** Restarts the interval. */
  readonly beat: () => void;
  /** Asks now. */
  readonly ask: () => Promise<void>;
  readonly stop: () => void;
};

/** Asks the server regularly, and sooner after a failure. Random jitter spreads the requests of a room. */
export function createHeartbeat({ isOnline, ask }: HeartbeatDeps): Heartbeat {
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
