import type { ErrorCode, LateErrorCode } from '#domain/errors.ts';

export const errors = {
  'auth.wrongCredentials': 'L’adresse e-mail ou le mot de passe est incorrect.',
  'auth.expired': 'Session expirée',
  'auth.forbidden': 'Vous n’avez pas les droits d’accès à cette ressource',
  'auth.throttled': 'Trop de tentatives. Attendez {{seconds}} secondes et réessayez.',
  'auth.queued':
    'Beaucoup de personnes se connectent en ce moment. Réessayez dans environ {{seconds}} secondes.',
  'auth.directoryDown': 'L’annuaire de l’université ne répond pas. Réessayez dans quelques minutes.',
  'auth.linkInvalid': 'Ce lien a expiré ou a déjà été utilisé. Demandez-en un nouveau.',
  'auth.notLocal': 'Ce compte est géré dans l’annuaire de l’université ; son mot de passe se change là-bas.',
  'auth.enrolmentUnknown': 'Cette inscription n’appartient pas au compte.',
  'auth.examRunning': 'La faculté ne peut pas être changée pendant un examen.',

  'request.malformed': 'La demande n’a pas pu être comprise.',
  'request.tooLarge': 'L’envoi est trop volumineux.',
  'request.stalled': 'La demande n’est pas arrivée en entier. Vérifiez la connexion et réessayez.',
  'request.tooMany': 'Trop de demandes sont en cours en ce moment. Réessayez dans {{seconds}} secondes.',
  'request.tooSlow':
    'L’opération a duré trop longtemps et a été arrêtée. Précisez la recherche ou réessayez plus tard.',
  'resource.notFound': 'La ressource demandée est introuvable',
  'resource.inUse': 'Suppression ou modification impossible : utilisé par {{by}} ({{count}}).',
  'resource.duplicate': 'Il en existe déjà un avec la même valeur : {{field}}.',
  'server.failed': 'Une erreur est survenue sur le serveur. Rien n’a été enregistré ; veuillez réessayer.',
  'server.unavailable': 'Le serveur n’est pas disponible. Veuillez réessayer plus tard !',

  'validation.failed': 'Certains champs sont incorrects. Veuillez les vérifier.',
  'validation.required': 'Champ obligatoire',
  'validation.selectOne': 'Choisissez au moins 1 élément',
  'validation.nonZero': 'La valeur ne peut pas être zéro',
  'validation.text': 'Un texte est attendu',
  'validation.number': 'Un nombre est attendu',
  'validation.integer': 'Un nombre entier est attendu',
  'validation.min': 'La valeur doit être au moins {{min}}',
  'validation.max': 'La valeur doit être au plus {{max}}',
  'validation.tooShort': 'Au moins {{min}} caractères sont nécessaires',
  'validation.tooLong': 'Au plus {{max}} caractères sont permis',
  'validation.email': 'La valeur n’est pas une adresse e-mail valide',
  'validation.smtpHost': 'Adresse du serveur SMTP non valide',
  'validation.date': 'Format de date non valide',
  'validation.time': 'Heure non valide, HH:MM attendu',
  'validation.choice': 'La valeur ne fait pas partie des choix',
  'validation.boolean': 'Oui ou non est attendu',
  'validation.reference': 'L’élément choisi n’existe plus ici ou ne vous est pas accessible',
  'validation.outOfReach': 'Cela dépasse ce qui vous est attribué',
  'validation.otherYear': '{{name}} est de l’année {{theirs}}, non de l’année {{year}}',
  'validation.unknownField': 'Ce champ est inconnu',
  'validation.endBeforeStart': 'La fin ne peut pas précéder le début',
  'validation.percentSum': 'Les deux pourcentages doivent totaliser 100',
  'validation.personalId':
    'Un CNP de 13 chiffres ou un autre identifiant de 6 à 20 lettres et chiffres est attendu',
  'validation.cnpChecksum':
    'Le CNP est incorrect : le dernier chiffre, le chiffre de contrôle, ne correspond pas. Vérifiez les 13 chiffres',
  'validation.cnpDate':
    'Le CNP est incorrect : les chiffres 2 à 7 doivent être la date de naissance (AAMMJJ)',
  'validation.cnpFuture': 'Le CNP est incorrect : la date de naissance est dans le futur',
  'validation.phone':
    'Un numéro de téléphone composé de chiffres est attendu, par exemple 0712 345 678 ou +40 712 345 678',

  'settings.changed':
    '{{by}} a modifié les mêmes paramètres entre-temps. Vos modifications ne sont pas encore enregistrées, mais rien n’est perdu.',
  'settings.wrongAddress': '« {{address}} » n’est pas une adresse e-mail valide',
  'settings.directoryMissing': 'Aucun annuaire n’est configuré : le serveur a été démarré sans LDAP_URL.',
  'settings.directoryFailed': 'L’annuaire ne répond pas : {{reason}}',
  'settings.mailMissing': 'Aucun serveur de messagerie n’est configuré. Enregistrez d’abord son adresse.',
  'settings.mailFailed': 'Le message n’a pas pu être envoyé : {{reason}}',

  'session.notFound': 'Session introuvable',
  'session.overlap': 'Les dates de la session chevauchent la session « {{description}} »',
  'slot.overlap': 'Le créneau chevauche un autre créneau de la même salle',
  'room.seatsExceeded': 'Les rangées ont plus de places que la salle',
  'room.seatUnknown': 'La salle n’a pas de place {{seat}} dans la rangée {{row}}',
  'secretary.duplicate': 'L’adresse e-mail est déjà attribuée à la même faculté, spécialisation et année',
  'account.needsAdministrator':
    'Le compte associé à cette adresse ne peut être modifié que par un administrateur',
  'student.sitting':
    'L’étudiant passe un examen ; avec cette adresse, il serait rattaché à un autre compte. Réessayez une fois l’examen terminé.',
  'student.addressOfAnother':
    'Cette adresse appartient à un autre étudiant : les identifiants personnels diffèrent',

  'discipline.placeInUse':
    'La spécialisation ou la série de la discipline ne peut pas être changée, car elle est utilisée dans un examen',
  'discipline.teacherTwice': 'La même personne ne peut pas être titulaire et collaborateur de la discipline',
  'chapter.inStructure':
    'Le chapitre ne peut pas être supprimé : une structure d’examen enregistrée en demande {{questions}} questions',

  'question.tooFewCorrect': 'Réponses correctes encore manquantes : {{missing}}',
  'question.tooFewWrong': 'Réponses fausses encore manquantes : {{missing}}',
  'question.answerTwice': 'Cette réponse apparaît deux fois',
  'question.changed':
    'Cette question a été modifiée entre-temps par {{by}}. Votre texte est conservé ; comparez avant d’enregistrer.',
  'question.notServable': 'Cette question ne peut pas être posée sous cette forme',

  'structure.missing': 'Cette discipline n’a pas encore de structure d’examen',
  'structure.notServable': 'La banque de questions ne peut pas couvrir la structure de l’examen',
  'structure.durationMissing': 'La discipline doit avoir une durée d’examen',
  'structure.questionsMissing': 'La discipline doit avoir un nombre de questions d’examen',
  'structure.aboveEntered': 'L’examen demande {{asked}} questions, mais seulement {{entered}} sont saisies',
  'structure.chapterAboveEntered':
    'On demande {{asked}} questions au chapitre {{chapter}}, qui n’en contient que {{entered}}',
  'structure.belowChapterSum':
    'La discipline demande {{asked}} questions, moins que ses chapitres réunis ({{sum}})',
  'structure.sumDiffers': 'Les chapitres demandent {{sum}} questions au total, mais l’examen en a {{asked}}',
  'structure.percentSum': 'Chapitre {{chapter}} : simples et complexes doivent totaliser 100 %',
  'structure.percentLocked': 'La faculté ou la spécialisation ne permet pas de modifier les pourcentages',

  'structure.frozen':
    'L’examen « {{exam}} » va être passé ou est en cours ; la structure ne peut pas changer avant le {{until}}.',
  'session.scoringFrozen':
    'L’examen « {{exam}} » va être passé ou est en cours dans cette session ; le mode de calcul ne peut pas changer avant le {{until}}.',

  'customExam.notFound': 'Examen personnalisé introuvable',

  'exam.tooEarly': 'Il est trop tôt : l’examen peut être commencé à partir de {{startsAt}}.',
  'exam.tooLate': 'Il est trop tard : le temps réservé à l’examen s’est terminé à {{endedAt}}.',
  'exam.none': 'Aucun examen n’est programmé pour vous maintenant.',
  'exam.notRunning': 'Cet examen n’a pas été commencé.',
  'exam.finished': 'L’examen est terminé. La réponse a été conservée comme tardive et ne compte pas.',
  'exam.late':
    'La réponse est arrivée après la fin du temps. Elle a été conservée comme tardive et ne compte pas d’elle-même.',
  'exam.takenOver':
    'L’examen a été ouvert dans un autre onglet ou sur un autre ordinateur ; il n’est plus possible de répondre ici.',
  'exam.sitting':
    'Vous passez un examen ; tout le reste sera de nouveau accessible une fois l’examen terminé.',
  'exam.answerImpossible': 'Cette combinaison de réponses n’est pas possible pour cette question.',
  'exam.notFinished': 'L’examen n’est pas encore terminé.',
  'exam.previewClosed': 'Les questions de cet examen ne peuvent pas être vues maintenant.',
  'exam.notDurable':
    'La base de données ne conserve pas les écritures en sûreté : les examens ne peuvent pas commencer. Prévenez l’administrateur.',
  'exam.keyOpen': 'Le corrigé de cet examen est déjà visible : l’examen ne peut plus être rouvert.',
  'exam.outage':
    'Le serveur a été interrompu. L’examen reste ouvert jusqu’à ce qu’il soit décidé si du temps est crédité ; cette page reprend d’elle-même.',
  'outage.decided': 'Cette interruption a déjà fait l’objet d’une décision.',
  'paper.concerned':
    'Vous êtes l’étudiant de ce passage ou un proche : quelqu’un d’autre saisit cette copie.',
  'paper.examTwice': 'Un examen est saisi deux fois.',
  'paper.handedIn': 'L’étudiant a rendu cet examen à l’ordinateur : ses réponses restent telles quelles.',
  'paper.tooEarly': 'Une copie peut être saisie dès le début de son créneau.',
  'paper.impossible': 'Ces réponses ne peuvent pas être cochées à cette question.',
  'paper.stored': 'Les réponses de cette copie sont déjà enregistrées.',
  'paper.twoOthers': 'Deux autres personnes ont déjà saisi cette copie.',
  'sitting.annulled': 'Le passage de l’examen a été annulé.',
  'sitting.notAnnulled': 'Le passage de l’examen n’est pas annulé.',
  'simulation.notAllowed': 'Les examens ne peuvent pas être simulés',
  'appointment.seatTaken': 'La place a été prise entre-temps.',
  'appointment.examTwice': 'L’étudiant a déjà un rendez-vous pour cet examen',
  'appointment.elsewhere': 'L’étudiant a un autre rendez-vous au même moment',
  'appointment.notOpen': 'Les inscriptions ne sont pas ouvertes',
  'appointment.notOpenYet': 'Les inscriptions ne sont pas ouvertes : elles ouvrent le {{opensAt}}.',
  'appointment.closed': 'Les inscriptions ne sont pas ouvertes : elles ont fermé le {{closedAt}}.',
  'appointment.outsideSession': 'La date est en dehors de la session',
  'appointment.slotTooShort': 'Le créneau est plus court que l’examen, qui dure {{minutes}} min.',
  'appointment.tooLate': 'Il est trop tard pour ce créneau : l’examen ne tient plus dans le temps qui reste.',
  'appointment.noFreeRooms': 'Aucune salle libre pour le jour choisi',
  'appointment.slotFull':
    'Ce créneau vient de se remplir. Prochain créneau libre : le {{examDate}} à {{startHour}}, {{examRoom}}.',
  'appointment.noAccessibleSeat': 'Plus aucune place accessible n’est libre',
  'appointment.inTheWay':
    'Modification impossible à cause de rendez-vous existants ou de places proposées ({{count}}), par exemple : {{examples}}. Déplacez-les ou annulez-les d’abord.',
  'appointment.moveChanged':
    'Quelque chose a changé depuis l’aperçu. Personne n’a été déplacé ; veuillez consulter le nouvel aperçu.',
  'appointment.begun': 'L’examen de ce rendez-vous a commencé : il ne peut plus être déplacé ni annulé.',
  'appointment.noStudent':
    'Aucun étudiant avec le numéro matricule {{matricol}} dans la faculté ou la spécialisation choisie',
  'appointment.failedFor': 'Échec pour l’étudiant {{student}} (matricule {{matricol}}) : {{reason}}',

  'recording.unreadable': 'Ce fichier n’est pas l’enregistrement d’un examen',
  'recording.full': 'Il n’y a plus de place pour les enregistrements de cet examen',
  'recording.busy': 'Un autre envoi est en cours ; réessayez dans un instant',

  'image.unreadable': 'Ce fichier n’est pas une image lisible (PNG, JPEG, WebP ou GIF)',
  'image.tooLarge': 'L’image est trop grande : au plus {{pixels}} pixels de côté',

  'import.refused': 'Ce fichier ne peut pas être importé',
  'import.busy': 'D’autres fichiers sont en cours de lecture ; réessayez dans une minute',
  'import.started': 'Cet import a commencé et ne peut plus être modifié',
  'yearCopy.nothingChosen':
    'Aucune discipline et aucun étudiant qui ne soit déjà dans la nouvelle année n’est choisi',
  'import.nothingChosen': 'Aucune question choisie n’a de chapitre où aller',
} satisfies Record<Exclude<ErrorCode, LateErrorCode>, string>;
