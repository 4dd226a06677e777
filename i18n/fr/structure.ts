/** What only single screens of the university's structure say, in French. */
export const structure = {
  foreignId:
    'Ce n’est pas un CNP de 13 chiffres : il sera conservé comme identifiant d’un étudiant étranger.',
  generalSecretary: '0 désigne un secrétaire général ; spécialisation et séries peuvent alors rester vides.',
  seatsWithoutRow: '{{rows}} ({{without}} sans rangée)',
  examSessions: 'Modules et sessions d’examen',
  copy: 'Copier {{text}}',
  copied: 'Copié',
};
