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

/** A line of text or an image of a block, which is never cut, measured from the top of the block. */
export type Line = { readonly top: number; readonly bottom: number };

/** A part of a block that fits on a page: the block from one height to another, and the height it takes. */
export type Piece = { readonly from: number; readonly to: number; readonly height: number };

type Room = {
  /** The height of the whole block. */
  readonly height: number;
  readonly pageHeight: number;
  /** The height of the line that marks every piece but the first as continued. */
  readonly continued: number;
};

/** Merges neighbours on a line, like a letter and its superscript; up to `slack` they may overlap. */
export function linesOf(boxes: readonly Line[], slack: number): Line[] {
  const lines: Line[] = [];
  for (const box of [...boxes].sort((a, b) => a.top - b.top)) {
    const last = lines.at(-1);
    if (last && box.top < last.bottom - slack)
      lines[lines.length - 1] = { top: last.top, bottom: Math.max(last.bottom, box.bottom) };
    else lines.push(box);
  }
  return lines;
}

/**
 * Divides a block higher than a page: between its items, which are its text and its answers, and between the lines of an item
 * that does not fit on a page.
 */
export function splitBlock(items: readonly (readonly Line[])[], room: Room): Piece[] {
  const { height, pageHeight, continued } = room;
  const lines = items.flat();
  const cutBefore = (index: number) => {
    const [before, line] = [lines[index - 1], lines[index]];
    if (!line) return height;
    return before ? (before.bottom + line.top) / 2 : 0;
  };
  const cuts = [0];
  const fits = (to: number) => {
    const from = cuts.at(-1) ?? 0;
    return to - from <= pageHeight - (from > 0 ? continued : 0);
  };
  let first = 0;
  for (const item of items) {
    const after = first + item.length;
    const isWhole = cutBefore(after) - cutBefore(first) <= pageHeight - continued;
    if (!fits(cutBefore(after)))
      for (let index = first; index < (isWhole ? first + 1 : after); index += 1)
        if (cutBefore(index) > (cuts.at(-1) ?? 0) && (isWhole || !fits(cutBefore(index + 1))))
          cuts.push(cutBefore(index));
    first = after;
  }
  return cuts.map((from, index) => {
    const to = cuts[index + 1] ?? height;
    return { from, to, height: to - from + (from > 0 ? continued : 0) };
  });
}
