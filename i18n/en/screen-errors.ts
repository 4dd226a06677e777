import type { ErrorCode } from '#domain/errors.ts';
import type { FirstErrorCode } from '#i18n/catalogue.ts';

/** The refusals of single screens and of their form fields. */
export const screenErrors = {
  'resource.inUse': 'It cannot be deleted or changed like this because it is used by {{by}} ({{count}}).',
  'resource.duplicate': 'There is already one with the same value: {{field}}.',

  'validation.selectOne': 'Select at least 1',
  'validation.nonZero': 'Value cannot be zero',
  'validation.text': 'A text is expected',
  'validation.number': 'A number is expected',
  'validation.integer': 'A whole number is expected',
  'validation.min': 'The value must be at least {{min}}',
  'validation.max': 'The value must be at most {{max}}',
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
  'student.addressOfAnother': 'Another student has this address: the personal IDs differ',

  'discipline.placeInUse':
    'The section or the series of the discipline cannot be changed because it is used in an exam',
  'discipline.teacherTwice': 'Somebody cannot be holder and collaborator of the same discipline',
  'chapter.disciplineInUse':
    'The chapter’s discipline cannot be changed: the chapter has questions or is part of the exam structure',
  'chapter.inStructure':
    'The chapter cannot be deleted: a saved exam structure asks for {{questions}} questions from it',

  'question.tooFewCorrect': 'Correct answers still missing: {{missing}}',
  'question.tooFewWrong': 'False answers still missing: {{missing}}',
  'question.answerTwice': 'This answer is entered twice',
  'question.changed':
    'This question was changed meanwhile by {{by}}. Your text is kept; compare before you save.',
  'question.notServable': 'This question cannot be asked as this kind',
  'question.staysInDiscipline':
    'This question is on an exam paper of {{discipline}}, which also decides the contestations about it. Move it only between chapters of this discipline, or add it again to the other one.',

  'structure.missing': 'This discipline has no exam structure yet',
  'structure.notServable': 'The question bank does not cover the exam structure',
  'structure.durationMissing': 'The discipline must have an exam duration',
  'structure.questionsMissing': 'The discipline must have a number of exam questions',
  'structure.aboveEntered': 'The exam asks {{asked}} questions, but only {{entered}} are entered',
  'structure.chapterAboveEntered':
    'Chapter {{chapter}} is asked for {{asked}} questions, but has only {{entered}}',
  'structure.belowChapterSum':
    'The discipline asks {{asked}} questions, fewer than its chapters together ({{sum}})',
  'structure.sumDiffers': 'The chapters ask {{sum}} questions together, but the exam has {{asked}}',
  'structure.percentSum': 'Chapter {{chapter}}: simple and multiple must add up to 100%',
  'structure.percentLocked': 'The college or section does not allow the percentages to be changed',

  'structure.frozen':
    'The exam “{{exam}}” is about to be taken or is being taken, so the structure cannot change before {{until}}.',
  'session.keysOpened':
    'The session has ended and the answers of its templates can be seen, so it cannot be extended. Add a new session with its own templates.',
  'session.scoringFrozen':
    'The exam “{{exam}}” is about to be taken or is being taken in this session, so the scoring mode cannot change before {{until}}. If exams were scored wrongly, correct the scoring of the exam on its statistics page.',
  'session.scoringBegun':
    'Exams of this session have begun: {{count}}. Their scoring mode stays; if it is wrong, correct the scoring of the exam on its statistics page.',

  'customExam.notFound': 'Custom exam not found',

  'outage.decided': 'A decision about this outage has already been made.',
  'paper.concerned': 'You are the student of this sitting or a relative: somebody else enters this paper.',
  'paper.examTwice': 'An exam is entered twice.',
  'paper.handedIn': 'The student handed this exam in at a computer: its answers stay as they are.',
  'paper.tooEarly': 'A paper can be entered from the beginning of its slot.',
  'paper.impossible': 'These answers cannot be ticked on this question.',
  'paper.keyOpen':
    'The key can be open already: only administrators can still enter this paper, with a reason.',
  'paper.notPrinted': 'This paper was never printed.',
  'paper.reasonNeeded': 'The key can be open already: enter this paper with a reason.',
  'paper.tooLate': 'The contestations of this session are over: this paper can no longer be entered.',
  'paper.notEntered': 'Nobody has entered this paper yet.',
  'paper.seqUsedUp':
    'Question {{question}} was saved at a computer with the highest possible number, so the paper cannot replace it. Decide about it through a technical complaint.',
  'paper.stored': 'The answers of this paper are already stored.',
  'paper.twoOthers': 'Two other people have already entered this paper.',
  'sitting.annulled': 'The sitting has been annulled.',
  'sitting.concerned':
    'It concerns your own exam, or that of a student you marked as a relative: somebody else decides about it.',
  'sitting.notAnnulled': 'The sitting is not annulled.',
  'sitting.notRunning': 'This exam is not running now.',
  'simulation.notAllowed': 'Exams can not be simulated',
  'appointment.seatTaken': 'The seat was taken meanwhile.',
  'appointment.examTwice': 'The student already has an appointment for this exam',
  'appointment.toSitElsewhere':
    'The student already has an appointment for this exam: {{examDate}}, session “{{session}}”',
  'appointment.elsewhere': 'The student has another appointment at the same time',
  'appointment.notOpen': 'Appointments not open',
  'appointment.notOpenYet': 'Appointments not open: booking opens on {{opensAt}}.',
  'appointment.closed': 'Appointments not open: booking closed on {{closedAt}}.',
  'appointment.outsideSession': 'Date is outside of session',
  'appointment.slotTooShort': 'The slot is shorter than the exam, which takes {{minutes}} minutes.',
  'appointment.tooLate': 'It is too late for this slot: the exam no longer fits into what is left of it.',
  'appointment.keyOpened':
    'The last exam of this day with these questions is over and their answers may be visible by now, so nobody can be added on this day and nobody gets more time.',
  'appointment.noFreeRooms': 'No free rooms for the selected day',
  'appointment.slotFull':
    'This slot has just been filled. Next free: {{examDate}} at {{startHour}}, {{examRoom}}.',
  'appointment.noAccessibleSeat': 'No accessible seat is free',
  'appointment.inTheWay':
    'This change is not possible because of existing appointments or offered seats ({{count}}), for example: {{examples}}. Move or cancel them first.',
  'appointment.bulkChanged':
    'Something has changed since the preview. The seats below are a new preview of those who have none yet.',
  'appointment.changed':
    'Somebody else moved the appointment meanwhile. Look at where it is now and try again.',
  'appointment.tooManyChanges':
    'You have changed your appointments {{max}} times within 24 hours. Try again later, or ask the office to change them for you.',
  'appointment.moveUnseen': 'Look first at who would be moved where, and confirm that.',
  'appointment.moveChanged':
    'Something has changed since the preview. Nobody was moved; look at the new preview.',
  'appointment.begun':
    'The exam of this appointment has started or is over, or its slot has begun and its paper is printed, so it can no longer be moved or cancelled.',
  'appointment.seatTakenNext': 'The seat is assigned to somebody else in the next slot: {{names}}.',
  'appointment.timeChanged':
    'Somebody else changed the extra time meanwhile: it is {{minutes}} min now. Check it and save again.',
  'appointment.wouldEnd':
    'The exam is running and would end at once with so little extra time. Give more, or end the exam itself.',
  'appointment.mostExtraTime': 'Nobody can get more than {{max}} minutes of extra time.',
  'appointment.noStudent':
    'No student found for matricol number {{matricol}} in the selected college or section',
  'appointment.failedFor': 'Failed for student {{student}} (matricol {{matricol}}) due to: {{reason}}',

  'statistics.takesSame':
    'You are examined in one of these disciplines yourself. You will see the statistics once the key of your exam opens, at the latest after the session.',
  'recording.unreadable': 'This file is not a recording of an exam',
  'recording.full': 'There is no more room for recordings of this exam',
  'recording.busy': 'Another upload is in progress; try again in a moment',

  'image.unreadable': 'This file is not an image that can be read (PNG, JPEG, WebP or GIF)',
  'image.tooLarge': 'The image is too large: at most {{pixels}} pixels on a side',

  'import.refused': 'This file cannot be imported',
  'import.busy': 'Other files are being read just now; try again later',
  'import.started': 'This import has been started and cannot be changed any more',
  'import.checking': 'The rows of this file are still being checked',
  'yearCopy.notLater':
    'Students move up only into a later university year. Choose another one, or copy only the disciplines.',
  'yearCopy.nothingChosen': 'No discipline and no student is chosen that is not in the new year yet',
  'import.nothingChosen': 'No question is chosen that has a chapter to go to',

  'account.sitting':
    '{{name}} is taking an exam now. This change would end their sign-in in the middle of it.',
  'account.self': 'You cannot disable your own account. Another administrator can.',
  'account.disabled': 'The account is disabled. Enable it first.',
  'account.noLinkAddress': 'No link can be sent: the server was started without PUBLIC_URL.',
  'dayPassword.noDirectory': 'Students do not sign in through the directory, so they need no day passwords.',
  'dayPassword.past': 'This day is over.',
  'dayPassword.nobody': 'Nobody is expected there.',
  'privacy.notConfirmed': 'The address you typed is not the address of this account.',
  'privacy.erased': 'The data of this person has already been erased.',
  'privacy.self': 'You cannot erase your own data. Another administrator can.',
  'privacy.staff':
    '{{name}} is a member of staff. Remove the roles first: administrator, teacher, secretary.',
  'privacy.sitting': '{{name}} is taking an exam now.',
  'privacy.booked': '{{name}} has an appointment that is not over. Cancel it first.',
  'privacy.kept': 'The results of this person must stay linked to them until {{day}}.',
  'privacy.fileRead':
    'A student file is being read or checked, and the person may be in it. Try again when it is done.',

  'customExam.changed':
    'The exam was changed meanwhile by {{by}}. What you entered is kept; compare before you save.',
  'customExam.frozen':
    'Session “{{session}}” is about to start or is in progress: disciplines, question counts, percentages and duration cannot change before {{until}}.',
  'customExam.keyOpened':
    'The exams of {{day}} with questions of {{discipline}} are over and their answers may be visible by now. This exam has appointments on that day, so the discipline cannot be added.',
  'customExam.hasAppointments':
    'The exam cannot be deleted: future appointments: {{count}}. Cancel or move them first.',
  'customExam.partSat':
    '“{{part}}” has been taken or its papers are printed (exams: {{count}}) and must keep its disciplines. Make a copy of the exam for the next session.',
  'customExam.slotTooShort':
    'Appointments whose slot is shorter than {{minutes}} minutes: {{count}}. Move them first or choose a shorter duration.',
  'customExam.cohortBooked':
    'Appointments of students who would no longer belong to the exam: {{count}}. Cancel them first or keep their series.',
  'customExam.empty': 'The exam has no disciplines yet',
  'customExam.disciplineTwice': 'This discipline is already part of the exam',
  'customExam.noStructure':
    '{{discipline}} has no exam structure yet; its holders or the dean’s office must save one',
  'customExam.aboveBank': '{{discipline}} is asked for {{asked}} questions, but only {{entered}} are entered',
  'customExam.simpleShort':
    '{{discipline}}, chapter {{chapter}}: {{asked}} simple questions required, {{available}} available',
  'customExam.multipleShort':
    '{{discipline}}, chapter {{chapter}}: {{asked}} multiple questions required, {{available}} available',
  'customExam.chapterShort':
    '{{discipline}}, chapter {{chapter}}: {{asked}} questions required, {{available}} available',

  'template.printed': 'This template was printed and stays as it is.',
  'template.printFreezes':
    'Printing without the key freezes templates that can still be changed: {{count}}. Go back to the selection and confirm it.',
  'template.begun':
    'A student has begun an exam with this template, or a paper made from it is printed; it can no longer be changed',
  'template.changed': 'Somebody else has changed this template meanwhile; open it again',
  'template.frozen':
    'Session “{{session}}” is about to start or is in progress until {{until}}; waiting papers that would be drawn again: {{count}}. Confirm it first.',
  'template.notBegun': 'Nobody has begun an exam with this template yet; edit the template instead',
  'template.running': 'Templates of this exam and session are being generated',
  'template.tooMany': 'There can be at most {{most}} templates of an exam in a session',
  'template.unfit':
    'The question for number {{number}} is not of the same chapter, cannot be asked in the same way, or is already in the template',

  'settlement.changedMeanwhile':
    'Something changed meanwhile; look at what would change now and decide again',
  'settlement.conflict':
    'Among the exams that would be scored again is one of yours, or of a student you declared a relative. Another holder or an administrator without such a conflict settles this.',
  'settlement.previewMissing': 'Look first at what would change, and confirm that.',
  'settlement.unfit': 'This settlement does not fit the question as it was asked',
  'settlement.withdrawn': 'This settlement has already been withdrawn',

  'waitingPlace.notFull': 'There are free seats: book one instead of waiting.',
  'waitingPlace.twice': 'The student is already waiting for this.',
  'waitingPlace.tooMany': 'Nobody can wait for more than {{max}} places at a time.',
  'waitingPlace.alreadyThere': 'The student already has a seat there.',
  'waitingPlace.notOffered': 'No seat has been offered for this place yet.',
  'waitingPlace.offerEnded':
    'The seat is no longer held: the time to accept is over, or the seat cannot be used.',

  'contestation.switchedOff': 'Contestations are not allowed at present.',
  'contestation.keyClosed':
    'Others can still get the same questions. Contestations of this exam open on {{opensAt}}.',
  'contestation.notOpenYet': 'The contestations of this session open on {{opensAt}}.',
  'contestation.neverOpen':
    'The dates of the session leave no time to contest this exam. Ask the secretary’s office.',
  'contestation.closed': 'The contestations of this session closed on {{closedAt}}.',
  'contestation.daysOver': 'The time to contest this exam ended on {{closedAt}}.',
  'contestation.twice': 'Another contestation of the same type cannot be created for this exam.',
  'contestation.noQuestion': 'Choose at least one question.',
  'contestation.questionTwice': 'The question is chosen twice.',
  'contestation.explanationMissing': 'This needs an explanation.',
  'contestation.caseTwice': 'There is already a case about this question in this session, open or decided.',
  'contestation.notServed': 'No finished exam of this session contains this question.',
  'contestation.adminsOnly': 'Only administrators resolve this contestation.',
  'contestation.notHolder': 'Only the holders of the discipline resolve this question.',
  'contestation.ended': 'The time to resolve contestations ended on {{endedAt}}. Ask an administrator.',
  'contestation.ownExam': 'You took this exam yourself; somebody else has to resolve it.',
  'contestation.relative': 'You declared this student a relative; somebody else has to resolve it.',
  'contestation.relativeStays':
    'The declaration stays until an administrator removes it; nobody can remove their own.',
  'contestation.resolved': 'The question is already resolved. Reopen the contestation to decide again.',
  'contestation.notResolved': 'Nothing has been decided in this contestation.',
  'contestation.settleMissing': 'Choose how the accepted question is settled.',
  'contestation.settleUnfit': 'This contestation cannot be settled in this way.',
  'contestation.reach': 'The settlement cannot apply that widely.',
  'contestation.takesSame':
    'You take this exam yourself, or one with the same questions; somebody else has to decide.',
  'contestation.answersMissing': 'Choose the answers of the question.',
  'contestation.noLateAnswer': 'There is no late answer to this question.',
} satisfies Record<Exclude<ErrorCode, FirstErrorCode>, string>;
