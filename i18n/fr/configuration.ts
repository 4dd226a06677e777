export const configuration = {
  description:
    'Ce que la plateforme permet et comment elle se connecte à la messagerie et à l’annuaire. Une modification prend effet immédiatement, sur tous les serveurs.',
  groups: 'Groupes de paramètres',
  standard: 'Par défaut : {{value}}',
  changedBy: 'modifié par {{name}} le {{at}}',
  changedAt: 'modifié le {{at}}',
  differs: 'Différent du défaut',
  unsaved: 'Non enregistré',
  unsavedGroup: 'Contient des modifications non enregistrées',
  on: 'activé',
  off: 'désactivé',
  empty: 'vide',
  save: 'Enregistrer : {{group}}',
  discard: 'Abandonner les modifications',
  changes_one: '{{count}} modification',
  changes_many: '{{count}} de modifications',
  changes_other: '{{count}} modifications',
  running_one: '{{count}} examen est en cours ; il continue sans changement.',
  running_many: '{{count}} d’examens sont en cours ; ils continuent sans changement.',
  running_other: '{{count}} examens sont en cours ; ils continuent sans changement.',
  runningFollows_one:
    '{{count}} examen est en cours ; la modification apparaît sur sa page quand elle est rouverte.',
  runningFollows_many:
    '{{count}} d’examens sont en cours ; la modification apparaît sur leurs pages quand elles sont rouvertes.',
  runningFollows_other:
    '{{count}} examens sont en cours ; la modification apparaît sur leurs pages quand elles sont rouvertes.',
  saved: 'Les paramètres sont enregistrés et prennent effet immédiatement.',
  notSaved: 'Rien n’a été enregistré.',
  leaveText: 'Les paramètres que vous avez modifiés ne sont pas enregistrés.',
  conflictTitle: 'Quelqu’un d’autre a modifié les mêmes paramètres',
  conflictLine: '{{name}} : maintenant {{theirs}}, chez vous {{mine}}',
  saveMine: 'Enregistrer ma version',
  takeTheirs: 'Garder la leur',
  passwordStored: 'Un mot de passe est enregistré',
  passwordNone: 'Aucun mot de passe n’est enregistré',
  removePassword: 'Supprimer le mot de passe',
  passwordRemoved: 'sera supprimé',
  passwordNew: 'un nouveau',
  fromEnvironment: 'Le serveur a aussi été démarré avec : {{addresses}}',
  mailFromEnvironment: 'Le serveur a été démarré avec SMTP_URL, utilisé à la place de ces paramètres.',
  noDirectory: 'Le serveur a été démarré sans LDAP_URL ; il n’y a donc pas d’annuaire pour se connecter.',
  saveFirst: 'Enregistrez d’abord ; l’essai porte sur les paramètres enregistrés.',
  testMail: 'M’envoyer un message d’essai',
  mailSent: 'Le serveur de messagerie a accepté un message pour {{to}}. Vérifiez qu’il arrive.',
  testDirectory: 'Tester l’annuaire',
  directoryKnows: 'L’annuaire répond et connaît {{address}}.',
  directoryAnswers:
    'L’annuaire répond. Il ne connaît pas {{address}}, ce qui est normal pour un administrateur local.',
};

/** The groups of settings, in French. */
export const settingGroup = {
  exams: 'Examens',
  questions: 'Questions',
  results: 'Résultats et contestations',
  privacy: 'Données personnelles',
  signIn: 'Connexion',
  mail: 'Messagerie',
};

/** What each setting changes, and for whom, in French. */
export const settingHelp = {
  allowExams:
    'Désactivé : les étudiants ne peuvent ni prendre, déplacer ou annuler un rendez-vous, ni simuler, et les listes d’attente ne proposent aucune place. Les examens réservés ou en cours continuent.',
  displayFullExam:
    'Activé : les étudiants voient tout l’examen à la fois. Désactivé : une question à la fois.',
  questionRadioSimple:
    'Désactivé : les étudiants voient là aussi des cases à cocher ; une seconde coche retire toujours la première.',
  markSingle:
    'Activé : les étudiants voient CS* au lieu de CS à côté des questions à une seule réponse correcte.',
  zoomScale: 'Facteur d’agrandissement d’une image lorsqu’un étudiant l’agrandit, de 1,25 à 5.',
  examApplicationMode:
    'Pour les ordinateurs des salles d’examen : les étudiants sont déconnectés 15 minutes après avoir vu leurs résultats.',
  allowOverlappingSession:
    'Désactivé : les administrateurs ne peuvent pas enregistrer une session dont les jours chevauchent ceux d’une autre.',
  questionMaxAnswers:
    'Combien de réponses voit un étudiant ; elles sont tirées de toutes les réponses de la question.',
  questionMinComplexAnswers: 'Au moins 2 ; avec une seule réponse correcte, une question est simple.',
  questionMaxComplexAnswers:
    'Moins que les réponses affichées, pour que les étudiants en voient toujours une fausse.',
  allowExamPreview:
    'Désactivé : les étudiants ne voient que le score et la note. Activé : aussi les questions et le corrigé, une fois terminé le dernier créneau du jour avec les mêmes disciplines ; pour les examens issus de modèles, après le dernier jour de la session.',
  allowContestations: 'Désactivé : les étudiants ne peuvent pas déposer de contestation.',
  contestationsAllowedDays: 'De combien de jours disposent les étudiants, de 1 à 365.',
  teacherContests: 'Désactivé : les administrateurs les traitent toutes, les enseignants aucune.',
  recordingRetentionDays:
    'Combien de jours après l’examen son enregistrement est supprimé, de 30 à 3650 ; jamais avant le traitement des contestations de sa session.',
  importRetentionDays:
    'Combien de jours après le téléversement les lignes d’un import d’étudiants sont supprimées, de 1 à 3650 ; elles contiennent des données personnelles. Un import qui n’a pas été terminé est supprimé en entier, même s’il contient des questions. Ce qui a été importé reste.',
  mailRetentionDays:
    'Combien de jours après sa rédaction un message sur un rendez-vous ou une contestation est supprimé ici, envoyé ou non, de 30 à 3650.',
  signInRetentionDays:
    'Combien de jours après sa fin une connexion est supprimée, avec son adresse réseau, de 1 à 365.',
  reasonRetentionDays:
    'Combien de jours après le traitement des contestations d’une session les motifs du temps supplémentaire, des annulations et de la fin ou de la réouverture d’un examen ainsi que les textes des contestations des étudiants et les réponses sont supprimés, de 30 à 36 500. Les résultats restent, et le journal d’audit garde les textes jusqu’à l’effacement des données de la personne.',
  identityRetentionDays:
    'Pendant combien de jours après le dernier examen les données d’une personne ne peuvent pas être effacées, comme la loi l’exige ; 0 le permet dès que les contestations sont traitées. Les résultats restent ensuite, sans le nom.',
  tokenExpirationMinutes:
    'Après cette durée d’inactivité, il faut se reconnecter. Tant que quelqu’un travaille, sa connexion est prolongée.',
  ldapForTeachers:
    'Désactivé : les enseignants utilisent un mot de passe de la plateforme. Les administrateurs utilisent toujours le leur.',
  ldapForStudents: 'Désactivé : les étudiants utilisent un mot de passe de la plateforme.',
  deanEmails:
    'Une adresse par ligne. Les personnes ayant ces adresses peuvent modifier la structure de tous les examens.',
  smtpHost: 'Par exemple mail.universite.ro. Vide : la plateforme n’envoie pas de messages.',
  smtpPort: 'En général 587, ou 465 avec TLS dès le début.',
  smtpSsl:
    'En général activé avec le port 465. Désactivé : la liaison commence sans chiffrement et utilise STARTTLS si le serveur l’offre.',
  smtpSender: 'L’adresse que les étudiants et le personnel voient comme expéditeur.',
  smtpUser: 'Vide : la plateforme ne s’identifie pas auprès du serveur de messagerie.',
  smtpPassword: 'Il n’est plus jamais affiché. Laissez le champ vide pour garder celui qui est enregistré.',
};

/** What a change affects, in French. */
export const settingAffects = {
  allowExams:
    'Vaut tout de suite pour les réservations, les déplacements, les annulations, les propositions des listes d’attente et les nouvelles simulations.',
  screens: 'Vaut pour les pages ouvertes à partir de maintenant ; une page déjà ouverte reste telle quelle.',
  papers:
    'Vaut pour les sujets tirés à partir de maintenant. Les sujets déjà tirés et les examens en cours restent tels quels.',
  preview: 'Vaut pour tous les examens terminés, y compris ceux des sessions passées.',
  signIns:
    'Vaut pour les connexions à partir de maintenant et lors de leur prolongation. Personne n’est déconnecté pendant un examen.',
  directory: 'Vaut dès la prochaine connexion de chacun. Les personnes connectées le restent.',
  dean: 'Les personnes ajoutées ou retirées doivent se reconnecter. Celles qui sont ajoutées sans être enseignants ni administrateurs perdent aussi leur mot de passe : elles reçoivent un lien par e-mail ou ont besoin d’un mot de passe à usage unique.',
  mail: 'Vaut dès le prochain message.',
  recordings:
    'Un délai plus court s’applique à tous les enregistrements, y compris ceux des examens passés : ceux dont le délai est écoulé sont supprimés en un jour au plus. Un délai plus long ne s’applique qu’aux examens qui commencent désormais, car la date antérieure a été annoncée aux étudiants.',
  kept: 'S’applique à tout ce qui est conservé : ce qui est plus ancien est supprimé en un jour au plus.',
  erasing:
    'Vaut dès la prochaine demande d’effacement des données d’une personne. Le changement lui-même n’efface rien.',
  contests:
    'Vaut immédiatement pour tous les résultats, y compris les anciens. Les contestations déposées restent et sont traitées.',
  resolving: 'Vaut immédiatement pour toutes les contestations ouvertes. Les décisions prises restent.',
  sessions: 'Vaut quand une session est enregistrée. Les sessions existantes restent telles quelles.',
};
