import type { SlotTimes } from './booking.ts';

type Slot = SlotTimes & { readonly examDate: string; readonly examRoomSlotId: number };

/** The exams of a person that matter for another seat; the ends include extra time. */
type OwnExams = {
  /** The slot that was full, and the one of the appointment that moves. */
  readonly taken: readonly Pick<Slot, 'examDate' | 'examRoomSlotId'>[];
  readonly others: readonly SlotTimes[];
  readonly extraMinutes: number;
};

type Seats = {
  /** Free seats that fit the person. */
  readonly fitting: number;
  readonly free: number;
  /** How many others wait for a seat there; they can also take the seats that do not fit. */
  readonly waiting: number;
};

/** Whether a person could get a seat in a slot now: more seats are free than students wait, one fits, and none of their exams overlaps. */
export function isOpenSlot(
  { examDate, examRoomSlotId, startsAt, endsAt }: Slot,
  { taken, others, extraMinutes }: OwnExams,
  { fitting, free, waiting }: Seats,
): boolean {
  const lastEnd = endsAt + extraMinutes * 60_000;
  return (
    fitting > 0 &&
    free > waiting &&
    !taken.some((one) => one.examDate === examDate && one.examRoomSlotId === examRoomSlotId) &&
    !others.some((other) => other.startsAt < lastEnd && startsAt < other.endsAt)
  );
}

/** The slot to name instead of a full one: the first that does not begin earlier, otherwise an earlier one of the same day. */
export function nextSlot<S extends Slot>(open: readonly S[], full: Slot): S | undefined {
  const isLater = ({ examDate, startsAt }: S) => examDate > full.examDate || startsAt >= full.startsAt;
  return (
    open.toSorted((one, other) => one.startsAt - other.startsAt).find(isLater) ??
    open.find(({ examDate }) => examDate === full.examDate)
  );
}
