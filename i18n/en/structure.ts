/** Texts of single screens of the university's structure. */
export const structure = {
  foreignId: 'Not a CNP of 13 digits: it will be kept as the identifier of a foreign student.',
  contestationsUntil:
    'An exam can be contested only once nobody can get the same questions any more: leave time after the last exam, and after the last day of the session where exams are made from templates.',
  generalSecretary: '0 makes a general secretary; section and series may then stay empty.',
  seatsWithoutRow: '{{rows}} ({{without}} without a row)',
  examSessions: 'Exam modules and sessions',
  copy: 'Copy {{text}}',
  copied: 'Copied',
  openStudent: 'Open the student’s page',
  openStudentOf: 'Open the page of {{row}}',
  oneTime: 'One-time password for {{row}}',
  oneTimeAsk:
    'Generate a one-time password for {{row}}? The current password stops working; the new one works once, and then they have to choose their own.',
  oneTimeMake: 'Generate the password',
  oneTimeTitle: 'One-time password',
  oneTimeText: 'Shown only now. Print it or copy it, and hand it over in person.',
  oneTimeFor: 'Account',
  oneTimePassword: 'Password',
  print: 'Print',
  copyYear: 'Use for a new year',
  copyYearOf: 'Prepare a new year from {{year}}',
};
