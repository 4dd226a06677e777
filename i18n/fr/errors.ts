import type { FirstErrorCode } from '#i18n/catalogue.ts';

/** The refusals that Login, a running exam or any screen can get. */
export const errors = {
  'auth.wrongCredentials': 'L’adresse e-mail ou le mot de passe est incorrect.',
  'auth.expired': 'Session expirée',
  'auth.forbidden': 'Vous n’avez pas les droits d’accès à cette ressource',
  'auth.throttled': 'Trop de tentatives. Attendez {{seconds}} secondes et réessayez.',
  'auth.queued':
    'Beaucoup de personnes se connectent en ce moment. Réessayez dans environ {{seconds}} secondes.',
  'auth.directoryDown': 'L’annuaire de l’université ne répond pas. Réessayez dans quelques minutes.',
  'auth.linkInvalid': 'Ce lien a expiré ou a déjà été utilisé. Demandez-en un nouveau.',
  'auth.notLocal':
    'Ce compte est géré dans l’annuaire de l’université ; c’est là que se change son mot de passe.',
  'auth.enrolmentUnknown': 'Cette inscription n’appartient pas au compte.',
  'auth.examRunning': 'La faculté ne peut pas être changée pendant un examen.',

  'request.malformed': 'La demande n’a pas pu être comprise.',
  'request.tooLarge': 'L’envoi est trop volumineux.',
  'request.stalled': 'La demande n’est pas arrivée en entier. Vérifiez la connexion et réessayez.',
  'request.tooMany': 'Trop de demandes sont en cours en ce moment. Réessayez dans {{seconds}} secondes.',
  'request.tooSlow':
    'L’opération a duré trop longtemps et a été arrêtée. Précisez la recherche ou réessayez plus tard.',
  'resource.notFound': 'La ressource demandée est introuvable',
  'server.failed': 'Une erreur est survenue sur le serveur. Rien n’a été enregistré ; veuillez réessayer.',
  'server.unavailable': 'Le serveur n’est pas disponible. Veuillez réessayer plus tard !',

  'validation.failed': 'Certains champs sont incorrects. Veuillez les vérifier.',
  'validation.required': 'Champ obligatoire',
  'validation.tooShort': 'Au moins {{min}} caractères sont nécessaires',
  'validation.tooLong': 'Au plus {{max}} caractères sont permis',

  'exam.tooEarly': 'Il est trop tôt : l’examen peut être commencé à partir de {{startsAt}}.',
  'exam.tooLate': 'Il est trop tard : le temps réservé à l’examen s’est terminé à {{endedAt}}.',
  'exam.none': 'Aucun examen n’est programmé pour vous maintenant.',
  'exam.notRunning': 'Cet examen n’a pas été commencé.',
  'exam.finished':
    'L’examen est terminé. La réponse a été conservée comme tardive et n’est pas comptée automatiquement.',
  'exam.late':
    'La réponse est arrivée après la fin du temps. Elle a été conservée comme tardive et n’est pas comptée automatiquement.',
  'exam.takenOver':
    'L’examen a été ouvert dans un autre onglet ou sur un autre ordinateur ; il n’est plus possible de répondre ici.',
  'exam.sitting':
    'Vous passez un examen ; tout le reste sera de nouveau accessible une fois l’examen terminé.',
  'exam.answerImpossible': 'Cette combinaison de réponses n’est pas possible pour cette question.',
  'exam.notFinished': 'L’examen n’est pas encore terminé.',
  'exam.previewClosed': 'Les questions de cet examen ne peuvent pas être vues maintenant.',
  'exam.notDurable':
    'La base de données ne stocke pas les données de façon sûre : les examens ne peuvent pas commencer. Prévenez l’administrateur.',
  'exam.keyOpen':
    'Le corrigé de cet examen est déjà visible : l’examen ne peut plus être rouvert ni prolongé.',
  'exam.outage':
    'Le serveur a été interrompu. L’examen reste ouvert jusqu’à ce qu’il soit décidé si du temps est accordé ; cette page reprend d’elle-même.',
} satisfies Record<FirstErrorCode, string>;
