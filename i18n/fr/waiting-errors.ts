import type { WaitingErrorCode } from '#domain/errors.ts';

/** The refusals of the waiting list; they come with booking. */
export const waitingErrors = {
  'waitingPlace.notFull': 'Il reste des places libres : réservez au lieu d’attendre.',
  'waitingPlace.twice': 'L’étudiant attend déjà ici.',
  'waitingPlace.tooMany': 'Personne ne peut attendre à plus de {{max}} endroits à la fois.',
  'waitingPlace.alreadyThere': 'L’étudiant y a déjà une place.',
  'waitingPlace.notOffered': 'Aucune place n’a encore été proposée.',
  'waitingPlace.offerEnded':
    'Le délai d’acceptation est passé ; la place est proposée à la personne suivante.',
} satisfies Record<WaitingErrorCode, string>;
