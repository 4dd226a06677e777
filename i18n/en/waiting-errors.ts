import type { WaitingErrorCode } from '#domain/errors.ts';

/** The refusals of the waiting list; they come with booking. */
export const waitingErrors = {
  'waitingPlace.notFull': 'There are free seats: book one instead of waiting.',
  'waitingPlace.twice': 'The student already waits for this.',
  'waitingPlace.tooMany': 'Nobody can wait for more than {{max}} places at a time.',
  'waitingPlace.alreadyThere': 'The student already has a seat there.',
  'waitingPlace.notOffered': 'No seat has been offered for this place yet.',
  'waitingPlace.offerEnded': 'The time to accept is over; the seat is offered to the next person.',
} satisfies Record<WaitingErrorCode, string>;
