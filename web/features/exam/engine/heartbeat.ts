/** How often the server is asked how it stands: seldom while all is well, often until it is reached again. */
const calmBeat = 30_000;
export const anxiousBeat = 3000;

type HeartbeatParts = {
  readonly isCalm: () => boolean;
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
export function createHeartbeat({ isCalm, ask }: HeartbeatParts): Heartbeat {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const askNow = async () => {
    if (await ask()) beat();
  };
  function beat(): void {
    clearTimeout(timer);
    timer = setTimeout(() => void askNow(), isCalm() ? calmBeat : anxiousBeat * (1 + Math.random() / 2));
  }
  return { beat, ask: askNow, stop: () => clearTimeout(timer) };
}
