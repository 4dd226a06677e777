import type { FirstErrorCode } from '#i18n/catalogue.ts';

/** The refusals that Login, a running exam or any screen can get. */
export const errors = {
  'auth.wrongCredentials': 'The e-mail address or the password is incorrect.',
  'auth.expired': 'Session expired',
  'auth.forbidden': 'You do not have the rights to access this resource',
  'auth.throttled': 'Too many attempts. Please wait {{seconds}} seconds and try again.',
  'auth.queued': 'Many people are signing in. Please try again in about {{seconds}} seconds.',
  'auth.directoryDown': 'The university directory does not answer. Please try again in a few minutes.',
  'auth.linkInvalid': 'This link has expired or was already used. Ask for a new one.',
  'auth.notLocal': 'This account is kept in the university directory; its password is changed there.',
  'auth.enrolmentUnknown': 'This enrolment does not belong to the account.',
  'auth.examRunning': 'The college cannot be changed while an exam is running.',

  'request.malformed': 'The request could not be understood.',
  'request.tooLarge': 'What was sent is too large.',
  'request.stalled': 'The request did not arrive completely. Check the connection and try again.',
  'request.tooMany': 'Too many requests are in progress at the moment. Try again in {{seconds}} seconds.',
  'request.tooSlow': 'This took too long and was stopped. Narrow the search or try again later.',
  'resource.notFound': 'The requested resource was not found',
  'server.failed': 'Something went wrong on the server. Nothing was saved; please try again.',
  // The university's wording, as in messages.ts.
  'server.unavailable': 'The server is unavaible. Please try again later!',

  'validation.failed': 'Some fields are not valid. Please check them.',
  'validation.required': 'Required field',
  'validation.tooShort': 'At least {{min}} characters are needed',
  'validation.tooLong': 'At most {{max}} characters are allowed',

  'exam.tooEarly': 'It is too early: the exam can be started from {{startsAt}}.',
  'exam.tooLate': 'It is too late: the time reserved for the exam ended at {{endedAt}}.',
  'exam.none': 'No exam is scheduled for you now.',
  'exam.notRunning': 'This exam has not been started.',
  'exam.finished': 'The exam is finished. The answer was kept as late and is not counted automatically.',
  'exam.late': 'The answer arrived after the deadline. It was kept as late and is not counted automatically.',
  'exam.takenOver':
    'The exam was opened in another tab or on another computer; it cannot be answered here any more.',
  'exam.sitting': 'You are taking an exam; everything else opens again when it has ended.',
  'exam.answerImpossible': 'This combination of answers is not possible for this question.',
  'exam.notFinished': 'The exam is not finished yet.',
  'exam.previewClosed': 'The questions of this exam cannot be seen now.',
  'exam.notDurable':
    'The database does not store data safely, so exams cannot start. Tell the administrator.',
  'exam.keyOpen':
    'The key of this exam is already visible: it can no longer be reopened and gets no more time.',
  'exam.outage':
    'The server was down. The exam stays open until it is decided whether time is credited; this page continues by itself.',
} satisfies Record<FirstErrorCode, string>;
