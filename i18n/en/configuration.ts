export const configuration = {
  description:
    'What the platform allows and how it connects to the mail server and the directory. A change takes effect immediately, on every server.',
  groups: 'Groups of settings',
  standard: 'Default: {{value}}',
  changedBy: 'changed by {{name}}, {{at}}',
  changedAt: 'changed {{at}}',
  differs: 'Not the default',
  unsaved: 'Not saved',
  unsavedGroup: 'Has changes that are not saved',
  on: 'on',
  off: 'off',
  empty: 'empty',
  save: 'Save: {{group}}',
  discard: 'Discard changes',
  changes_one: '{{count}} change',
  changes_other: '{{count}} changes',
  running_one: '{{count}} exam is running now; it continues unchanged.',
  running_other: '{{count}} exams are running now; they continue unchanged.',
  runningFollows_one: '{{count}} exam is running now; the change shows on its page when it is opened again.',
  runningFollows_other:
    '{{count}} exams are running now; the change shows on their pages when they are opened again.',
  saved: 'The settings are saved and take effect immediately.',
  notSaved: 'Nothing was saved.',
  leaveText: 'The settings you changed are not saved.',
  conflictTitle: 'Somebody else changed the same settings',
  conflictLine: '{{name}}: now {{theirs}}, yours {{mine}}',
  saveMine: 'Save mine',
  takeTheirs: 'Take theirs',
  passwordStored: 'A password is stored',
  passwordNone: 'No password is stored',
  removePassword: 'Remove the password',
  passwordRemoved: 'will be removed',
  passwordNew: 'a new one',
  fromEnvironment: 'The server was also started with: {{addresses}}',
  mailFromEnvironment: 'The server was started with SMTP_URL, which is used instead of these settings.',
  noDirectory: 'The server was started without LDAP_URL, so there is no directory to sign in through.',
  saveFirst: 'Save first; the stored settings are tested.',
  testMail: 'Send me a test message',
  mailSent: 'The mail server accepted a message for {{to}}. Check that it arrives.',
  testDirectory: 'Test the directory',
  directoryKnows: 'The directory answers and knows {{address}}.',
  directoryAnswers:
    'The directory answers. It does not know {{address}}, which is normal for a local administrator.',
};

/** The groups of settings. */
export const settingGroup = {
  exams: 'Exams',
  questions: 'Questions',
  results: 'Results and contestations',
  privacy: 'Personal data',
  signIn: 'Sign-in',
  mail: 'Mail',
};

/** What each setting changes, and for whom. */
export const settingHelp = {
  allowExams:
    'Off: students cannot book, move or cancel an appointment or simulate, and waiting lists offer no seats. Exams that are booked or running continue.',
  displayFullExam: 'On: students see the whole exam at once. Off: one question at a time.',
  questionRadioSimple: 'Off: students see checkboxes there too; a second tick still removes the first.',
  markSingle: 'On: students see CS* instead of CS beside questions with one correct answer.',
  zoomScale: 'How many times larger an image becomes when a student zooms it, from 1.25 to 5.',
  examApplicationMode:
    'For the computers of exam rooms: students are signed out 15 minutes after they see their results.',
  allowOverlappingSession: 'Off: administrators cannot save a session whose days overlap another one.',
  questionMaxAnswers: 'How many answers a student sees; they are drawn from all answers of the question.',
  questionMinComplexAnswers: 'At least 2; with one correct answer a question is simple.',
  questionMaxComplexAnswers: 'Fewer than the answers shown, so that students always see a wrong one.',
  allowExamPreview:
    'Off: students see only score and grade. On: also questions and key, once the last slot of the day with the same disciplines has ended; of exams made from templates, after the last day of the session.',
  allowContestations: 'Off: students cannot file contestations.',
  contestationsAllowedDays: 'How many days students have, from 1 to 365.',
  teacherContests: 'Off: administrators resolve all of them, teachers none.',
  recordingRetentionDays:
    'How many days after the exam its recording is deleted, from 30 to 3650; never before the contestations of its session are resolved.',
  importRetentionDays:
    'How many days after the upload the rows of a student import are deleted, from 1 to 3650; they contain personal data. An import that was not finished is deleted as a whole, also one of questions. What was imported stays.',
  mailRetentionDays:
    'How many days after it was written a message about an appointment or a contestation is deleted here, sent or not, from 30 to 3650.',
  signInRetentionDays:
    'How many days after its end a sign-in is deleted, with its network address, from 1 to 365.',
  reasonRetentionDays:
    'How many days after the contestations of a session are resolved the reasons for extra time, for annulment and for ending or reopening an exam and the texts of students’ contestations and the replies are deleted, from 30 to 36,500. Results stay, and the audit log keeps the texts until the person’s data are erased.',
  identityRetentionDays:
    'For how many days after the last exam a person’s data cannot be erased, as the law requires; 0 allows it once contestations are resolved. Results stay afterwards too, without the name.',
  tokenExpirationMinutes: 'People who are idle for this long sign in again. Sign-ins in use are renewed.',
  ldapForTeachers: 'Off: teachers use a password of this platform. Administrators always use theirs.',
  ldapForStudents: 'Off: students use a password of this platform.',
  deanEmails: 'One address per line. The people with these addresses can edit the structure of every exam.',
  smtpHost: 'For example mail.university.ro. Empty: the platform sends no mail.',
  smtpPort: 'Usually 587, or 465 with TLS from the start.',
  smtpSsl:
    'Usually on with port 465. Off: the connection begins unencrypted and uses STARTTLS where the server offers it.',
  smtpSender: 'The address that students and staff see as the sender.',
  smtpUser: 'Empty: the platform does not sign in to the mail server.',
  smtpPassword: 'Never shown again. Leave it empty to keep the one that is stored.',
};

/** What a change affects. */
export const settingAffects = {
  allowExams:
    'Applies at once to bookings, moves, cancellations, offers of waiting lists and new simulations.',
  screens: 'Applies to pages that are opened from now on; an open page stays as it is.',
  papers:
    'Applies to papers drawn from now on. Papers that are drawn already and running exams stay as they are.',
  preview: 'Applies to every finished exam, also to those of past sessions.',
  signIns:
    'Applies to sign-ins from now on and when they are renewed. Nobody in a running exam is signed out.',
  directory: 'Applies to the next sign-in of each of them. People who are signed in stay signed in.',
  dean: 'People who are added or removed have to sign in again. Those added who are neither teachers nor administrators also lose their password: they get a link by e-mail, or need a one-time password.',
  mail: 'Applies to the next message.',
  recordings:
    'A shorter period applies to all recordings, including those of past exams: those whose time is over are deleted within a day. A longer one applies only to exams that begin from now on, because students were told the earlier date.',
  kept: 'Applies to everything that is stored: what is older is deleted within a day.',
  erasing: 'Applies to the next request to erase a person’s data. Nothing is deleted by the change.',
  contests:
    'Applies immediately to every result, also to past ones. Contestations that were filed stay and are resolved.',
  resolving: 'Applies immediately to all open contestations. Decisions that were made stay.',
  sessions: 'Applies when a session is saved. Sessions that exist stay as they are.',
};
