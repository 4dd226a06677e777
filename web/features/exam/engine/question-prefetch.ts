import { indexToRead, type Paper, questionAt } from './exam-paper.ts';

type PrefetchOptions = {
  /** The paper while its questions are needed. */
  readonly paper: () => Paper | undefined;
  /** Fetches and delivers one question; returns whether to continue. */
  readonly read: (paper: Paper, index: number) => Promise<boolean>;
};

export type QuestionPrefetch = {
  /** Continues until every question is here: the current one first, then those after it. */
  readonly resume: () => void;
};

const maxWorkers = 3;

/** Prefetches the questions of an exam, so that the next one is ready and a short network loss goes unnoticed. */
export function createPrefetch({ paper, read }: PrefetchOptions): QuestionPrefetch {
  const inFlight = new Set<number>();
  /** Questions the server did not deliver when asked; they are not requested again. */
  const withheld = new Set<number>();
  let workers = 0;

  async function work(): Promise<void> {
    for (;;) {
      const current = paper();
      const index = current && indexToRead(current, new Set([...inFlight, ...withheld]));
      if (current === undefined || index === undefined) return;
      inFlight.add(index);
      const continues = await read(current, index).finally(() => inFlight.delete(index));
      if (!continues) return;
      const after = paper();
      if (after && questionAt(after, index)?.shown === undefined) withheld.add(index);
      // The first question has the connection to itself.
      resume();
    }
  }

  function resume(): void {
    const isFirst = paper()?.questions.every(({ shown }) => shown === undefined) ?? true;
    for (const target = isFirst ? 1 : maxWorkers; workers < target; ) {
      workers += 1;
      void work().finally(() => {
        workers -= 1;
      });
    }
  }

  return { resume };
}
