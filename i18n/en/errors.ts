import type { ErrorCode, LateErrorCode } from '#domain/errors.ts';

/** Every refusal of the catalogue, in words. */
export const errors = {
  'auth.wrongCredentials': 'The e-mail address or the password is not right.',
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
  'request.stalled': 'The request stopped arriving. Check the connection and try again.',
  'request.tooMany': 'Too many requests are under way at the moment. Try again in {{seconds}} seconds.',
  'request.tooSlow': 'This took too long and was stopped. Narrow the search or try again later.',
  'resource.notFound': 'The requested resource was not found',
  'resource.inUse': 'It cannot be deleted or changed like this because it is used by {{by}} ({{count}}).',
  'resource.duplicate': 'There is already one with the same value: {{field}}.',
  'server.failed': 'Something went wrong on the server. Nothing was saved; please try again.',
  'server.unavailable': 'The server is unavaible. Please try again later!',

  'validation.failed': 'Some fields are not valid. Please check them.',
  'validation.required': 'Required field',
  'validation.selectOne': 'Select at least 1',
  'validation.nonZero': 'Value cannot be zero',
  'validation.text': 'A text is expected',
  'validation.number': 'A number is expected',
  'validation.integer': 'A whole number is expected',
  'validation.min': 'The value must be at least {{min}}',
  'validation.max': 'The value must be at most {{max}}',
  'validation.tooShort': 'At least {{min}} characters are needed',
  'validation.tooLong': 'At most {{max}} characters are allowed',
  'validation.email': 'Value os not a valid email address',
  'validation.smtpHost': 'Invalid SMTP Server Address',
  'validation.date': 'Invalid date format',
  'validation.time': 'Invalid time, expected HH:MM',
  'validation.choice': 'The value is not one of the choices',
  'validation.boolean': 'Yes or no is expected',
  'validation.reference': 'The chosen item no longer exists here or is not yours to choose',
  'validation.outOfReach': 'This is outside of what you are assigned to',
  'validation.otherYear': '{{name}} belongs to year {{theirs}}, not to year {{year}}',
  'validation.unknownField': 'This field is not known',
  'validation.endBeforeStart': 'The end must not be before the start',
  'validation.percentSum': 'The two percentages must add up to 100',
  'validation.personalId': 'Expected a CNP of 13 digits or another identifier of 6 to 20 letters and digits',
  'validation.cnpChecksum':
    'The CNP is not valid: its check digit, the last one, does not match. Check all 13 digits',
  'validation.cnpDate': 'The CNP is not valid: digits 2 to 7 must be the birth date (YYMMDD)',
  'validation.cnpFuture': 'The CNP is not valid: its birth date is still to come',
  'validation.phone': 'Expected a phone number with digits only, such as 0712 345 678 or +40 712 345 678',

  'settings.changed':
    '{{by}} has changed the same settings meanwhile. Your changes are not saved yet, but nothing is lost.',
  'settings.wrongAddress': '“{{address}}” is not a valid e-mail address',
  'settings.directoryMissing': 'No directory is set up: the server was started without LDAP_URL.',
  'settings.directoryFailed': 'The directory does not answer: {{reason}}',
  'settings.mailMissing': 'No mail server is set. Save its address first.',
  'settings.mailFailed': 'The message could not be sent: {{reason}}',

  'session.notFound': 'Session not found',
  'session.overlap': 'The session dates overlap the session “{{description}}”',
  'slot.overlap': 'The slot overlaps another slot of the same room',
  'room.seatsExceeded': 'The rows have more seats than the room',
  'room.seatUnknown': 'The room has no seat {{seat}} in row {{row}}',
  'secretary.duplicate': 'The email is already assigned to the same college, section and year',
  'account.needsAdministrator': 'The account with this address can only be changed by an administrator',
  'student.sitting':
    'The student is taking an exam, and this address would move it to another account. Try again when it has ended.',
  'student.addressOfAnother': 'Another student has this address: the personal ids differ',

  'discipline.placeInUse':
    'The section or the series of the discipline cannot be changed because it is used in an exam',
  'discipline.teacherTwice': 'Somebody cannot be holder and collaborator of the same discipline',
  'chapter.inStructure':
    'The chapter cannot be deleted: a saved exam structure asks {{questions}} questions from it',

  'question.tooFewCorrect': 'Correct answers still missing: {{missing}}',
  'question.tooFewWrong': 'False answers still missing: {{missing}}',
  'question.answerTwice': 'This answer is entered twice',
  'question.changed':
    'This question was changed meanwhile by {{by}}. Your text is kept; compare before you save.',
  'question.notServable': 'This question cannot be served as this kind',

  'structure.missing': 'This discipline has no exam structure yet',
  'structure.notServable': 'The question bank cannot serve the exam structure',
  'structure.durationMissing': 'The discipline must have an exam duration',
  'structure.questionsMissing': 'The discipline must have a number of exam questions',
  'structure.aboveEntered': 'The exam asks {{asked}} questions, but only {{entered}} are entered',
  'structure.chapterAboveEntered':
    'Chapter {{chapter}} is asked for {{asked}} questions, but holds only {{entered}}',
  'structure.belowChapterSum':
    'The discipline asks {{asked}} questions, fewer than its chapters together ({{sum}})',
  'structure.sumDiffers': 'The chapters ask {{sum}} questions together, but the exam has {{asked}}',
  'structure.percentSum': 'Chapter {{chapter}}: simple and complex must add up to 100 %',
  'structure.percentLocked': 'The college or section does not allow the percents to be changed',

  'structure.frozen':
    'The exam “{{exam}}” is about to be sat or is being sat, so the structure cannot change before {{until}}.',
  'session.scoringFrozen':
    'The exam “{{exam}}” is about to be sat or is being sat in this session, so the scoring mode cannot change before {{until}}.',

  'customExam.notFound': 'Custom exam not found',

  'exam.tooEarly': 'It is too early: the exam can be started from {{startsAt}}.',
  'exam.tooLate': 'It is too late: the time reserved for the exam ended at {{endedAt}}.',
  'exam.none': 'No exam is scheduled for you now.',
  'exam.notRunning': 'This exam has not been started.',
  'exam.finished': 'The exam is finished. The answer was kept as late and does not count.',
  'exam.late': 'The answer arrived after the deadline. It was kept as late and does not count by itself.',
  'exam.takenOver':
    'The exam was opened in another tab or on another computer; it cannot be answered here any more.',
  'exam.sitting': 'You are sitting an exam; everything else opens again when it has ended.',
  'exam.answerImpossible': 'This combination of answers is not possible for this question.',
  'exam.notFinished': 'The exam is not finished yet.',
  'exam.previewClosed': 'The questions of this exam cannot be seen now.',
  'exam.notDurable':
    'The database does not keep writes safely, so exams cannot start. Tell the administrator.',
  'exam.keyOpen': 'The key of this exam is open, so it can no longer be reopened.',
  'exam.outage':
    'The server was interrupted. The exam stays open until it is decided whether time is credited; this page goes on by itself.',
  'outage.decided': 'This interruption has already been decided.',
  'paper.concerned': 'You are the student of this sitting or a relative: somebody else enters this paper.',
  'paper.examTwice': 'An exam is entered twice.',
  'paper.handedIn': 'The student handed this exam in at a computer: its answers stay as they are.',
  'paper.tooEarly': 'A paper can be entered from the beginning of its slot.',
  'paper.impossible': 'These answers cannot be ticked on this question.',
  'paper.stored': 'The answers of this paper are already stored.',
  'paper.twoOthers': 'Two other people have already entered this paper.',
  'sitting.annulled': 'The sitting has been annulled.',
  'sitting.notAnnulled': 'The sitting is not annulled.',
  'simulation.notAllowed': 'Exams can not be simulated',
  'appointment.seatTaken': 'The seat was taken meanwhile.',
  'appointment.examTwice': 'The student already has an appointment for this exam',
  'appointment.elsewhere': 'The student has another appointment at the same time',
  'appointment.notOpen': 'Appointments not open',
  'appointment.notOpenYet': 'Appointments not open: booking opens on {{opensAt}}.',
  'appointment.closed': 'Appointments not open: booking closed on {{closedAt}}.',
  'appointment.outsideSession': 'Date is outside of session',
  'appointment.slotTooShort': 'The slot is shorter than the exam, which takes {{minutes}} minutes.',
  'appointment.tooLate': 'It is too late for this slot: the exam no longer fits into what is left of it.',
  'appointment.noFreeRooms': 'No free rooms for the selected day',
  'appointment.slotFull':
    'This slot has just been filled. Next free: {{examDate}} at {{startHour}}, {{examRoom}}.',
  'appointment.noAccessibleSeat': 'No accessible seat is free',
  'appointment.inTheWay':
    'This change is not possible because of existing appointments or offered seats ({{count}}), for example: {{examples}}. Move or cancel them first.',
  'appointment.moveChanged':
    'Something has changed since the preview. Nobody was moved; please look at the new preview.',
  'appointment.begun': 'The exam of this appointment has begun, so it can no longer be moved or cancelled.',
  'appointment.noStudent':
    'No student found for matricol number {{matricol}} in the selected college or section',
  'appointment.failedFor': 'Failed for student {{student}} (matricol {{matricol}}) due to: {{reason}}',

  'recording.unreadable': 'This file is not a recording of an exam',
  'recording.full': 'There is no more room for recordings of this exam',
  'recording.busy': 'Another upload is under way; try again in a moment',

  'image.unreadable': 'This file is not an image that can be read (PNG, JPEG, WebP or GIF)',
  'image.tooLarge': 'The image is too large: at most {{pixels}} pixels on a side',

  'import.refused': 'This file cannot be imported',
  'import.busy': 'Other files are being read just now; try again in a minute',
  'import.started': 'This import has been started and cannot be changed any more',
  'yearCopy.nothingChosen': 'No discipline and no student is chosen that is not in the new year yet',
  'import.nothingChosen': 'No question is chosen that has a chapter to go to',
} satisfies Record<Exclude<ErrorCode, LateErrorCode>, string>;
