import type { WaitingErrorCode } from '#domain/errors.ts';

/** The refusals of the waiting list; they come with booking. */
export const waitingErrors = {
  'waitingPlace.notFull': 'Există locuri libere: fă o programare în loc să aștepți.',
  'waitingPlace.twice': 'Studentul așteaptă deja aici.',
  'waitingPlace.tooMany': 'Nimeni nu poate aștepta la mai mult de {{max}} locuri deodată.',
  'waitingPlace.alreadyThere': 'Studentul are deja un loc acolo.',
  'waitingPlace.notOffered': 'Încă nu a fost oferit niciun loc.',
  'waitingPlace.offerEnded': 'Timpul de acceptare a expirat; locul este oferit următoarei persoane.',
} satisfies Record<WaitingErrorCode, string>;
