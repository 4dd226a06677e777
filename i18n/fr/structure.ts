/** Texts of single screens of the university's structure, in French. */
export const structure = {
  foreignId:
    'Ce n’est pas un CNP de 13 chiffres : il sera conservé comme identifiant d’un étudiant étranger.',
  contestationsUntil:
    'Un examen ne peut être contesté que lorsque plus personne ne peut recevoir les mêmes questions : prévoyez du temps après le dernier examen et, pour les examens issus de modèles, après le dernier jour de la session.',
  scoringTitle: 'Changer le mode de notation juste avant les examens ?',
  scoringText: 'L’examen « {{exam}} » va être passé, jusqu’au {{until}}.',
  scoringBooked_one:
    'Le nouveau mode de notation s’applique à {{count}} examen réservé ; aucun sujet n’est tiré à nouveau.',
  scoringBooked_many:
    'Le nouveau mode de notation s’applique à {{count}} d’examens réservés ; aucun sujet n’est tiré à nouveau.',
  scoringBooked_other:
    'Le nouveau mode de notation s’applique à {{count}} examens réservés ; aucun sujet n’est tiré à nouveau.',
  scoringOverride: 'Changer quand même',
  scoringOverrideNot: 'Laisser inchangé',
  allYears: 'toutes les années',
  wholeCollege: 'toute la faculté',
  wholeCollegeHint:
    '0 : secrétaire général pour toutes les années ; sans spécialisation, pour toute la faculté.',
  generalSecretary: '0 désigne un secrétaire général ; spécialisation et séries peuvent alors rester vides.',
  seatsWithoutRow: '{{rows}} ({{without}} sans rangée)',
  examSessions: 'Modules et sessions d’examen',
  copy: 'Copier {{text}}',
  copied: 'Copié',
  copyFailed: 'Le navigateur n’a pas autorisé la copie. Copiez à la main : {{text}}',
  openStudent: 'Ouvrir la page de l’étudiant',
  openStudentOf: 'Ouvrir la page de {{row}}',
  oneTime: 'Mot de passe à usage unique pour {{row}}',
  oneTimeAsk:
    'Créer un mot de passe à usage unique pour {{row}} ? Le mot de passe actuel cessera de fonctionner ; le nouveau n’ouvre le compte qu’une fois, puis un mot de passe personnel doit être choisi.',
  oneTimeMake: 'Créer le mot de passe',
  oneTimeTitle: 'Mot de passe à usage unique',
  oneTimeText: 'Affiché seulement maintenant. Imprimez-le ou copiez-le, et remettez-le en main propre.',
  oneTimeFor: 'Compte',
  oneTimePassword: 'Mot de passe',
  print: 'Imprimer',
  copyYear: 'Utiliser pour une nouvelle année',
  copyYearOf: 'Préparer une nouvelle année à partir de {{year}}',
};
