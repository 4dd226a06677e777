import type { ErrorCode } from '#domain/errors.ts';
import type { FirstErrorCode } from '#i18n/catalogue.ts';

/** The refusals of single screens and of their form fields. */
export const screenErrors = {
  'resource.inUse': 'Suppression ou modification impossible : utilisé par {{by}} ({{count}}).',
  'resource.duplicate': 'Il en existe déjà un avec la même valeur : {{field}}.',

  'validation.selectOne': 'Choisissez au moins 1 élément',
  'validation.nonZero': 'La valeur ne peut pas être zéro',
  'validation.text': 'Un texte est attendu',
  'validation.number': 'Un nombre est attendu',
  'validation.integer': 'Un nombre entier est attendu',
  'validation.min': 'La valeur doit être au moins {{min}}',
  'validation.max': 'La valeur doit être au plus {{max}}',
  'validation.email': 'La valeur n’est pas une adresse e-mail valide, comme nom@universite.ro',
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
    'Le CNP est incorrect : le dernier chiffre, le chiffre de contrôle, ne correspond pas. Vérifiez les 13 chiffres',
  'validation.cnpDate':
    'Le CNP est incorrect : les chiffres 2 à 7 doivent être la date de naissance (AAMMJJ)',
  'validation.cnpFuture': 'Le CNP est incorrect : la date de naissance est dans le futur',
  'validation.phone':
    'Un numéro de téléphone composé de chiffres est attendu, par exemple 0712 345 678 ou +40 712 345 678',

  'settings.changed':
    '{{by}} a modifié les mêmes paramètres entre-temps. Vos modifications ne sont pas encore enregistrées, mais rien n’est perdu.',
  'settings.wrongAddress': '« {{address}} » n’est pas une adresse e-mail valide',
  'settings.directoryMissing': 'Aucun annuaire n’est configuré : le serveur a été démarré sans LDAP_URL.',
  'settings.directoryFailed': 'L’annuaire ne répond pas : {{reason}}',
  'settings.mailMissing': 'Aucun serveur de messagerie n’est configuré. Enregistrez d’abord son adresse.',
  'settings.mailFailed': 'Le message n’a pas pu être envoyé : {{reason}}',

  'session.notFound': 'Session introuvable',
  'session.overlap': 'Les dates de la session chevauchent la session « {{description}} »',
  'slot.overlap': 'Le créneau chevauche un autre créneau de la même salle',
  'room.seatsExceeded': 'Les rangées ont plus de places que la salle',
  'room.seatUnknown': 'La salle n’a pas de place {{seat}} dans la rangée {{row}}',
  'secretary.duplicate': 'L’adresse e-mail est déjà attribuée à la même faculté, spécialisation et année',
  'account.needsAdministrator':
    'Le compte associé à cette adresse ne peut être modifié que par un administrateur',
  'student.sitting':
    'L’étudiant passe un examen ; avec cette adresse, il serait rattaché à un autre compte. Réessayez une fois l’examen terminé.',
  'student.addressOfAnother':
    'Cette adresse appartient à un autre étudiant : les identifiants personnels diffèrent',

  'discipline.placeInUse':
    'La spécialisation ou la série de la discipline ne peut pas être changée, car elle est utilisée dans un examen',
  'discipline.teacherTwice': 'La même personne ne peut pas être titulaire et collaborateur de la discipline',
  'chapter.disciplineInUse':
    'La discipline du chapitre ne peut pas être changée : le chapitre a des questions ou fait partie de la structure d’examen',
  'chapter.inStructure':
    'Le chapitre ne peut pas être supprimé : une structure d’examen enregistrée en demande {{questions}} questions',

  'question.tooFewCorrect': 'Réponses correctes encore manquantes : {{missing}}',
  'question.tooFewWrong': 'Réponses fausses encore manquantes : {{missing}}',
  'question.answerTwice': 'Cette réponse apparaît deux fois',
  'question.changed':
    'Cette question a été modifiée entre-temps par {{by}}. Votre texte est conservé ; comparez avant d’enregistrer.',
  'question.notServable': 'Cette question ne peut pas être posée sous cette forme',
  'question.staysInDiscipline':
    'Cette question figure sur un sujet d’examen de la discipline {{discipline}}, qui traite aussi les contestations à son propos. Déplacez-la seulement entre les chapitres de cette discipline ou ajoutez-la à nouveau à l’autre.',

  'structure.missing': 'Cette discipline n’a pas encore de structure d’examen',
  'structure.notServable': 'La banque de questions ne couvre pas la structure de l’examen',
  'structure.durationMissing': 'La discipline doit avoir une durée d’examen',
  'structure.questionsMissing': 'La discipline doit avoir un nombre de questions d’examen',
  'structure.aboveEntered': 'L’examen demande {{asked}} questions, mais seulement {{entered}} sont saisies',
  'structure.chapterAboveEntered':
    'On demande {{asked}} questions au chapitre {{chapter}}, qui n’en contient que {{entered}}',
  'structure.belowChapterSum':
    'La discipline demande {{asked}} questions, moins que ses chapitres réunis ({{sum}})',
  'structure.sumDiffers': 'Les chapitres demandent {{sum}} questions au total, mais l’examen en a {{asked}}',
  'structure.percentSum': 'Chapitre {{chapter}} : simples et multiples doivent totaliser 100 %',
  'structure.percentLocked': 'La faculté ou la spécialisation ne permet pas de modifier les pourcentages',

  'structure.frozen':
    'L’examen « {{exam}} » va être passé ou est en cours ; la structure ne peut pas changer avant le {{until}}.',
  'session.keysOpened':
    'La session est terminée et les réponses de ses modèles sont visibles : elle ne peut pas être prolongée. Ajoutez une nouvelle session avec ses propres modèles.',
  'session.scoringFrozen':
    'L’examen « {{exam}} » va être passé ou est en cours dans cette session ; le mode de notation ne peut pas changer avant le {{until}}. Si des examens ont été mal notés, corrigez la notation sur la page de statistiques de l’examen.',
  'session.scoringBegun':
    'Des examens de cette session ont commencé : {{count}}. Leur mode de notation reste le même ; s’il est erroné, corrigez la notation sur la page de statistiques de l’examen.',

  'customExam.notFound': 'Examen personnalisé introuvable',

  'outage.decided': 'Cette interruption a déjà fait l’objet d’une décision.',
  'paper.concerned':
    'Vous êtes l’étudiant de ce passage ou un proche : quelqu’un d’autre saisit cette copie.',
  'paper.examTwice': 'Un examen est saisi deux fois.',
  'paper.handedIn': 'L’étudiant a rendu cet examen à l’ordinateur : ses réponses restent telles quelles.',
  'paper.tooEarly': 'Une copie peut être saisie dès le début de son créneau.',
  'paper.impossible': 'Ces réponses ne peuvent pas être cochées à cette question.',
  'paper.keyOpen':
    'Le corrigé peut déjà être ouvert : seuls les administrateurs peuvent encore saisir cette copie, avec un motif.',
  'paper.notPrinted': 'Cette copie n’a jamais été imprimée.',
  'paper.reasonNeeded': 'Le corrigé peut déjà être ouvert : saisissez cette copie avec un motif.',
  'paper.tooLate':
    'Les contestations de cette session sont terminées : cette copie ne peut plus être saisie.',
  'paper.notEntered': 'Personne n’a encore saisi cette copie.',
  'paper.seqUsedUp':
    'La question {{question}} a été enregistrée depuis un ordinateur avec le plus grand numéro possible : la copie ne peut plus la remplacer. Tranchez par une réclamation technique.',
  'paper.stored': 'Les réponses de cette copie sont déjà enregistrées.',
  'paper.twoOthers': 'Deux autres personnes ont déjà saisi cette copie.',
  'sitting.annulled': 'Le passage a été annulé.',
  'sitting.concerned':
    'Il s’agit de votre propre examen ou de celui d’un étudiant que vous avez signalé comme proche : quelqu’un d’autre en décide.',
  'sitting.notAnnulled': 'Le passage n’est pas annulé.',
  'sitting.notRunning': 'Cet examen n’est pas en cours.',
  'simulation.notAllowed': 'Les examens ne peuvent pas être simulés',
  'appointment.seatTaken': 'La place a été prise entre-temps.',
  'appointment.examTwice': 'L’étudiant a déjà un rendez-vous pour cet examen',
  'appointment.toSitElsewhere':
    'L’étudiant a déjà un rendez-vous pour cet examen : {{examDate}}, session « {{session}} »',
  'appointment.elsewhere': 'L’étudiant a un autre rendez-vous au même moment',
  'appointment.notOpen': 'Les réservations ne sont pas ouvertes',
  'appointment.notOpenYet': 'Les réservations ne sont pas ouvertes : elles ouvrent le {{opensAt}}.',
  'appointment.closed': 'Les réservations ne sont pas ouvertes : elles ont fermé le {{closedAt}}.',
  'appointment.outsideSession': 'La date est en dehors de la session',
  'appointment.slotTooShort': 'Le créneau est plus court que l’examen, qui dure {{minutes}} min.',
  'appointment.tooLate': 'Il est trop tard pour ce créneau : l’examen ne tient plus dans le temps qui reste.',
  'appointment.keyOpened':
    'Le dernier examen de ce jour comportant ces questions est terminé et les réponses sont peut-être déjà visibles : plus personne ne peut être ajouté ce jour-là et aucun temps ne peut plus être accordé.',
  'appointment.noFreeRooms': 'Aucune salle libre pour le jour choisi',
  'appointment.slotFull':
    'Ce créneau vient de se remplir. Prochain créneau libre : le {{examDate}} à {{startHour}}, {{examRoom}}.',
  'appointment.noAccessibleSeat': 'Plus aucune place accessible n’est libre',
  'appointment.inTheWay':
    'Modification impossible à cause de rendez-vous existants ou de places proposées ({{count}}), par exemple : {{examples}}. Déplacez-les ou annulez-les d’abord.',
  'appointment.bulkChanged':
    'Quelque chose a changé depuis l’aperçu. Les places ci-dessous sont un nouvel aperçu pour ceux qui n’en ont pas encore.',
  'appointment.changed':
    'Quelqu’un d’autre a déplacé le rendez-vous entre-temps. Vérifiez où il se trouve et réessayez.',
  'appointment.tooManyChanges':
    'Vous avez modifié vos rendez-vous {{max}} fois en 24 heures. Réessayez plus tard ou demandez au secrétariat de les modifier.',
  'appointment.moveUnseen': 'Regardez d’abord qui serait déplacé et où, puis confirmez.',
  'appointment.moveChanged':
    'Quelque chose a changé depuis l’aperçu. Personne n’a été déplacé ; consultez le nouvel aperçu.',
  'appointment.begun':
    'L’examen de ce rendez-vous a commencé ou est passé, ou son créneau a commencé et le sujet est imprimé : le rendez-vous ne peut plus être déplacé ni annulé.',
  'appointment.seatTakenNext': 'La place est attribuée à quelqu’un d’autre au créneau suivant : {{names}}.',
  'appointment.timeChanged':
    'Quelqu’un d’autre a modifié entre-temps le temps supplémentaire : il est maintenant de {{minutes}} min. Vérifiez et enregistrez à nouveau.',
  'appointment.wouldEnd':
    'L’examen est en cours et se terminerait aussitôt avec si peu de temps supplémentaire. Accordez-en davantage ou mettez fin à l’examen lui-même.',
  'appointment.mostExtraTime': 'Personne ne peut recevoir plus de {{max}} minutes supplémentaires.',
  'appointment.noStudent':
    'Aucun étudiant avec le numéro matricule {{matricol}} dans la faculté ou la spécialisation choisie',
  'appointment.failedFor': 'Échec pour l’étudiant {{student}} (matricule {{matricol}}) : {{reason}}',

  'statistics.takesSame':
    'Vous passez vous-même un examen dans l’une de ces disciplines. Vous verrez les statistiques une fois le corrigé de votre examen ouvert, au plus tard après la session.',
  'recording.unreadable': 'Ce fichier n’est pas l’enregistrement d’un examen',
  'recording.full': 'Il n’y a plus de place pour les enregistrements de cet examen',
  'recording.busy': 'Un autre envoi est en cours ; réessayez dans un instant',

  'image.unreadable': 'Ce fichier n’est pas une image lisible (PNG, JPEG, WebP ou GIF)',
  'image.tooLarge': 'L’image est trop grande : au plus {{pixels}} pixels de côté',

  'import.refused': 'Ce fichier ne peut pas être importé',
  'import.busy': 'D’autres fichiers sont en cours de lecture ; réessayez plus tard',
  'import.started': 'Cet import a commencé et ne peut plus être modifié',
  'import.checking': 'Les lignes de ce fichier sont encore en cours de vérification',
  'yearCopy.notLater':
    'Les étudiants ne passent que dans une année universitaire ultérieure. Choisissez-en une autre ou copiez seulement les disciplines.',
  'yearCopy.nothingChosen':
    'Aucune discipline et aucun étudiant qui ne soit déjà dans la nouvelle année n’est choisi',
  'import.nothingChosen': 'Aucune question choisie n’a de chapitre où aller',

  'account.sitting':
    '{{name}} passe un examen en ce moment. Cette modification mettrait fin à sa connexion en plein examen.',
  'account.self': 'Vous ne pouvez pas désactiver votre propre compte. Un autre administrateur peut le faire.',
  'account.disabled': 'Le compte est désactivé. Activez-le d’abord.',
  'account.noLinkAddress': 'Aucun lien ne peut être envoyé : le serveur a été démarré sans PUBLIC_URL.',
  'dayPassword.noDirectory':
    'Les étudiants ne se connectent pas par l’annuaire et n’ont donc pas besoin de mots de passe du jour.',
  'dayPassword.past': 'Ce jour est passé.',
  'dayPassword.nobody': 'Personne n’y est attendu.',
  'privacy.notConfirmed': 'L’adresse saisie n’est pas celle de ce compte.',
  'privacy.erased': 'Les données de cette personne ont déjà été effacées.',
  'privacy.self': 'Vous ne pouvez pas effacer vos propres données. Un autre administrateur le peut.',
  'privacy.staff':
    '{{name}} fait partie du personnel. Retirez d’abord ses rôles : administrateur, enseignant, secrétaire.',
  'privacy.sitting': '{{name}} passe un examen en ce moment.',
  'privacy.booked': '{{name}} a un rendez-vous qui n’est pas passé. Annulez-le d’abord.',
  'privacy.kept': 'Les résultats de cette personne doivent lui rester rattachés jusqu’au {{day}}.',
  'privacy.fileRead':
    'Un fichier d’étudiants est en cours de lecture ou de vérification et peut contenir cette personne. Réessayez une fois qu’il est vérifié.',

  'customExam.changed':
    'L’examen a été modifié entre-temps par {{by}}. Votre saisie est conservée ; comparez avant d’enregistrer.',
  'customExam.frozen':
    'La session « {{session}} » va commencer ou est en cours : disciplines, nombres de questions, pourcentages et durée ne peuvent pas changer avant le {{until}}.',
  'customExam.keyOpened':
    'Les examens du {{day}} comportant des questions de {{discipline}} sont terminés et les réponses sont peut-être déjà visibles. Cet examen a des rendez-vous ce jour-là : la discipline ne peut donc pas être ajoutée.',
  'customExam.hasAppointments':
    'L’examen ne peut pas être supprimé : rendez-vous à venir : {{count}}. Annulez-les ou déplacez-les d’abord.',
  'customExam.partSat':
    '« {{part}} » a été passé ou ses sujets sont imprimés (examens : {{count}}) et doit garder ses disciplines. Copiez l’examen pour la session suivante.',
  'customExam.slotTooShort':
    'Rendez-vous dont le créneau est plus court que {{minutes}} minutes : {{count}}. Déplacez-les d’abord ou choisissez une durée plus courte.',
  'customExam.cohortBooked':
    'Rendez-vous d’étudiants qui n’appartiendraient plus à l’examen : {{count}}. Annulez-les d’abord ou gardez leurs séries.',
  'customExam.empty': 'L’examen n’a encore aucune discipline',
  'customExam.disciplineTwice': 'Cette discipline fait déjà partie de l’examen',
  'customExam.noStructure':
    '{{discipline}} n’a pas encore de structure d’examen ; ses titulaires ou le décanat doivent en enregistrer une',
  'customExam.aboveBank': '{{discipline}} : questions demandées : {{asked}}, saisies : {{entered}}',
  'customExam.simpleShort':
    '{{discipline}}, chapitre {{chapter}} : questions simples demandées : {{asked}}, disponibles : {{available}}',
  'customExam.multipleShort':
    '{{discipline}}, chapitre {{chapter}} : questions multiples demandées : {{asked}}, disponibles : {{available}}',
  'customExam.chapterShort':
    '{{discipline}}, chapitre {{chapter}} : questions demandées : {{asked}}, disponibles : {{available}}',

  'template.printed': 'Ce modèle a été imprimé et reste tel quel.',
  'template.printFreezes':
    'L’impression sans barème fige des modèles encore modifiables : {{count}}. Revenez à la sélection et confirmez.',
  'template.begun':
    'Un étudiant a commencé un examen avec ce modèle, ou un sujet qui en est issu est imprimé ; il ne peut plus être modifié',
  'template.changed': 'Quelqu’un d’autre a modifié ce modèle entre-temps ; rouvrez-le',
  'template.frozen':
    'La session « {{session}} » va commencer ou est en cours jusqu’au {{until}} ; sujets en attente qui seraient tirés à nouveau : {{count}}. Confirmez d’abord.',
  'template.notBegun': 'Personne n’a encore commencé d’examen avec ce modèle ; modifiez plutôt le modèle',
  'template.running': 'Des modèles de cet examen et de cette session sont déjà en cours de génération',
  'template.tooMany': 'Il peut y avoir au plus {{most}} modèles d’un examen dans une session',
  'template.unfit':
    'La question pour le numéro {{number}} n’est pas du même chapitre, ne peut pas être posée de la même façon ou est déjà dans le modèle',

  'settlement.changedMeanwhile':
    'Quelque chose a changé entre-temps ; vérifiez l’effet actuel et décidez de nouveau',
  'settlement.conflict':
    'Parmi les examens qui seraient notés de nouveau figure l’un des vôtres, ou celui d’un étudiant que vous avez signalé comme proche. Un autre titulaire ou un administrateur sans conflit de ce genre s’en charge.',
  'settlement.previewMissing': 'Regardez d’abord ce qui changerait, puis confirmez.',
  'settlement.unfit': 'Cette rectification ne convient pas à la question telle qu’elle a été posée',
  'settlement.withdrawn': 'Cette rectification a déjà été retirée',

  'waitingPlace.notFull': 'Il reste des places libres : réservez au lieu d’attendre.',
  'waitingPlace.twice': 'L’étudiant attend déjà ici.',
  'waitingPlace.tooMany': 'Personne ne peut attendre à plus de {{max}} endroits à la fois.',
  'waitingPlace.alreadyThere': 'L’étudiant y a déjà une place.',
  'waitingPlace.notOffered': 'Aucune place n’a encore été proposée.',
  'waitingPlace.offerEnded':
    'La place n’est plus gardée : le délai d’acceptation est passé, ou la place est inutilisable.',

  'contestation.switchedOff': 'Les contestations ne sont pas autorisées actuellement.',
  'contestation.keyClosed':
    'D’autres peuvent encore recevoir les mêmes questions. Les contestations de cet examen ouvrent le {{opensAt}}.',
  'contestation.notOpenYet': 'Les contestations de cette session ouvrent le {{opensAt}}.',
  'contestation.neverOpen':
    'Les dates de la session ne laissent pas le temps de contester cet examen. Adressez-vous au secrétariat.',
  'contestation.closed': 'Les contestations de cette session ont été closes le {{closedAt}}.',
  'contestation.daysOver': 'Le délai de contestation de cet examen a pris fin le {{closedAt}}.',
  'contestation.twice': 'Une autre contestation du même type ne peut pas être créée pour cet examen.',
  'contestation.noQuestion': 'Choisissez au moins une question.',
  'contestation.questionTwice': 'La question est choisie deux fois.',
  'contestation.explanationMissing': 'Une explication est nécessaire.',
  'contestation.caseTwice':
    'Un signalement existe déjà pour cette question dans cette session, ouvert ou traité.',
  'contestation.notServed': 'Aucun examen terminé de cette session ne contient cette question.',
  'contestation.adminsOnly': 'Seuls les administrateurs traitent cette contestation.',
  'contestation.notHolder': 'Seuls les titulaires de la discipline traitent cette question.',
  'contestation.ended':
    'Le délai de traitement des contestations a pris fin le {{endedAt}}. Adressez-vous à un administrateur.',
  'contestation.ownExam': 'Vous avez passé cet examen vous-même ; quelqu’un d’autre doit la traiter.',
  'contestation.relative': 'Vous avez signalé cet étudiant comme proche ; quelqu’un d’autre doit la traiter.',
  'contestation.relativeStays':
    'La mention reste jusqu’à ce qu’un administrateur la retire ; personne ne retire la sienne.',
  'contestation.resolved': 'La question est déjà traitée. Rouvrez la contestation pour décider à nouveau.',
  'contestation.notResolved': 'Rien n’a encore été décidé dans cette contestation.',
  'contestation.settleMissing': 'Choisissez comment la question acceptée est rectifiée.',
  'contestation.settleUnfit': 'Cette contestation ne peut pas être traitée de cette manière.',
  'contestation.reach': 'La rectification ne peut pas porter aussi loin.',
  'contestation.takesSame':
    'Vous passez vous-même cet examen, ou un autre avec les mêmes questions ; quelqu’un d’autre doit décider.',
  'contestation.answersMissing': 'Choisissez les réponses de la question.',
  'contestation.noLateAnswer': 'Il n’y a pas de réponse tardive à cette question.',
} satisfies Record<Exclude<ErrorCode, FirstErrorCode>, string>;
