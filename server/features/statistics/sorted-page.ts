type Key = number | string | null;
type Order = {
  readonly desc?: boolean | undefined;
  readonly skip?: number | undefined;
  readonly take?: number | undefined;
};

const { compare } = new Intl.Collator('ro', { numeric: true });

function ascending(one: Key, other: Key): number {
  if (typeof one === 'string' || typeof other === 'string')
    return compare(String(one ?? ''), String(other ?? ''));
  return (one ?? 0) - (other ?? 0);
}

/** A page of computed rows, sorted by a figure or a name. Missing figures come last; equal rows keep their order. */
export function sortedPage<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => Key,
  { desc = false, skip = 0, take = rows.length }: Order,
): Row[] {
  const keyed = rows.map((row) => ({ row, key: keyOf(row) }));
  const sorted = keyed.sort((one, other) => {
    if (one.key === null || other.key === null) return Number(one.key === null) - Number(other.key === null);
    return desc ? ascending(other.key, one.key) : ascending(one.key, other.key);
  });
  return sorted.slice(skip, skip + take).map(({ row }) => row);
}
