import type { ContestationErrorCode } from '#domain/errors.ts';

/** The refusals of contestations; they come with their screens. */
export const contestationErrors = {
  'contestation.switchedOff': 'Les contestations ne sont pas autorisées actuellement.',
  'contestation.keyClosed':
    'D’autres peuvent encore recevoir les mêmes questions. Les contestations de cet examen ouvrent le {{opensAt}}.',
  'contestation.notOpenYet': 'Les contestations de cette session ouvrent le {{opensAt}}.',
  'contestation.closed': 'Les contestations de cette session ont été closes le {{closedAt}}.',
  'contestation.daysOver': 'Le délai de contestation de cet examen a pris fin le {{closedAt}}.',
  'contestation.twice': 'Une autre contestation du même type ne peut pas être créée pour cet examen.',
  'contestation.noQuestion': 'Choisissez au moins une question.',
  'contestation.questionTwice': 'La question est choisie deux fois.',
  'contestation.explanationMissing': 'Une explication est nécessaire.',
  'contestation.caseTwice': 'Cette question est déjà ouverte comme cas dans cette session.',
  'contestation.notServed': 'La question n’a pas été posée dans cette session.',
  'contestation.adminsOnly': 'Seuls les administrateurs traitent cette contestation.',
  'contestation.notHolder': 'Seuls les titulaires de la discipline traitent cette question.',
  'contestation.ended':
    'Le délai de traitement des contestations a pris fin le {{endedAt}}. Adressez-vous à un administrateur.',
  'contestation.ownExam': 'Vous avez passé cet examen vous-même ; quelqu’un d’autre doit la traiter.',
  'contestation.relative': 'Vous avez signalé cet étudiant comme proche ; quelqu’un d’autre doit la traiter.',
  'contestation.resolved': 'La question est déjà traitée. Rouvrez la contestation pour décider à nouveau.',
  'contestation.notResolved': 'Rien n’a encore été décidé dans cette contestation.',
  'contestation.settleMissing': 'Choisissez comment la question acceptée est réglée.',
  'contestation.reach': 'Le règlement ne peut pas porter aussi loin.',
  'contestation.answersMissing': 'Choisissez les réponses de la question.',
  'contestation.noLateAnswer': 'Il n’y a pas de réponse tardive à cette question.',
} satisfies Record<ContestationErrorCode, string>;
