const minutesOf = (hour: string) => {
  const [hours = 0, minutes = 0] = hour.split(':').map(Number);
  return hours * 60 + minutes;
};
const hourOf = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

type GeneratedRow = { readonly rowNumber: number; readonly seats: number };
type GeneratedSlot = { readonly startHour: string; readonly endHour: string };

/** Rows with the same number of seats, numbered after the last existing one. */
export const generateRows = (count: number, seats: number, lastRow: number): readonly GeneratedRow[] =>
  Array.from({ length: count }, (_, index) => ({ rowNumber: lastRow + index + 1, seats }));

const longestOffered = 12;

/** The rows offered for a room: they take the seats that are in no row yet, equally many in each. */
export function offeredRows(seats: number, seatsInRows: number): { rows: number; seats: number } {
  const left = seats - seatsInRows;
  if (left <= 0) return { rows: 1, seats: longestOffered };
  const rows = Math.ceil(left / longestOffered);
  return { rows, seats: Math.floor(left / rows) };
}

/** Slots of equal length between two hours, with a pause between them; a shorter rest is left out. */
export function generateSlots(
  from: string,
  to: string,
  minutes: number,
  pause = 0,
): readonly GeneratedSlot[] {
  const slots: GeneratedSlot[] = [];
  if (minutes <= 0) return slots;
  const end = minutesOf(to);
  for (let start = minutesOf(from); start + minutes <= end; start += minutes + Math.max(0, pause))
    slots.push({ startHour: hourOf(start), endHour: hourOf(start + minutes) });
  return slots;
}
