/** How one candidate did on an item, and on the rest of their paper. */
export type ItemResponse = {
  /** The share of the item's points, 0 to 1. */
  readonly share: number;
  /** The share of the points of all other items of the paper. */
  readonly rest: number;
  /** The share of the points of the whole paper. */
  readonly total: number;
  /** Bits of the bank's answers: those shown, and those ticked; without any the item was omitted. */
  readonly shown: number;
  readonly ticked: number;
};

/** In `ticked`, above the bits of the answers, of which there are at most 30: something was ticked, if only an answer removed since. */
export const answeredBit = 1 << 30;

/** The points of a paper: possible and earned. */
export type PaperPoints = { readonly maxPoints: number; readonly sum: number };

/** The share of the points of a whole paper. */
export const totalOf = ({ maxPoints, sum }: PaperPoints): number => (maxPoints > 0 ? sum / maxPoints : 0);

/**
 * The share of the points of all other items of a whole paper, those of other disciplines of an integrative exam
 * included: an item has the same figures for everyone who may see it, at the desk and in the statistics.
 */
export const restOf = ({ maxPoints, sum }: PaperPoints, points: number, earned: number): number =>
  maxPoints > points ? (sum - earned) / (maxPoints - points) : 0;

/** Columns of one length in one piece of memory: thousands of small arrays would keep the collector busy. */
function columnsOf(length: number) {
  const memory = new ArrayBuffer(32 * length);
  return {
    shares: new Float64Array(memory, 0, length),
    rests: new Float64Array(memory, 8 * length, length),
    totals: new Float64Array(memory, 16 * length, length),
    shown: new Int32Array(memory, 24 * length, length),
    ticked: new Int32Array(memory, 28 * length, length),
  };
}

/** The responses to one item in columns: a large cohort has hundreds of thousands, too many for an object each. */
export class ItemResponses {
  #length = 0;
  #columns: ReturnType<typeof columnsOf>;

  /** The number of responses, if it is known. */
  constructor(expected = 16) {
    this.#columns = columnsOf(expected);
  }

  static of(responses: Iterable<ItemResponse>): ItemResponses {
    const collected = new ItemResponses();
    for (const { share, rest, total, shown, ticked } of responses)
      collected.add(share, rest, total, shown, ticked);
    return collected;
  }

  /** The fields of an `ItemResponse`. */
  add(share: number, rest: number, total: number, shown: number, ticked: number): void {
    const at = this.#length;
    if (at === this.#columns.shares.length) this.#grow(4 * Math.max(4, at));
    const columns = this.#columns;
    columns.shares[at] = share;
    columns.rests[at] = rest;
    columns.totals[at] = total;
    columns.shown[at] = shown;
    columns.ticked[at] = ticked;
    this.#length = at + 1;
  }

  addAll(others: ItemResponses): void {
    const { shares, rests, totals, shown, ticked } = others;
    for (let at = 0; at < others.length; at += 1)
      this.add(shares[at] ?? 0, rests[at] ?? 0, totals[at] ?? 0, shown[at] ?? 0, ticked[at] ?? 0);
  }

  #grow(size: number): void {
    const [before, after] = [this.#columns, columnsOf(size)];
    after.shares.set(before.shares);
    after.rests.set(before.rests);
    after.totals.set(before.totals);
    after.shown.set(before.shown);
    after.ticked.set(before.ticked);
    this.#columns = after;
  }

  get length(): number {
    return this.#length;
  }

  get shares(): Float64Array {
    return this.#columns.shares.subarray(0, this.#length);
  }

  get rests(): Float64Array {
    return this.#columns.rests.subarray(0, this.#length);
  }

  get totals(): Float64Array {
    return this.#columns.totals.subarray(0, this.#length);
  }

  get shown(): Int32Array {
    return this.#columns.shown.subarray(0, this.#length);
  }

  get ticked(): Int32Array {
    return this.#columns.ticked.subarray(0, this.#length);
  }
}
