/** Texts of single screens of the university's structure, in Romanian. */
export const structure = {
  foreignId: 'Nu este un CNP de 13 cifre: va fi păstrat ca identificator al unui student străin.',
  contestationsUntil:
    'Un examen se poate contesta abia după ce nimeni nu mai poate primi aceleași întrebări: lasă timp după ultimul examen, iar la examenele din șabloane după ultima zi a sesiunii.',
  scoringTitle: 'Schimbi modul de punctare chiar înainte de examene?',
  scoringText: 'Examenul „{{exam}}” urmează să fie susținut, până la {{until}}.',
  scoringBooked_one:
    'Noul mod de punctare se aplică unui examen programat; niciun subiect nu se extrage din nou.',
  scoringBooked_few:
    'Noul mod de punctare se aplică pentru {{count}} examene programate; niciun subiect nu se extrage din nou.',
  scoringBooked_other:
    'Noul mod de punctare se aplică pentru {{count}} de examene programate; niciun subiect nu se extrage din nou.',
  scoringOverride: 'Schimbă totuși',
  scoringOverrideNot: 'Lasă neschimbat',
  allYears: 'toți anii',
  wholeCollege: 'toată facultatea',
  wholeCollegeHint: '0: secretar-șef pentru toți anii; fără specializare, pentru toată facultatea.',
  generalSecretary: '0 înseamnă secretar-șef; specializarea și seriile pot rămâne atunci goale.',
  seatsWithoutRow: '{{rows}} ({{without}} fără rând)',
  examSessions: 'Module și sesiuni de examene',
  copy: 'Copiază {{text}}',
  copied: 'Copiat',
  copyFailed: 'Browserul nu a permis copierea. Copiază manual: {{text}}',
  openStudent: 'Deschide pagina studentului',
  openStudentOf: 'Deschide pagina: {{row}}',
  oneTime: 'Parolă de unică folosință pentru {{row}}',
  oneTimeAsk:
    'Generezi o parolă de unică folosință pentru {{row}}? Parola actuală nu va mai funcționa; cea nouă deschide contul o singură dată, apoi trebuie aleasă o parolă proprie.',
  oneTimeMake: 'Generează parola',
  oneTimeTitle: 'Parolă de unică folosință',
  oneTimeText: 'Se arată doar acum. Tipărește-o sau copiaz-o și înmâneaz-o personal.',
  oneTimeFor: 'Cont',
  oneTimePassword: 'Parolă',
  print: 'Tipărește',
  copyYear: 'Folosește pentru un an nou',
  copyYearOf: 'Pregătește un an nou din {{year}}',
};
