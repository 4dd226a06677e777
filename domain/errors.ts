/**
 * Every refusal of the product: its kind, which decides the status, and the parameters of its text. A new code does not
 * compile without its three translations.
 */
export type ErrorKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'stalled'
  | 'missing'
  | 'conflict'
  | 'tooLarge'
  | 'throttled'
  | 'failed'
  | 'unavailable';

export type ErrorParams = Readonly<Record<string, string | number>>;

type Entry<P extends ErrorParams> = { readonly kind: ErrorKind; readonly params?: P };
type NoParams = Record<never, never>;

const error = <P extends ErrorParams = NoParams>(kind: ErrorKind): Entry<P> => ({ kind });

/** A chapter that is asked for more than it can serve. */
type Shortfall = { discipline: string; chapter: string; asked: number; available: number };

export const errors = {
  'auth.wrongCredentials': error('unauthenticated'),
  'auth.expired': error('unauthenticated'),
  'auth.forbidden': error('forbidden'),
  'auth.throttled': error<{ seconds: number }>('throttled'),
  'auth.queued': error<{ seconds: number; ticket: string }>('conflict'),
  'auth.directoryDown': error('unavailable'),
  'auth.linkInvalid': error('invalid'),
  'auth.notLocal': error('conflict'),
  'auth.enrolmentUnknown': error('missing'),
  'auth.examRunning': error('conflict'),

  'request.malformed': error('invalid'),
  'request.tooLarge': error('tooLarge'),
  'request.stalled': error('stalled'),
  'request.tooMany': error<{ seconds: number }>('throttled'),
  'request.tooSlow': error('conflict'),
  'resource.notFound': error('missing'),
  'resource.inUse': error<{ by: string; count: number }>('conflict'),
  'resource.duplicate': error<{ field: string }>('conflict'),
  'server.failed': error('failed'),
  'server.unavailable': error('unavailable'),

  'validation.failed': error('invalid'),
  'validation.required': error('invalid'),
  'validation.selectOne': error('invalid'),
  'validation.nonZero': error('invalid'),
  'validation.text': error('invalid'),
  'validation.number': error('invalid'),
  'validation.integer': error('invalid'),
  'validation.min': error<{ min: number }>('invalid'),
  'validation.max': error<{ max: number }>('invalid'),
  'validation.tooShort': error<{ min: number }>('invalid'),
  'validation.tooLong': error<{ max: number }>('invalid'),
  'validation.email': error('invalid'),
  'validation.smtpHost': error('invalid'),
  'validation.date': error('invalid'),
  'validation.time': error('invalid'),
  'validation.choice': error('invalid'),
  'validation.boolean': error('invalid'),
  'validation.reference': error('invalid'),
  'validation.outOfReach': error('invalid'),
  'validation.otherYear': error<{ name: string; theirs: number; year: number }>('invalid'),
  'validation.unknownField': error('invalid'),
  'validation.endBeforeStart': error('invalid'),
  'validation.percentSum': error('invalid'),
  'validation.personalId': error('invalid'),
  'validation.cnpChecksum': error('invalid'),
  'validation.cnpDate': error('invalid'),
  'validation.cnpFuture': error('invalid'),
  'validation.phone': error('invalid'),

  'settings.changed': error<{ by: string }>('conflict'),
  'settings.wrongAddress': error<{ address: string }>('invalid'),
  'settings.directoryMissing': error('conflict'),
  'settings.directoryFailed': error<{ reason: string }>('conflict'),
  'settings.mailMissing': error('conflict'),
  'settings.mailFailed': error<{ reason: string }>('conflict'),

  'session.notFound': error('missing'),
  'session.overlap': error<{ description: string }>('conflict'),
  'slot.overlap': error('conflict'),
  'room.seatsExceeded': error('conflict'),
  'room.seatUnknown': error<{ row: string; seat: number }>('invalid'),
  'secretary.duplicate': error('conflict'),
  'account.needsAdministrator': error('conflict'),
  'account.sitting': error<{ name: string }>('conflict'),
  'account.self': error('conflict'),
  'account.disabled': error('conflict'),
  'account.noLinkAddress': error('conflict'),
  'privacy.notConfirmed': error('conflict'),
  'privacy.erased': error('conflict'),
  'privacy.self': error('conflict'),
  'privacy.staff': error<{ name: string }>('conflict'),
  'privacy.sitting': error<{ name: string }>('conflict'),
  'privacy.booked': error<{ name: string }>('conflict'),
  'privacy.kept': error<{ day: string }>('conflict'),
  'privacy.fileRead': error('conflict'),
  'dayPassword.noDirectory': error('conflict'),
  'dayPassword.past': error('conflict'),
  'dayPassword.nobody': error('conflict'),
  'student.sitting': error('conflict'),
  'student.addressOfAnother': error('conflict'),

  'discipline.placeInUse': error('conflict'),
  'discipline.teacherTwice': error('invalid'),
  'chapter.disciplineInUse': error('conflict'),
  'chapter.inStructure': error<{ questions: number }>('conflict'),

  'question.tooFewCorrect': error<{ missing: number }>('invalid'),
  'question.tooFewWrong': error<{ missing: number }>('invalid'),
  'question.answerTwice': error('invalid'),
  'question.changed': error<{ by: string }>('conflict'),
  'question.notServable': error('conflict'),
  'question.staysInDiscipline': error<{ discipline: string }>('conflict'),

  'structure.missing': error('conflict'),
  'structure.notServable': error('conflict'),
  'structure.durationMissing': error('invalid'),
  'structure.questionsMissing': error('invalid'),
  'structure.aboveEntered': error<{ asked: number; entered: number }>('invalid'),
  'structure.chapterAboveEntered': error<{ chapter: string; asked: number; entered: number }>('invalid'),
  'structure.belowChapterSum': error<{ asked: number; sum: number }>('invalid'),
  'structure.sumDiffers': error<{ asked: number; sum: number }>('invalid'),
  'structure.percentSum': error<{ chapter: string }>('invalid'),
  'structure.percentLocked': error('invalid'),

  'structure.frozen': error<{ exam: string; until: string }>('conflict'),
  'session.keysOpened': error('conflict'),
  'session.scoringFrozen': error<{ exam: string; until: string; count: number }>('conflict'),
  'session.scoringBegun': error<{ count: number }>('conflict'),

  'customExam.notFound': error('missing'),
  'customExam.changed': error<{ by: string }>('conflict'),
  'customExam.frozen': error<{ session: string; until: string }>('conflict'),
  'customExam.keyOpened': error<{ discipline: string; day: string }>('conflict'),
  'customExam.hasAppointments': error<{ count: number }>('conflict'),
  'customExam.partSat': error<{ part: string; count: number }>('conflict'),
  'customExam.slotTooShort': error<{ count: number; minutes: number }>('conflict'),
  'customExam.cohortBooked': error<{ count: number }>('conflict'),
  'customExam.empty': error('invalid'),
  'customExam.disciplineTwice': error('invalid'),
  'customExam.noStructure': error<{ discipline: string }>('invalid'),
  'customExam.aboveBank': error<{ discipline: string; asked: number; entered: number }>('invalid'),
  'customExam.simpleShort': error<Shortfall>('invalid'),
  'customExam.multipleShort': error<Shortfall>('invalid'),
  'customExam.chapterShort': error<Shortfall>('invalid'),

  'exam.tooEarly': error<{ startsAt: string }>('conflict'),
  'exam.tooLate': error<{ endedAt: string }>('conflict'),
  'exam.none': error('conflict'),
  'exam.notRunning': error('conflict'),
  'exam.finished': error('conflict'),
  'exam.late': error('conflict'),
  'exam.takenOver': error('conflict'),
  'exam.sitting': error<{ groupId: number }>('conflict'),
  'exam.answerImpossible': error('invalid'),
  'exam.notFinished': error('conflict'),
  'exam.previewClosed': error('conflict'),
  'exam.notDurable': error('unavailable'),
  'exam.keyOpen': error('conflict'),
  'exam.outage': error('unavailable'),
  'outage.decided': error('conflict'),
  'paper.concerned': error('conflict'),
  'paper.examTwice': error('invalid'),
  'paper.handedIn': error('conflict'),
  'paper.impossible': error('invalid'),
  'paper.keyOpen': error('conflict'),
  'paper.notEntered': error('conflict'),
  'paper.notPrinted': error('conflict'),
  'paper.reasonNeeded': error('conflict'),
  'paper.seqUsedUp': error<{ question: number }>('conflict'),
  'paper.stored': error('conflict'),
  'paper.tooEarly': error('conflict'),
  'paper.tooLate': error('conflict'),
  'paper.twoOthers': error('conflict'),
  'sitting.annulled': error('conflict'),
  'sitting.concerned': error('conflict'),
  'sitting.notAnnulled': error('conflict'),
  'sitting.notRunning': error('conflict'),
  'template.begun': error('conflict'),
  'template.printed': error('conflict'),
  'template.printFreezes': error<{ count: number }>('conflict'),
  'template.changed': error('conflict'),
  'template.frozen': error<{ session: string; until: string; count: number }>('conflict'),
  'template.notBegun': error('conflict'),
  'template.running': error('conflict'),
  'template.tooMany': error<{ most: number }>('conflict'),
  'template.unfit': error<{ number: number }>('conflict'),
  'settlement.changedMeanwhile': error('conflict'),
  'settlement.conflict': error('conflict'),
  'settlement.previewMissing': error('conflict'),
  'settlement.unfit': error('invalid'),
  'settlement.withdrawn': error('conflict'),
  'simulation.notAllowed': error('conflict'),
  'appointment.seatTaken': error('conflict'),
  'appointment.examTwice': error('conflict'),
  'appointment.toSitElsewhere': error<{ session: string; examDate: string }>('conflict'),
  'appointment.elsewhere': error('conflict'),
  'appointment.notOpen': error('conflict'),
  'appointment.notOpenYet': error<{ opensAt: string }>('conflict'),
  'appointment.closed': error<{ closedAt: string }>('conflict'),
  'appointment.outsideSession': error('conflict'),
  'appointment.slotTooShort': error<{ minutes: number }>('conflict'),
  'appointment.tooLate': error('conflict'),
  'appointment.keyOpened': error('conflict'),
  'appointment.noFreeRooms': error('conflict'),
  /** Includes the next slot with free seats, for the page to offer. */
  'appointment.slotFull': error<{
    examRoomId: number;
    examRoomSlotId: number;
    examDate: string;
    examRoom: string;
    startHour: string;
  }>('conflict'),
  'appointment.noAccessibleSeat': error('conflict'),
  /** Appointments that a change of a room, slot or session would break; up to three are named. */
  'appointment.inTheWay': error<{ count: number; examples: string }>('conflict'),
  'appointment.begun': error('conflict'),
  'appointment.changed': error('conflict'),
  'appointment.tooManyChanges': error<{ max: number }>('conflict'),
  'appointment.moveChanged': error('conflict'),
  'appointment.moveUnseen': error('conflict'),
  'appointment.bulkChanged': error('conflict'),
  /** `names`: the hour and, in scope, the name of each who has the seat next. */
  'appointment.seatTakenNext': error<{ names: string }>('conflict'),
  /** Somebody else changed the extra time since it was shown; it is `minutes` now. */
  'appointment.timeChanged': error<{ minutes: number }>('conflict'),
  'appointment.wouldEnd': error('conflict'),
  'appointment.mostExtraTime': error<{ max: number }>('conflict'),
  'appointment.noStudent': error<{ matricol: string }>('missing'),
  /** `reason` is another code of this catalogue. */
  'appointment.failedFor': error<{ student: string; matricol: string; reason: string }>('conflict'),
  'waitingPlace.notFull': error('conflict'),
  'waitingPlace.twice': error('conflict'),
  'waitingPlace.tooMany': error<{ max: number }>('conflict'),
  'waitingPlace.alreadyThere': error('conflict'),
  'waitingPlace.notOffered': error('conflict'),
  'waitingPlace.offerEnded': error('conflict'),

  'contestation.switchedOff': error('conflict'),
  'contestation.keyClosed': error<{ opensAt: string }>('conflict'),
  'contestation.notOpenYet': error<{ opensAt: string }>('conflict'),
  'contestation.neverOpen': error('conflict'),
  'contestation.closed': error<{ closedAt: string }>('conflict'),
  'contestation.daysOver': error<{ closedAt: string }>('conflict'),
  'contestation.twice': error('conflict'),
  'contestation.noQuestion': error('invalid'),
  'contestation.questionTwice': error('invalid'),
  'contestation.explanationMissing': error('invalid'),
  'contestation.caseTwice': error('conflict'),
  'contestation.notServed': error('conflict'),
  'contestation.adminsOnly': error('conflict'),
  'contestation.notHolder': error('conflict'),
  'contestation.ended': error<{ endedAt: string }>('conflict'),
  'contestation.ownExam': error('conflict'),
  'contestation.relative': error('conflict'),
  'contestation.relativeStays': error('conflict'),
  'contestation.resolved': error('conflict'),
  'contestation.notResolved': error('conflict'),
  'contestation.settleMissing': error('invalid'),
  'contestation.settleUnfit': error('invalid'),
  'contestation.reach': error('invalid'),
  'contestation.takesSame': error('conflict'),
  'contestation.answersMissing': error('invalid'),
  'contestation.noLateAnswer': error('invalid'),

  'statistics.takesSame': error('conflict'),

  'recording.unreadable': error('invalid'),
  'recording.full': error('conflict'),
  'recording.busy': error('conflict'),

  'image.unreadable': error('invalid'),
  'image.tooLarge': error<{ pixels: number }>('invalid'),

  // `reason` is a finding (domain/imports/findings.ts), followed by the parameters of its text.
  'import.refused': error<{ reason: string }>('invalid'),
  'import.busy': error('unavailable'),
  'import.started': error('conflict'),
  'import.checking': error('conflict'),
  'import.nothingChosen': error('conflict'),
  'yearCopy.notLater': error('conflict'),
  'yearCopy.nothingChosen': error('conflict'),
} as const;

export type ErrorCode = keyof typeof errors;
export type ParamsOf<C extends ErrorCode> = NonNullable<(typeof errors)[C]['params']>;

/** Codes that need no parameters. */
export type PlainErrorCode = {
  [C in ErrorCode]: keyof ParamsOf<C> extends never ? C : never;
}[ErrorCode];

/** One invalid field of a draft: its path and what is wrong. */
export type FieldProblem = { path: string; error: ErrorCode; params: ErrorParams };

/**
 * The maximum number of reported fields. More would not help a user, and listing a hostile body in full would cost more
 * than parsing it.
 */
export const maxProblems = 50;

/** An expected "no". Any other thrown error is a defect. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly params: ErrorParams;
  readonly problems: readonly FieldProblem[];

  constructor(code: ErrorCode, params: ErrorParams, problems: readonly FieldProblem[] = []) {
    super(code);
    this.name = 'Refusal';
    this.code = code;
    this.params = params;
    this.problems = problems;
  }
}

type ParamsArgument<C extends ErrorCode> = keyof ParamsOf<C> extends never ? [] : [params: ParamsOf<C>];

/** Throws a refusal with a code of the catalogue and the parameters of that code. */
export function refuse<C extends ErrorCode>(code: C, ...[params]: ParamsArgument<C>): never {
  throw new Refusal(code, params ?? {});
}

/** A problem of one field, typed like `refuse`. */
export function problem<C extends ErrorCode>(
  path: string,
  code: C,
  ...[params]: ParamsArgument<C>
): FieldProblem {
  return { path, error: code, params: params ?? {} };
}

/** Refuses a draft because of one problem. */
export function refuseProblem(problem: FieldProblem): never {
  throw new Refusal('validation.failed', {}, [problem]);
}

/** Refuses a draft that has problems. */
export function refuseProblems(problems: readonly FieldProblem[]): void {
  if (problems.length > 0) throw new Refusal('validation.failed', {}, problems);
}
