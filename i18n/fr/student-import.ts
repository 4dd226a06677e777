import { reasonHeadings } from '#domain/imports/students/student-columns.ts';
/** The French texts of student imports. */
export const studentImport = {
  what: 'Contenu du fichier',
  questions: 'Questions',
  students: 'Étudiants',
  notSaved: 'Les étudiants ne sont enregistrés qu’après l’appui sur le bouton d’import.',
  drop: 'Déposez ici un fichier d’étudiants, ou',
  limit: 'Excel ou CSV ; {{megabytes}} Mo au plus',
  upload: 'Fichier d’étudiants',
  guide: 'Les colonnes d’un fichier d’étudiants',
  guideText:
    'Dans cet ordre, ou dans n’importe quel ordre sous un en-tête en roumain, anglais ou français. La faculté, la spécialisation et le module sont trouvés par code ou par nom et ne sont jamais créés. Les étudiants absents du fichier restent inchangés.',
  reading: 'Le fichier est lu et chaque ligne est vérifiée.',
  checking:
    'Lignes vérifiées : {{done}} sur {{total}}. Vous pouvez quitter cette page ; la vérification continue.',
  template: 'Modèle',
  templateExcel: 'Modèle pour Excel (.xlsx)',
  templateCsv: 'Modèle CSV (.csv)',
  rows: 'Étudiants du fichier',
  line: 'Ligne',
  student: 'Étudiant',
  whatHappens: 'Ce qui se passe',
  details: 'Détails',
  show: 'Afficher',
  filter_all: 'Tous ({{total}})',
  filter_create: 'Nouveaux ({{total}})',
  filter_change: 'Modifiés ({{total}})',
  filter_same: 'Inchangés ({{total}})',
  filter_refused: 'Refusés ({{total}})',
  filter_problems: 'Avec remarques ({{total}})',
  filter_failed: 'Non importés ({{total}})',
  outcome_create: 'Nouveau',
  outcome_change: 'Modifié',
  outcome_same: 'Inchangé',
  outcome_refused: 'Refusé',
  row_waiting: 'En attente',
  row_written: 'Importé',
  row_failed: 'Non importé',
  noRows: 'Aucun étudiant ne correspond à ce filtre',
  changed: '{{from}} → {{to}}',
  nothing: 'vide',
  import_one: 'Importer {{count}} étudiant',
  import_many: 'Importer {{count}} d’étudiants',
  import_other: 'Importer {{count}} étudiants',
  importNothing: 'Importer',
  nothingToDo:
    'Tous les étudiants du fichier sont déjà tels que le fichier les décrit ; il n’y a rien à importer.',
  confirmTitle: 'Importer les étudiants ?',
  confirmText:
    'Nouveaux : {{create}}. Modifiés : {{change}}. Personne n’est retiré. Les nouvelles personnes reçoivent un compte ; si l’e-mail est configuré, elles reçoivent un lien pour choisir leur mot de passe.',
  writing:
    '{{done}} lignes sur {{total}} sont importées. Vous pouvez quitter cette page ; l’import continue.',
  paused: 'En pause : {{done}} lignes sur {{total}} sont importées.',
  pause: 'Mettre en pause',
  resume: 'Reprendre',
  done: 'L’import est terminé. Nouveaux : {{create}}, modifiés : {{change}}, inchangés : {{same}}.',
  notImported_one: '{{count}} étudiant n’a pas été importé.',
  notImported_many: '{{count}} d’étudiants n’ont pas été importés.',
  notImported_other: '{{count}} étudiants n’ont pas été importés.',
  notImportedHint: 'Téléchargez la liste, corrigez-la et importez-la de nouveau.',
  notImportedFile: 'Étudiants non importés',
  notImportedSheet: 'Non importés',
  reason: reasonHeadings.fr,
  historyAll: 'Tous les imports',
  madeBy: 'Envoyé par',
  madeByName: 'Envoyé par {{name}}',
  missedTitle: 'Étudiants non importés',
  missedLead:
    'Les lignes des fichiers d’étudiants du dernier mois qui n’ont pas été importées, avec la raison. Demandez à la personne qui a envoyé le fichier de les importer à nouveau une fois corrigées.',
  missedNone: 'Aucune ligne de vos séries ne manque',
  missedNoneHint:
    'Le mois dernier, aucune ligne de vos séries n’a été laissée de côté. Les lignes dont le module n’est pas reconnu sont vues par le secrétariat de toute la spécialisation, et celles dont la spécialisation n’est pas reconnue par les seuls administrateurs.',
  missedWaits: 'en attente : un administrateur doit reprendre l’import',
  missedFile: 'Fichier',
  missedAll: 'Tous les fichiers',
  absent: 'Absents du fichier',
  absentCount_one: '{{count}} étudiant de ces séries n’est pas dans le fichier',
  absentCount_many: '{{count}} d’étudiants de ces séries ne sont pas dans le fichier',
  absentCount_other: '{{count}} étudiants de ces séries ne sont pas dans le fichier',
  absentNone: 'Tous les étudiants de ces séries sont dans le fichier.',
  compared_one: 'Comparé aux étudiants d’une série :',
  compared_many: 'Comparé aux étudiants de {{count}} de séries :',
  compared_other: 'Comparé aux étudiants de {{count}} séries :',
  absentHint: 'L’import les laisse tels quels.',
  withoutPassword_one: '{{count}} étudiant de cet import n’a pas encore de mot de passe.',
  withoutPassword_many: '{{count}} d’étudiants de cet import n’ont pas encore de mot de passe.',
  withoutPassword_other: '{{count}} étudiants de cet import n’ont pas encore de mot de passe.',
  byMail_one:
    'Les liens pour en choisir un sont envoyés automatiquement par e-mail ; {{count}} a été envoyé.',
  byMail_many:
    'Les liens pour en choisir un sont envoyés automatiquement par e-mail ; {{count}} ont été envoyés.',
  byMail_other:
    'Les liens pour en choisir un sont envoyés automatiquement par e-mail ; {{count}} ont été envoyés.',
  noMail:
    'La plateforme n’envoie pas d’e-mails : imprimez des mots de passe à usage unique et distribuez-les.',
  passwordsTitle: 'Mots de passe à usage unique',
  passwordsAsk_one:
    'Un mot de passe est créé pour {{count}} étudiant. Il n’est affiché qu’une fois ; l’étudiant en choisit un autre à la connexion.',
  passwordsAsk_many:
    'Des mots de passe sont créés pour {{count}} d’étudiants. Ils ne sont affichés qu’une fois ; chacun en choisit un autre à la connexion.',
  passwordsAsk_other:
    'Des mots de passe sont créés pour {{count}} étudiants. Ils ne sont affichés qu’une fois ; chacun en choisit un autre à la connexion.',
  passwordsMake_one: 'Imprimer {{count}} mot de passe',
  passwordsMake_many: 'Imprimer {{count}} de mots de passe',
  passwordsMake_other: 'Imprimer {{count}} mots de passe',
  unusedPassword_one:
    '{{count}} étudiant de cet import n’a pas encore utilisé son mot de passe à usage unique.',
  unusedPassword_many:
    '{{count}} d’étudiants de cet import n’ont pas encore utilisé leur mot de passe à usage unique.',
  unusedPassword_other:
    '{{count}} étudiants de cet import n’ont pas encore utilisé leur mot de passe à usage unique.',
  passwordsAgainAsk_one:
    'Un nouveau mot de passe est créé pour {{count}} étudiant qui n’a pas utilisé celui qui est imprimé ; ce dernier n’est plus valable.',
  passwordsAgainAsk_many:
    'De nouveaux mots de passe sont créés pour {{count}} d’étudiants qui n’ont pas utilisé ceux qui sont imprimés ; ces derniers ne sont plus valables.',
  passwordsAgainAsk_other:
    'De nouveaux mots de passe sont créés pour {{count}} étudiants qui n’ont pas utilisé ceux qui sont imprimés ; ces derniers ne sont plus valables.',
  passwordsAgain_one: 'Réimprimer {{count}} mot de passe',
  passwordsAgain_many: 'Réimprimer {{count}} de mots de passe',
  passwordsAgain_other: 'Réimprimer {{count}} mots de passe',
  passwordsOnce:
    'Imprimez cette feuille maintenant : les mots de passe ne seront plus affichés. Découpez le long des lignes.',
  openStudents: 'Ouvrir les étudiants',
  place: 'Lieu',
  email: 'E-mail',
  number: 'Numéro matricule',
  deleteReady: '« {{name}} » et ce qui en a été lu seront supprimés. Aucun étudiant n’a été modifié.',
  deletePaused:
    '« {{name}} » et ce qui en a été lu seront supprimés. Les étudiants déjà importés restent ; les autres ne seront pas importés.',
  deleteDone: 'Le rapport de « {{name}} » sera supprimé. Les étudiants importés restent.',
  suggestion: 'Vouliez-vous dire « {{name}} » ?',
  problem_empty: 'la cellule est vide.',
  problem_tooLong: 'plus de {{max}} caractères.',
  problem_emailInvalid: '« {{value}} » n’est pas une adresse e-mail.',
  problem_phoneInvalid:
    '« {{value}} » n’est pas un numéro de téléphone ; écrivez par exemple 0712345678 ou +40712345678.',
  problem_cnpMalformed: 'ni un CNP de 13 chiffres, ni un autre identifiant de 6 à 20 lettres et chiffres.',
  problem_cnpChecksum: 'le dernier chiffre ne correspond pas ; vérifiez le CNP.',
  problem_cnpDate: 'le CNP ne contient pas de date de naissance possible.',
  problem_digitsLost:
    'un tableur a arrondi « {{value}} » ; formatez la colonne en texte et saisissez de nouveau la valeur.',
  problem_yearInvalid: '« {{value}} » n’est pas une année d’études de 1 à 8.',
  problem_facultyUnknown: 'il n’y a pas de faculté « {{value}} ».',
  problem_facultyAmbiguous: '« {{value}} » convient à {{count}} facultés ; écrivez son code.',
  problem_sectionUnknown: 'la faculté n’a pas de spécialisation « {{value}} ».',
  problem_sectionAmbiguous: '« {{value}} » convient à {{count}} spécialisations ; écrivez son code.',
  problem_seriesUnknown: 'la spécialisation n’a pas de module « {{value}} » cette année-là.',
  problem_seriesAmbiguous: '« {{value}} » convient à {{count}} modules ; écrivez son code.',
  problem_seriesOfOtherYear: 'le module « {{value}} » appartient à l’année {{year}}.',
  problem_repeatedInFile: 'l’étudiant figure déjà à la ligne {{line}}.',
  problem_twoStudents: 'le code unique et le numéro matricule appartiennent à deux étudiants différents.',
  problem_taken: 'le code unique ou le numéro matricule appartient à un autre étudiant.',
  problem_addressOfAnother: 'l’adresse appartient à une autre personne.',
  problem_codeOfAnother:
    'appartient à une autre personne, {{name}}. S’il s’agit de la même personne, corrigez d’abord le CNP ou le nom dans la fiche de l’étudiant.',
  problem_sitting: 'l’étudiant passe un examen ; l’adresse pourra être changée ensuite.',
  problem_notWritten: 'l’étudiant n’a pas pu être enregistré.',
  problem_accountDisabled: 'le compte de cette adresse est désactivé ; l’étudiant ne peut pas se connecter.',
  problem_cnpShort:
    'a {{digits}} chiffres et a été lu comme un identifiant étranger ; s’il s’agit d’un CNP, le tableur en a perdu des chiffres.',
  problem_zeroRestored: 'le zéro initial manquait ; lu comme {{value}}.',
  problem_dateCell:
    'le tableur contient ici la date {{value}} ; formatez la colonne en texte et saisissez de nouveau la valeur.',
  problem_formulaEmpty:
    'la formule n’a pas de valeur enregistrée ; ouvrez le fichier dans le tableur, enregistrez-le et importez-le de nouveau.',
  problem_errorCell: 'le tableur affiche ici l’erreur {{value}}.',
  problem_booleanCell:
    'le tableur contient {{value}} comme valeur logique ; saisissez la valeur comme texte.',
  problem_numberFormat: 'le tableur affiche ce nombre sous une autre forme ; lu comme {{value}}.',
  problem_formula: 'la ligne contient des formules ; leur dernière valeur a été prise.',
  problem_charactersDropped: 'des caractères invisibles ont été omis : {{characters}}.',
  problem_phoneInvalid_hidden:
    'n’est pas un numéro de téléphone ; écrivez par exemple 0712345678 ou +40712345678.',
  problem_digitsLost_hidden:
    'un tableur a arrondi le nombre ; formatez la colonne en texte et saisissez de nouveau la valeur.',
  problem_codeOfAnother_hidden:
    'appartient à une autre personne, d’un autre secrétariat. S’il s’agit de la même personne, un administrateur doit d’abord corriger le CNP ou le nom dans la fiche de l’étudiant.',
  problem_zeroRestored_hidden: 'le zéro initial manquait ; il a été ajouté.',
  problem_dateCell_hidden:
    'le tableur contient ici une date ; formatez la colonne en texte et saisissez de nouveau la valeur.',
  problem_errorCell_hidden: 'le tableur affiche ici une erreur.',
  problem_booleanCell_hidden: 'le tableur contient ici une valeur logique ; saisissez la valeur comme texte.',
  problem_numberFormat_hidden: 'le tableur affiche ce nombre sous une autre forme que celle qui a été lue.',
};
