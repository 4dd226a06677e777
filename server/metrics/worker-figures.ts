import type { Worker } from 'node:cluster';
import { countersOf, merged } from './exposition.ts';
import type { AllFigures, Figures } from './process-metrics.ts';

type Question = { readonly askFigures: number };
type Reply = { readonly figuresFor: number; readonly figures: Figures };

/** A worker that does not respond by then is left out. */
const responseMilliseconds = 2000;
let lastRequest = 0;

/** Reads the figures of workers, and remembers those of workers that ended: a counter never falls. */
export function openWorkerFigures(workers: () => readonly Worker[]): () => Promise<AllFigures> {
  const last = new Map<number, Figures>();
  return async () => {
    const replies = await figuresOfWorkers(workers());
    for (const [id, figures] of replies) last.set(id, figures);
    const silent = [...last].filter(([id]) => !replies.has(id)).map(([, figures]) => countersOf(figures));
    return { serving: [...replies.values()], before: merged(silent) };
  };
}

/** The figures of every worker that responds, by its id. */
async function figuresOfWorkers(workers: readonly Worker[]): Promise<ReadonlyMap<number, Figures>> {
  lastRequest += 1;
  const question: Question = { askFigures: lastRequest };
  const replies = workers.map(
    (worker) =>
      new Promise<readonly [number, Figures][]>((resolve) => {
        const end = (figures: Figures | undefined) => {
          clearTimeout(timer);
          worker.off('message', onMessage);
          resolve(figures === undefined ? [] : [[worker.id, figures]]);
        };
        const onMessage = (message: Partial<Reply>) => {
          if (message.figuresFor === question.askFigures) end(message.figures);
        };
        const timer = setTimeout(() => end(undefined), responseMilliseconds);
        worker.on('message', onMessage);
        worker.send(question, (error) => error && end(undefined));
      }),
  );
  return new Map((await Promise.all(replies)).flat());
}

/** Lets a worker respond with its figures. */
export function answerFigures(figures: () => Promise<AllFigures>): void {
  process.on('message', (message: Partial<Question>) => {
    if (message.askFigures === undefined) return;
    const { askFigures } = message;
    void figures().then(({ serving: [own = {}] }) =>
      process.send?.({ figuresFor: askFigures, figures: own } satisfies Reply),
    );
  });
}
