/** The greatest height that lets images of these heights fit the room together when none is higher; at least 0. */
export function imageLimit(heights: readonly number[], room: number): number {
  const sorted = [...heights].sort((a, b) => a - b);
  let left = Math.max(0, room);
  for (const [index, height] of sorted.entries()) {
    const share = left / (sorted.length - index);
    if (height > share) return share;
    left -= height;
  }
  return sorted.at(-1) ?? 0;
}

/**
 * Divides a block higher than a page between its items. The head stays with the first item. Returns, for each piece,
 * the first item, the one after its last, and its height.
 */
export function splitBlock(
  head: number,
  items: readonly number[],
  pageHeight: number,
): { readonly from: number; readonly to: number; readonly height: number }[] {
  const pieces: { from: number; to: number; height: number }[] = [{ from: 0, to: 0, height: head }];
  for (const [index, height] of items.entries()) {
    const piece = pieces.at(-1);
    if (piece && (index === 0 || piece.height + height <= pageHeight)) {
      piece.to = index + 1;
      piece.height += height;
    } else pieces.push({ from: index, to: index + 1, height });
  }
  return pieces;
}
