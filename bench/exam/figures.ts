/** A figure measured in several rounds, with its goal. */
export type Figure = {
  readonly name: string;
  readonly unit: string;
  /** Absent when the figure has no goal. */
  readonly goal?: { readonly atLeast: number } | { readonly atMost: number };
  readonly values: number[];
};

const median = (values: readonly number[]) => {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
};

const show = (value: number) =>
  Math.abs(value) >= 100 ? value.toFixed(0) : Math.abs(value) >= 10 ? value.toFixed(1) : value.toFixed(2);

/** The figures of a run, collected by name. */
export class Figures {
  readonly #all = new Map<string, Figure>();

  add(name: string, unit: string, value: number, goal?: Figure['goal']): void {
    const figure = this.#all.get(name) ?? { name, unit, values: [], ...(goal && { goal }) };
    figure.values.push(value);
    this.#all.set(name, figure);
  }

  /** Prints median and worst of each figure; true when every median reaches its goal. */
  print(): boolean {
    let reached = true;
    for (const { name, unit, goal, values } of this.#all.values()) {
      const larger = goal === undefined ? unit === '/s' : 'atLeast' in goal;
      const worst = larger ? Math.min(...values) : Math.max(...values);
      const middle = median(values);
      const bound = goal === undefined ? undefined : 'atLeast' in goal ? goal.atLeast : goal.atMost;
      const good = bound === undefined || (larger ? middle >= bound : middle <= bound);
      reached &&= good;
      const selected =
        bound === undefined ? '' : `   goal ${larger ? '≥' : '≤'} ${bound} ${good ? '✓' : '✗ missed'}`;
      console.log(
        `${name.padEnd(62)} median ${show(middle).padStart(7)} ${unit.padEnd(8)} worst ${show(worst).padStart(7)}${selected}`,
      );
    }
    return reached;
  }
}
