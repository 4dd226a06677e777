import { isConnectionLoss, ServerSilent } from '#server/db/connection-loss.ts';
import type { Sql } from '#server/db/database.ts';
import { type DiskSpace, isDiskFull } from './save-probe.ts';
import { type SaveRequest, type SaveRow, saveParameters, saveStatement } from './save-statement.ts';

/**
 * The largest useful batch: in a larger one the first save waits for the last while the process idles. A full
 * batch is sent at once, without reading further requests.
 */
const maxPerBatch = 24;

/** Batches in flight: while one waits for the database, the next is assembled. */
export const maxConcurrentBatches = 2;

/**
 * How often a batch starts while the machine is full, in milliseconds: a batch of one takes as much of the processors as several saves of
 * a larger one.
 */
const gatherMilliseconds = 20;

export type SaverOptions = {
  readonly space?: DiskSpace;
  /** Called with the number of saves in each batch. */
  readonly noteBatch?: ((saves: number) => void) | undefined;
  /** Whether others need every processor, so that saves gather to larger batches. */
  readonly isMachineFull?: (() => boolean) | undefined;
};

type QueuedSave = {
  readonly save: SaveRequest;
  readonly resolve: (row: SaveRow) => void;
  readonly reject: (error: unknown) => void;
};

export type Saver = {
  /** Saves durably; resolves after the commit. Saves of one exam keep their order. */
  save(request: SaveRequest): Promise<SaveRow>;
  /** Resolves when no save of the exam is in flight in this process. */
  settled(examId: number): Promise<void>;
};

/**
 * Batches concurrent saves into one commit. A batch holds at most one save per exam, and none of an exam in another
 * batch in flight; later saves are queued. A failed batch is retried save by save, so a bad save does not fail its
 * neighbours; a batch that lost its connection is retried unchanged, and refused while the database is unavailable.
 * When it falls silent, all waiting saves are refused at once. The saves' keys make a retry harmless if the first
 * attempt did commit.
 */
export function openSaver(
  sql: Sql,
  { space = { isShort: false }, noteBatch = () => {}, isMachineFull = () => false }: SaverOptions = {},
): Saver {
  let queue: QueuedSave[] = [];
  let running = 0;
  let isLooking = false;
  let nextGathered = 0;
  let isGathering = false;
  const inFlight = new Set<number>();
  const batches = new Set<readonly QueuedSave[]>();
  const pendingByExam = new Map<number, Promise<unknown>>();

  const write = async (saves: readonly SaveRequest[]): Promise<SaveRow[]> => {
    try {
      const parameters = saveParameters(saves, performance.now());
      const rows = await sql.unsafe<SaveRow[]>(saveStatement, parameters, { prepare: true });
      space.isShort = false;
      return rows;
    } catch (error) {
      space.isShort = isDiskFull(error);
      throw error;
    }
  };

  const takeBatch = (): QueuedSave[] => {
    const exams = new Set(inFlight);
    const batch: QueuedSave[] = [];
    const left: QueuedSave[] = [];
    for (const waiting of queue) {
      if (batch.length < maxPerBatch && !exams.has(waiting.save.examId)) {
        exams.add(waiting.save.examId);
        batch.push(waiting);
      } else left.push(waiting);
    }
    queue = left;
    return batch;
  };

  const writeOne = async ({ save, resolve, reject }: QueuedSave): Promise<void> => {
    try {
      const [row] = await write([save]);
      if (row) resolve(row);
      else reject(new Error('a save was not answered'));
    } catch (error) {
      reject(error);
    }
  };

  /** Writes a batch and settles each of its saves. */
  const writeTogether = async (batch: readonly QueuedSave[]): Promise<() => void> => {
    const rows = await write(batch.map(({ save }) => save));
    return () => {
      for (const row of rows) batch[row.ord - 1]?.resolve(row);
    };
  };

  /** Nobody waits for a silent server a second time: the pages keep their saves and send them again. */
  const refuseAll = (error: ServerSilent): void => {
    const refused = [...[...batches].flat(), ...queue];
    queue = [];
    for (const { reject } of refused) reject(error);
  };

  const writeBatch = async (batch: readonly QueuedSave[]): Promise<() => void> => {
    try {
      return await writeTogether(batch).catch((error: unknown) => {
        if (!isConnectionLoss(error) || error instanceof ServerSilent) throw error;
        return writeTogether(batch);
      });
    } catch (error) {
      if (isConnectionLoss(error)) for (const { reject } of batch) reject(error);
      else for (const waiting of batch) await writeOne(waiting);
      if (error instanceof ServerSilent) refuseAll(error);
      return () => {};
    }
  };

  const sendBatch = async (batch: readonly QueuedSave[]): Promise<void> => {
    noteBatch(batch.length);
    for (const { save } of batch) inFlight.add(save.examId);
    batches.add(batch);
    const resolveAll = await writeBatch(batch);
    batches.delete(batch);
    for (const { save } of batch) inFlight.delete(save.examId);
    running -= 1;
    // Send the next batch before building these responses: database and process work in parallel.
    startBatches();
    resolveAll();
  };

  /** While the machine is full: whether the next batch waits for more saves; then it starts later. */
  const mustGather = (): boolean => {
    const wait = nextGathered - performance.now();
    if (wait <= 0 || queue.length >= maxPerBatch || !isMachineFull()) return false;
    if (!isGathering)
      setTimeout(() => {
        isGathering = false;
        startBatches();
      }, wait);
    isGathering = true;
    return true;
  };

  /** Sends queued saves while fewer than the maximum of batches are in flight. */
  const startBatches = (): void => {
    while (running < maxConcurrentBatches && queue.length > 0 && !mustGather()) {
      const batch = takeBatch();
      if (batch.length === 0) return;
      nextGathered = performance.now() + gatherMilliseconds;
      running += 1;
      void sendBatch(batch);
    }
  };

  return {
    save: (save) => {
      const saved = new Promise<SaveRow>((resolve, reject) => {
        queue.push({ save, resolve, reject });
      });
      const last = saved.catch(() => undefined);
      pendingByExam.set(save.examId, last);
      void last.then(() => {
        if (pendingByExam.get(save.examId) === last) pendingByExam.delete(save.examId);
      });
      if (running === maxConcurrentBatches) return saved;
      if (queue.length >= maxPerBatch) startBatches();
      else if (!isLooking) {
        isLooking = true;
        // After reading everything that has arrived, so that it joins the batch.
        setImmediate(() => {
          isLooking = false;
          startBatches();
        });
      }
      return saved;
    },
    settled: async (examId) => {
      await pendingByExam.get(examId);
    },
  };
}
