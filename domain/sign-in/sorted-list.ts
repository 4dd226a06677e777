export type SortedList<T> = {
  add(item: T): void;
  remove(item: T): void;
  first(): T | undefined;
  last(): T | undefined;
  /** How many items have a lower order. */
  countBelow(order: number): number;
  readonly size: number;
  [Symbol.iterator](): IterableIterator<T>;
};

/** Keeps items sorted by a number that must not change while they are in the list. */
export function sortedList<T>(orderOf: (item: T) => number): SortedList<T> {
  const items: T[] = [];
  const countBelow = (order: number): number => {
    let low = 0;
    let high = items.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (orderOf(items[middle] as T) < order) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return {
    countBelow,
    add: (item) => {
      const order = orderOf(item);
      let index = countBelow(order);
      while (index < items.length && orderOf(items[index] as T) === order) index += 1;
      items.splice(index, 0, item);
    },
    remove: (item) => {
      const index = items.indexOf(item, countBelow(orderOf(item)));
      if (index >= 0) items.splice(index, 1);
    },
    first: () => items[0],
    last: () => items.at(-1),
    get size() {
      return items.length;
    },
    [Symbol.iterator]: () => items.values(),
  };
}
