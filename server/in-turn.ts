/** Lets pieces of work through one after the other, in the order they came; one that fails does not hold up the next. */
export function inTurn(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work, work);
    last = mine;
    return mine;
  };
}

/** Lets up to `count` pieces of work run at once; the others wait their turn behind the shortest line. */
export function inLanes(count: number): <T>(work: () => Promise<T>) => Promise<T> {
  const lanes = Array.from({ length: count }, () => ({ take: inTurn(), waiting: 0 }));
  return async (work) => {
    const lane = lanes.reduce((best, one) => (one.waiting < best.waiting ? one : best));
    lane.waiting += 1;
    try {
      return await lane.take(work);
    } finally {
      lane.waiting -= 1;
    }
  };
}

export type InRotation = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** Runs one piece of work at a time, the keys taking turns: a crowd of one key holds up no other. Each key keeps its order. */
export function inRotation(): InRotation {
  const lines = new Map<string, (() => Promise<void>)[]>();
  let isBusy = false;

  const serve = async (): Promise<void> => {
    isBusy = true;
    for (let [first] = lines; first; [first] = lines) {
      const [key, line] = first;
      const work = line.shift();
      // Its next piece of work comes after one of each other key.
      lines.delete(key);
      if (line.length > 0) lines.set(key, line);
      await work?.();
    }
    isBusy = false;
  };

  return (key, work) =>
    new Promise((resolve, reject) => {
      const line = lines.get(key) ?? [];
      line.push(() => work().then(resolve, reject));
      lines.set(key, line);
      if (!isBusy) void serve();
    });
}
