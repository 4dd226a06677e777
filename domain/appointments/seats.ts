/** A seat of a room; row 0 is for seats outside the rows. */
export type Seat = { readonly row: number; readonly seat: number };

export type SeatRow = { readonly row: number; readonly seats: number };

const numbered = (row: number, count: number): Seat[] =>
  Array.from({ length: Math.max(0, count) }, (_, index) => ({ row, seat: index + 1 }));

/** The seats of a room in filling order: row by row from the front, then those outside the rows. */
export function seatsOf(total: number, rows: readonly SeatRow[]): readonly Seat[] {
  const inRows = rows
    .toSorted((one, other) => one.row - other.row)
    .flatMap(({ row, seats }) => numbered(row, seats));
  return [...inRows, ...numbered(0, total - inRows.length)];
}

/** A mark of a seat: never assigned, or kept for those who need it. */
export const seatMarks = ['outOfOrder', 'accessible'] as const;
type Mark = (typeof seatMarks)[number];
export type SeatMark = Seat & { readonly mark: Mark };
export type MarkedSeat = Seat & { readonly mark: Mark | null };

/** Seats with their marks; marks of seats that no longer exist are dropped. */
export function withMarks(seats: readonly Seat[], marks: readonly SeatMark[]): readonly MarkedSeat[] {
  const key = ({ row, seat }: Seat) => `${row} ${seat}`;
  const byPlace = new Map(marks.map((one) => [key(one), one.mark]));
  return seats.map((seat) => ({ ...seat, mark: byPlace.get(key(seat)) ?? null }));
}
