/** How one candidate did on an item, and on the rest of their paper. */
export type ItemResponse = {
  /** The share of the item's points, 0 to 1. */
  readonly share: number;
  /** The share of the points of all other items of the paper. */
  readonly rest: number;
  /** The share of the points of the whole paper. */
  readonly total: number;
  /** Bits of the bank's answers: those shown, and those ticked. */
  readonly shown: number;
  readonly ticked: number;
};

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

const grown = <T extends Float64Array | Int32Array>(column: T, larger: T): T => {
  larger.set(column);
  return larger;
};

/** The responses to one item in columns: a large cohort has hundreds of thousands, too many for an object each. */
export class ItemResponses {
  #length = 0;
  #shares: Float64Array;
  #rests: Float64Array;
  #totals: Float64Array;
  #shown: Int32Array;
  #ticked: Int32Array;

  /** The number of responses, if it is known. */
  constructor(expected = 16) {
    this.#shares = new Float64Array(expected);
    this.#rests = new Float64Array(expected);
    this.#totals = new Float64Array(expected);
    this.#shown = new Int32Array(expected);
    this.#ticked = new Int32Array(expected);
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
    if (at === this.#shares.length) this.#grow(4 * Math.max(4, at));
    this.#shares[at] = share;
    this.#rests[at] = rest;
    this.#totals[at] = total;
    this.#shown[at] = shown;
    this.#ticked[at] = ticked;
    this.#length = at + 1;
  }

  addAll(others: ItemResponses): void {
    const { shares, rests, totals, shown, ticked } = others;
    for (let at = 0; at < others.length; at += 1)
      this.add(shares[at] ?? 0, rests[at] ?? 0, totals[at] ?? 0, shown[at] ?? 0, ticked[at] ?? 0);
  }

  #grow(size: number): void {
    this.#shares = grown(this.#shares, new Float64Array(size));
    this.#rests = grown(this.#rests, new Float64Array(size));
    this.#totals = grown(this.#totals, new Float64Array(size));
    this.#shown = grown(this.#shown, new Int32Array(size));
    this.#ticked = grown(this.#ticked, new Int32Array(size));
  }

  get length(): number {
    return this.#length;
  }

  get shares(): Float64Array {
    return this.#shares.subarray(0, this.#length);
  }

  get rests(): Float64Array {
    return this.#rests.subarray(0, this.#length);
  }

  get totals(): Float64Array {
    return this.#totals.subarray(0, this.#length);
  }

  get shown(): Int32Array {
    return this.#shown.subarray(0, this.#length);
  }

  get ticked(): Int32Array {
    return this.#ticked.subarray(0, this.#length);
  }
}
