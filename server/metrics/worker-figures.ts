import type { Worker } from 'node:cluster';
import type { Figures } from './process-metrics.ts';

type Question = { readonly askFigures: number };
type Reply = { readonly figuresFor: number; readonly figures: Figures };

/** A worker that does not respond by then is left out. */
const responseMilliseconds = 2000;
let asked = 0;

/** The figures of every worker that responds. */
export async function figuresOfWorkers(workers: readonly Worker[]): Promise<readonly Figures[]> {
  asked += 1;
  const question: Question = { askFigures: asked };
  const replies = workers.map(
    (worker) =>
      new Promise<Figures | undefined>((resolve) => {
        const end = (figures: Figures | undefined) => {
          clearTimeout(timer);
          worker.off('message', onMessage);
          resolve(figures);
        };
        const onMessage = (message: Partial<Reply>) => {
          if (message.figuresFor === question.askFigures) end(message.figures);
        };
        const timer = setTimeout(() => end(undefined), responseMilliseconds);
        worker.on('message', onMessage);
        worker.send(question, (error) => error && end(undefined));
      }),
  );
  return (await Promise.all(replies)).filter((figures) => figures !== undefined);
}

/** Lets a worker respond with its figures. */
export function answerFigures(figures: () => Promise<readonly Figures[]>): void {
  process.on('message', (message: Partial<Question>) => {
    if (message.askFigures === undefined) return;
    const { askFigures } = message;
    void figures().then(([own = {}]) =>
      process.send?.({ figuresFor: askFigures, figures: own } satisfies Reply),
    );
  });
}
