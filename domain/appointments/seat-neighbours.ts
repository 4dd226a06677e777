import type { Seat } from './seats.ts';

/** For each seat of a room, the indexes of its neighbours: left, right, front, back and diagonal. */
export function neighboursOf(seats: readonly Seat[]): readonly (readonly number[])[] {
  const rows = [...new Set(seats.map(({ row }) => row).filter((row) => row > 0))].sort((a, b) => a - b);
  // Row numbers may have gaps; the row behind is the next existing one. Seats outside the rows form their own line.
  const rank = new Map([[0, -2], ...rows.map((row, index) => [row, index] as const)]);
  const key = (line: number, seat: number) => `${line}/${seat}`;
  const indexes = new Map(seats.map(({ row, seat }, index) => [key(rank.get(row) ?? 0, seat), index]));
  return seats.map(({ row, seat }) => {
    const line = rank.get(row) ?? 0;
    const lines = row === 0 ? [line] : [line - 1, line, line + 1];
    return lines.flatMap((other) =>
      [seat - 1, seat, seat + 1].flatMap((number) => {
        const index = other === line && number === seat ? undefined : indexes.get(key(other, number));
        return index === undefined ? [] : [index];
      }),
    );
  });
}

/** Splits seats into four classes without neighbours: every second row, every second seat. */
export function classesOf(seats: readonly Seat[]): readonly number[] {
  const rows = [...new Set(seats.map(({ row }) => row))].sort((a, b) => a - b);
  const rank = new Map(rows.map((row, index) => [row, index]));
  return seats.map(({ row, seat }) => ((rank.get(row) ?? 0) % 2) * 2 + (seat % 2));
}
