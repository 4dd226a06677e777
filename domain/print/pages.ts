/** A piece of a paper that must stay on one page. */
export type Block = {
  readonly height: number;
  /** Begins a new page. */
  readonly startsPage?: boolean | undefined;
  /** A heading stays with what follows it. */
  readonly keepsWithNext?: boolean | undefined;
};

/**
 * Distributes blocks over pages in their order; no block is split between two pages (PRINT-1). A block higher than a
 * page gets one of its own. Returns the indexes of the blocks of each page.
 */
export function paginate(blocks: readonly Block[], pageHeight: number): number[][] {
  const pages: number[][] = [];
  let page: number[] = [];
  let used = 0;
  const turn = () => {
    if (page.length > 0) pages.push(page);
    page = [];
    used = 0;
  };
  for (const [index, block] of blocks.entries()) {
    const next = block.keepsWithNext ? (blocks[index + 1]?.height ?? 0) : 0;
    if (block.startsPage || used + block.height + next > pageHeight) turn();
    page.push(index);
    used += block.height;
  }
  turn();
  return pages;
}

/** Papers are printed in batches: of 50 papers with 100 questions each, the browser took up to 2 GB, too much for an office computer. */
export const papersPerBatch = 20;

/** Splits a list into batches. */
export function batchesOf<T>(all: readonly T[], size: number): T[][] {
  const batches: T[][] = [];
  for (let from = 0; from < all.length; from += size) batches.push(all.slice(from, from + size));
  return batches;
}
