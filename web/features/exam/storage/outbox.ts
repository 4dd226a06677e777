import { interruptibleDelay } from '#web/base/delay.ts';
import { inOrder, type UnsentSave } from './unsent-save.ts';

/** Where unsent saves outlive the page. */
export type OutboxStorage = {
  readonly put: (save: UnsentSave) => Promise<void>;
  readonly remove: (saveId: string) => Promise<void>;
};

/** What became of one attempt to send. */
export type SendOutcome =
  | { readonly is: 'stored' }
  /** The server kept it, but it does not count by itself. */
  | { readonly is: 'late' }
  /** It cannot be taken as things stand. It holds up nobody and stays kept, so that a later page tries again. */
  | { readonly is: 'refused' }
  | { readonly is: 'takenOver' }
  /** It is practice, and its owner sits an official exam now: it stays kept until that has ended. */
  | { readonly is: 'sitting' }
  | { readonly is: 'signedOut' }
  | { readonly is: 'unreachable' };

type OutboxParts = {
  readonly storage: OutboxStorage;
  readonly send: (save: UnsentSave) => Promise<SendOutcome>;
  /** Told of every attempt; `attempt` counts those that failed in a row. */
  readonly onOutcome: (save: UnsentSave, outcome: SendOutcome, attempt: number) => void;
  /** Told when this browser cannot keep a save; it is sent all the same. */
  readonly onStorageFailed?: () => void;
  /** From 0 to 1, so that a whole room does not come back in the same moment. */
  readonly chance?: () => number;
};

export type Outbox = {
  /** Keeps a save, then sends it after those before it. Resolves once it is kept. */
  readonly add: (save: UnsentSave) => Promise<void>;
  /** Sends what was kept by another page; answers what of it was not known. */
  readonly inherit: (saves: readonly UnsentSave[]) => readonly UnsentSave[];
  readonly size: () => number;
  /** Resolves when everything added so far is kept. */
  readonly allKept: () => Promise<void>;
  /** Tries again now: the connection may be back, or somebody signed in. */
  readonly wake: () => void;
  /** Resolves when nothing waits any more, or nothing is sent any more. */
  readonly drained: () => Promise<void>;
  /** Sends nothing any more; what is kept stays kept. */
  readonly stop: () => void;
};

const firstRetry = 500;
const longestPause = 10_000;

/** The pause after so many failures: half a second once (EXAM-8), then longer and longer, with a little chance. */
export const retryDelayAfter = (failures: number, chance: number): number =>
  failures <= 1
    ? firstRetry
    : Math.min(longestPause, firstRetry * 2 ** (failures - 1) * (0.8 + 0.4 * chance));

/** One exam's saves on their way: kept before they are sent, one at a time, in order, until each is acknowledged. */
export function createOutbox({
  storage,
  send,
  onOutcome,
  onStorageFailed,
  chance = Math.random,
}: OutboxParts): Outbox {
  let queue: readonly UnsentSave[] = [];
  const kept = new Map<string, Promise<void>>();
  let isSending = false;
  let isStopped = false;
  let failures = 0;
  const pause = interruptibleDelay();
  let waiting: (() => void)[] = [];

  const drop = (save: UnsentSave) => {
    queue = queue.filter((one) => one !== save);
    kept.delete(save.saveId);
  };

  /** The server has it. One that stays behind is sent again by the next page, which the server answers as before. */
  async function settle(save: UnsentSave): Promise<void> {
    drop(save);
    await storage.remove(save.saveId).catch(() => undefined);
  }

  /** One attempt with the oldest, and the pause that follows from it. */
  async function sendOldest(save: UnsentSave): Promise<void> {
    await kept.get(save.saveId);
    const outcome = await send(save);
    if (isStopped) return;
    failures = outcome.is === 'unreachable' ? failures + 1 : 0;
    if (outcome.is === 'stored' || outcome.is === 'late') await settle(save);
    if (outcome.is === 'refused') drop(save);
    if (outcome.is === 'takenOver' || outcome.is === 'sitting') isStopped = true;
    onOutcome(save, outcome, failures);
    if (outcome.is === 'unreachable') await pause.wait(retryDelayAfter(failures, chance()));
    if (outcome.is === 'signedOut') await pause.wait(longestPause * 6);
  }

  async function pump(): Promise<void> {
    if (isSending) return;
    isSending = true;
    for (let save = queue[0]; save && !isStopped; save = queue[0]) await sendOldest(save);
    isSending = false;
    if (queue.length === 0) release();
  }

  function release(): void {
    for (const done of waiting) done();
    waiting = [];
  }

  return {
    add: async (save) => {
      const keeping = storage.put(save).catch(() => onStorageFailed?.());
      kept.set(save.saveId, keeping);
      queue = [...queue, save];
      if (failures > 1) pause.wake();
      void pump();
      await keeping;
    },
    inherit: (saves) => {
      const known = new Set(queue.map(({ saveId }) => saveId));
      const fresh = saves.filter(({ saveId }) => !known.has(saveId));
      queue = inOrder([...queue, ...fresh]);
      void pump();
      return fresh;
    },
    size: () => queue.length,
    allKept: async () => void (await Promise.all(kept.values())),
    wake: () => {
      pause.wake();
      void pump();
    },
    drained: () => (queue.length === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
    stop: () => {
      isStopped = true;
      pause.wake();
      release();
    },
  };
}
