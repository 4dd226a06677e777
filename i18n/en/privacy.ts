/** Export and erasure of one person’s data. */
export const privacy = {
  title: 'Personal data',
  document: 'Export as a document',
  json: 'Export as JSON',
  erase: 'Erase the person’s data…',
  eraseTitle: 'Erase the data of {{name}}?',
  deleted: 'Will be deleted',
  pseudonymised: 'Stays under the pseudonym {{pseudonym}}',
  explanation:
    'Name, address, personal ID and phone are deleted everywhere. Exams, answers and results stay under the pseudonym. This cannot be undone.',
  readable:
    '{{entries}} entries of the audit log are older than the encryption of personal values and stay readable.',
  typeAddress: 'Type the address {{email}} to confirm',
  eraseNow: 'Erase permanently',
  done: 'The person’s data was erased.',
  kind_signIns: 'sign-ins',
  kind_passwords: 'passwords and links',
  kind_mails: 'messages',
  kind_importRows: 'rows of imports',
  kind_recordings: 'recordings',
  kind_waitingPlaces: 'places on waiting lists',
  kind_reviewMarks: 'marks for review',
  kind_enrolments: 'enrolments',
  kind_appointments: 'appointments',
  kind_exams: 'exams and results',
  kind_auditEntries: 'entries of the audit log',
};
