/** The end of an exam and its interruptions, in French. */
export const examEnd = {
  endingTitle: 'Remise de la copie',
  heldTitle: 'L’examen reste ouvert',
  endingTimeTitle: 'Le temps est écoulé',
  endingSending: 'Vos dernières réponses sont en cours d’envoi. Laissez cette page ouverte.',
  endingHandingIn: 'Votre copie est en cours de remise.',
  endingWaiting_one:
    'Pas de connexion. {{count}} réponse attend sur cet ordinateur et sera envoyée dès le retour de la connexion. Laissez cette page ouverte et prévenez le surveillant.',
  endingWaiting_many:
    'Pas de connexion. {{count}} de réponses attendent sur cet ordinateur et seront envoyées dès le retour de la connexion. Laissez cette page ouverte et prévenez le surveillant.',
  endingWaiting_other:
    'Pas de connexion. {{count}} réponses attendent sur cet ordinateur et seront envoyées dès le retour de la connexion. Laissez cette page ouverte et prévenez le surveillant.',
  endingAway:
    'Pas de connexion. La copie sera rendue dès le retour de la connexion. Laissez cette page ouverte.',
  keepWorking: 'Continuer à travailler',
  summaryTitle: 'Avant de rendre la copie',
  summaryOpen: 'Certaines questions n’ont pas encore de réponse. Choisissez un numéro pour y revenir.',
  summaryOneTick:
    'Toutes les questions ont une réponse, mais certaines n’ont qu’une coche et donnent 0 point. Choisissez un numéro pour y revenir.',
  summaryAllAnswered: 'Toutes les questions ont une réponse. Choisissez un numéro pour revoir la question.',
  summary_answered: 'Avec réponse',
  summary_open: 'Sans réponse',
  summary_oneTick: 'Une seule coche, 0 point',
  summary_skipped: 'Dont passées',
  summary_forReview: 'À revoir',
  summary_unsent: 'Pas encore envoyées',
  summaryNone: 'aucune',
  summaryToOpen: 'Revenir aux questions sans réponse',
  partHandedIn: 'La partie {{index}} est rendue',
  partNext: 'Ensuite :',
  partQuestions_one: '{{count}} question',
  partQuestions_many: '{{count}} de questions',
  partQuestions_other: '{{count}} questions',
  partTimeLeft: 'il reste {{time}}',
  partTime: 'Le temps continue de courir.',
  partBegin: 'Commencer la partie {{index}}',
  takenOverTitle: 'L’examen continue ailleurs',
  takenOverText:
    'Il a été ouvert dans un autre onglet ou sur un autre ordinateur. On ne peut plus répondre ici ; tout ce que vous avez coché est gardé.',
  takeBack: 'Reprendre ici',
  finishedTitle: 'La copie est rendue',
  finishedText: 'Les résultats s’ouvrent.',
  late_one:
    '{{count}} réponse est arrivée au serveur après la fin. Elle est gardée comme tardive et montrée à la personne qui traite les réclamations techniques.',
  late_many:
    '{{count}} de réponses sont arrivées au serveur après la fin. Elles sont gardées comme tardives et montrées à la personne qui traite les réclamations techniques.',
  late_other:
    '{{count}} réponses sont arrivées au serveur après la fin. Elles sont gardées comme tardives et montrées à la personne qui traite les réclamations techniques.',
  toResults: 'Voir le résultat',
  signInTitle: 'Connectez-vous à nouveau',
  signInText:
    'Votre connexion a expiré. Tout ce que vous avez coché est gardé sur cet ordinateur et sera envoyé dès que vous serez connecté.',
  signInCorrected: 'Si votre adresse a été corrigée entre-temps, saisissez la nouvelle.',
  signInOther: 'C’est un autre compte. L’examen appartient à {{email}}.',
  signInLeave: 'Je suis quelqu’un d’autre',
  recorded: 'Écran enregistré',
  recordedHint:
    'Les clics et les mouvements sur cette page sont enregistrés en cas de contestation ; ce qui est tapé ne l’est pas.',
  notRecorded: 'Écran non enregistré',
  recordStop: 'Arrêter l’enregistrement',
  recordStart: 'Enregistrer de nouveau',
  recordStopTitle: 'Arrêter d’enregistrer l’écran ?',
  recordStopText:
    'Ce qui a été enregistré est conservé et l’interruption sera visible. En cas de contestation, il y aura moins de preuves. Vous pouvez reprendre à tout moment.',
  recordKeep: 'Continuer l’enregistrement',
};
