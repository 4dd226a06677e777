/** The jobs and messages with a translated name; any other is shown by its internal name. */
const jobNames = [
  'write-import',
  'write-students',
  'check-questions',
  'check-students',
  'confirmation',
  'change',
  'cancellation',
  'reminder',
  'copy-year',
  'generate-templates',
  'offer',
  'offerEnded',
  'offerWithdrawn',
  'waitingEnded',
  'filed',
  'outcome',
  'reopened',
  'gradeChanged',
] as const;

/** The translated name of a job, if it has one. */
export const jobNameOf = (name: string) => jobNames.find((one) => one === name);
