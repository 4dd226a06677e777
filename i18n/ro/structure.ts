/** What only single screens of the university's structure say, in Romanian. */
export const structure = {
  foreignId: 'Nu este un CNP de 13 cifre: va fi păstrat ca identificator al unui student străin.',
  generalSecretary: '0 înseamnă secretar general; specializarea și seriile pot rămâne atunci goale.',
  seatsWithoutRow: '{{rows}} ({{without}} fără rând)',
  examSessions: 'Module și sesiuni de examinare',
  copy: 'Copiază {{text}}',
  copied: 'Copiat',
};
