import { interruptibleDelay } from '#web/base/delay.ts';
import { inOrder, type UnsentSave } from './unsent-save.ts';

/** The storage in which unsent saves outlive the page. */
export type OutboxStorage = {
  readonly put: (save: UnsentSave) => Promise<void>;
  readonly remove: (saveId: string) => Promise<void>;
};

/** The outcome of one attempt to send. */
export type SendOutcome =
  | { readonly status: 'stored' }
  /** The server kept it, but does not score it automatically. */
  | { readonly status: 'late' }
  /** The server cannot accept it now. It does not block others and stays stored for a later page to retry. */
  | { readonly status: 'refused' }
  | { readonly status: 'takenOver' }
  /** It is practice, and its owner is sitting an official exam: it stays stored until that exam has ended. */
  | { readonly status: 'sitting' }
  | { readonly status: 'signedOut' }
  | {
      readonly status: 'unreachable';
      /** It is reached, but keeps the exam open until it is decided whether the time of an outage is credited. */
      readonly isHeld?: true;
    };

type OutboxDeps = {
  readonly storage: OutboxStorage;
  readonly send: (save: UnsentSave) => Promise<SendOutcome>;
  /** Called after every attempt; `attempt` counts consecutive failures. */
  readonly onOutcome: (save: UnsentSave, outcome: SendOutcome, attempt: number) => void;
  /** Called when this browser cannot store a save; it is sent anyway. */
  readonly onStorageFailed?: () => void;
  /** Random jitter from 0 to 1, so that a whole room does not retry in the same moment. */
  readonly chance?: () => number;
};

export type Outbox = {
  /** Stores a save, then queues it. Resolves once it is stored. */
  readonly add: (save: UnsentSave) => Promise<void>;
  /** Queues saves stored by another page; returns those that were not known. */
  readonly inherit: (saves: readonly UnsentSave[]) => readonly UnsentSave[];
  readonly size: () => number;
  /** Resolves when everything added so far is stored. */
  readonly allStored: () => Promise<void>;
  /** Retries now: the connection may be back, or the user signed in. */
  readonly wake: () => void;
  /** Resolves when the queue is empty or sending has stopped. */
  readonly drained: () => Promise<void>;
  /** Stops sending; stored saves stay stored. */
  readonly stop: () => void;
};

const firstRetry = 500;
const maxPause = 10_000;

/** The delay after a number of failures: half a second once (EXAM-8), then exponential backoff with jitter. */
export const retryDelayAfter = (failures: number, chance: number): number =>
  failures <= 1 ? firstRetry : Math.min(maxPause, firstRetry * 2 ** (failures - 1) * (0.8 + 0.4 * chance));

/**
 * The queue of one exam's saves. Each is stored before it is sent. They are sent one at a time, in order, until
 * acknowledged.
 */
export function createOutbox({
  storage,
  send,
  onOutcome,
  onStorageFailed,
  chance = Math.random,
}: OutboxDeps): Outbox {
  let queue: readonly UnsentSave[] = [];
  const writes = new Map<string, Promise<void>>();
  let isSending = false;
  let isStopped = false;
  let failures = 0;
  const pause = interruptibleDelay();
  let waiting: (() => void)[] = [];

  const drop = (save: UnsentSave) => {
    queue = queue.filter((one) => one !== save);
    writes.delete(save.saveId);
  };

  /** The server has it. If removing it fails, the next page sends it again, which is idempotent. */
  async function settle(save: UnsentSave): Promise<void> {
    drop(save);
    await storage.remove(save.saveId).catch(() => undefined);
  }

  /** One attempt to send the oldest save, and the delay after it. */
  async function sendOldest(save: UnsentSave): Promise<void> {
    await writes.get(save.saveId);
    const outcome = await send(save);
    if (isStopped) return;
    failures = outcome.status === 'unreachable' ? failures + 1 : 0;
    if (outcome.status === 'stored' || outcome.status === 'late') await settle(save);
    if (outcome.status === 'refused') drop(save);
    if (outcome.status === 'takenOver' || outcome.status === 'sitting') isStopped = true;
    onOutcome(save, outcome, failures);
    if (outcome.status === 'unreachable') await pause.wait(retryDelayAfter(failures, chance()));
    if (outcome.status === 'signedOut') await pause.wait(maxPause * 6);
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
      writes.set(save.saveId, keeping);
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
    allStored: async () => void (await Promise.all(writes.values())),
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
