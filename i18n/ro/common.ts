export const common = {
  loading: 'se încarcă',
  retry: 'Încearcă din nou',
  cancel: 'Renunță',
  close: 'Închide',
  home: 'Înapoi la panoul principal',
  errorTitle: 'Ceva nu a mers bine',
  leaveTitle: 'Pleci fără să salvezi?',
  leave: 'Pleacă',
  stay: 'Rămâi aici',
  keep: 'Păstrează',
  notNow: 'Nu acum',
  /** Between a label and its value. */
  colon: ':',
};
