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
