/** What only single screens of the university's structure say. */
export const structure = {
  foreignId: 'Not a CNP of 13 digits: it will be kept as the identifier of a foreign student.',
  generalSecretary: '0 makes a general secretary; section and series may then stay empty.',
  seatsWithoutRow: '{{rows}} ({{without}} without a row)',
  examSessions: 'Exam modules and sessions',
  copy: 'Copy {{text}}',
  copied: 'Copied',
};
