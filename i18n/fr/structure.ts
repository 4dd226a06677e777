/** Texts of single screens of the university's structure, in French. */
export const structure = {
  foreignId:
    'Ce n’est pas un CNP de 13 chiffres : il sera conservé comme identifiant d’un étudiant étranger.',
  contestationsUntil:
    'Un examen ne peut être contesté que lorsque plus personne ne peut recevoir les mêmes questions : prévoyez du temps après le dernier examen et, pour les examens issus de modèles, après le dernier jour de la session.',
  generalSecretary: '0 désigne un secrétaire général ; spécialisation et séries peuvent alors rester vides.',
  seatsWithoutRow: '{{rows}} ({{without}} sans rangée)',
  examSessions: 'Modules et sessions d’examen',
  copy: 'Copier {{text}}',
  copied: 'Copié',
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
