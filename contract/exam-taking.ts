import { z } from 'zod';
import { highestSeq } from '#domain/exam-taking/save.ts';
import { examKinds, examStatuses } from '#domain/exam-taking/sitting.ts';
import { scoringModes } from '#domain/scoring/score-question.ts';
import { defineCall } from './call.ts';
import { byId, givenId, rowId } from './common.ts';
import { servedQuestion } from './questions.ts';

export const byExam = z.object({ examId: rowId });

/** A question of a running exam; nothing in it reveals the correct answer. */
const examQuestion = z.strictObject({
  ...servedQuestion.shape,
  remainingSeconds: z.int(),
  haveAnyAnswer: z.boolean(),
  isSkiped: z.boolean(),
  /** The sequence of the stored ticks; the next one must be higher. */
  seq: z.int(),
  exam: z.strictObject({
    id: z.int(),
    groupId: z.int(),
    index: z.int(),
    questionDisplayCount: z.int(),
  }),
});
export type ExamQuestion = z.output<typeof examQuestion>;

/** The state of an exam question, for the overview. */
const questionState = z.strictObject({
  id: z.int(),
  index: z.int(),
  haveAnyAnswer: z.boolean(),
  isSkiped: z.boolean(),
  isForReview: z.boolean(),
  seq: z.int(),
});

export const preparedExam = z.strictObject({
  /** Why nothing can be prepared although it is time; a code of the catalogue. */
  error: z.string().nullable(),
  /** 0 when there is nothing to take; the status then gives the reason. */
  id: z.int(),
  status: z.string(),
  /** The parameters of a status text that is a reason. */
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  groupId: z.int(),
  /** The position of the exam in its sitting, from 1. */
  index: z.int(),
  groupExams: z.array(z.int()),
  questionDisplayCount: z.int(),
  remainingSeconds: z.int(),
  /** Saves echo it; the page that loads the exam last becomes its writer. */
  writer: z.uuid().nullable(),
  kind: z.enum(examKinds),
  /** The discipline, or the name of an integrative group. */
  name: z.string(),
  /** The whole sitting. */
  examName: z.string(),
  durationSeconds: z.int(),
});

/** How questions with several correct answers earn points. */
const scoringMode = z.enum(scoringModes);

/** A loaded exam: the state of its questions, and the one shown last. */
const loadedExam = z.strictObject({
  ...preparedExam.shape,
  scoringMode,
  /** The candidate's seat; absent in practice. */
  seat: z.strictObject({ examRoom: z.string(), examRow: z.int(), seatNumber: z.int() }).nullable(),
  lastIndex: z.int(),
  /** The writer numbers its ticks above it; unsent saves of earlier writers are below. */
  seqFloor: z.int(),
  /** The sequence of the stored marks for review. */
  reviewSeq: z.int(),
  questions: z.array(questionState),
  /** The exams of the sitting with their questions; empty unless the whole exam is requested. */
  fullGroupExams: z.array(
    z.strictObject({
      id: z.int(),
      index: z.int(),
      name: z.string(),
      status: z.enum(examStatuses),
      questionDisplayCount: z.int(),
      questionExams: z.array(examQuestion),
    }),
  ),
});
export type LoadedExam = z.output<typeof loadedExam>;
export type PreparedExam = z.output<typeof preparedExam>;

/** The position of the part in the sitting, from 1; parts are taken in this order. */
const index = z.int();
const examDiscipline = z.strictObject({
  index,
  pkDiscipline: z.int(),
  disciplineDescription: z.string(),
  questions: z.int(),
  credits: z.number().nullable(),
});
const examGroupItem = z.strictObject({
  index,
  groupName: z.string(),
  questions: z.int(),
  credits: z.number().nullable(),
  disciplines: z.array(examDiscipline),
});
const examAppointment = z.strictObject({
  examId: z.int(),
  examName: z.string(),
  status: z.enum(examStatuses),
  groupId: z.int().nullable(),
  examDate: z.string(),
  examSession: z.string(),
  startsAt: z.string(),
  endsAt: z.string(),
  extraTime: z.int(),
  durationMinutes: z.int(),
  questions: z.int(),
  examRoom: z.string(),
  building: z.string(),
  examRow: z.int(),
  seatNumber: z.int(),
  scoringMode,
  disciplines: z.array(examDiscipline),
  integrativeGroups: z.array(examGroupItem),
});
export type ExamAppointment = z.output<typeof examAppointment>;

/** Reported by the browser and never trusted; only numbers and times of it are recorded with the save. */
const reportedValue = z.union([z.string().max(200), z.number(), z.boolean(), z.null()]).optional();
const saveBody = z.strictObject({
  examId: givenId,
  /** The exam question to save; 0 saves nothing. */
  prevQuestId: z.int().min(0).nullish(),
  /** Ids of answerExams; if absent, the ticks are unchanged. */
  currentAnswerChekedIds: z.array(z.int().positive()).max(30).nullish(),
  index: z.int().nullish(),
  isSkiped: z.boolean().nullish(),
  haveAnyAnswer: z.boolean().nullish(),
  user: z.union([reportedValue, z.record(z.string(), z.unknown())]),
  /** The browser's clock, as an ISO time or in milliseconds since 1970. */
  clientTime: reportedValue,
  /** Milliseconds since the question was last shown by a load or a move. */
  timeElapsed: reportedValue,
  /** The idempotency key, generated by the client. */
  saveId: z.uuid().nullish(),
  /** Increases per exam, compared per question. */
  seq: z.int().positive().max(highestSeq).nullish(),
  writer: z.uuid().nullish(),
});
export type SaveBody = z.output<typeof saveBody>;
const toIndex = z.object({ questionIndex: z.coerce.number().int().min(0).max(10_000).default(0) });

const saveRefusals = [
  'resource.notFound',
  'exam.notRunning',
  'exam.finished',
  'exam.late',
  'exam.outage',
  'exam.takenOver',
  'exam.answerImpossible',
  'request.tooMany',
] as const;

const moving = {
  method: 'PUT',
  access: 'signedIn',
  signInCheckedBy: 'statement',
  whileSitting: 'checkedByHandler',
  query: toIndex,
  body: saveBody,
  bodyKilobytes: 8,
  response: examQuestion,
  mayBeEmpty: true,
  refusals: saveRefusals,
} as const;

export const examNext = defineCall({
  ...moving,
  path: 'examNext',
  workload: 'exam',
  summary: 'Save the answer and get the next question; empty when none is left',
});

export const examBack = defineCall({
  ...moving,
  path: 'examBack',
  workload: 'exam',
  summary: 'Save the answer and get the previous question',
});

export const examQuestionAt = defineCall({
  ...moving,
  path: 'examQuestion',
  workload: 'exam',
  summary: 'Save the answer and get the question at an index',
});

export const examSave = defineCall({
  method: 'PUT',
  path: 'examSave',
  summary: 'Save the answer',
  access: 'signedIn',
  signInCheckedBy: 'statement',
  whileSitting: 'checkedByHandler',
  body: saveBody,
  bodyKilobytes: 8,
  response: z.strictObject({ seq: z.int(), remainingSeconds: z.int() }),
  workload: 'exam',
  refusals: saveRefusals,
});

export const checkExam = defineCall({
  method: 'GET',
  path: 'checkExam',
  summary:
    'Get the student’s upcoming or running exam, or the one finished today; empty without an appointment',
  access: 'signedIn',
  whileSitting: 'always',
  response: preparedExam,
  mayBeEmpty: true,
  workload: 'exam',
  refusals: [],
});

export const getExamUserDetail = defineCall({
  method: 'GET',
  path: 'getExamUserDetail',
  summary: 'List the exams the student has appointments for, and the disciplines of the next one',
  access: 'signedIn',
  whileSitting: 'always',
  response: z.strictObject({
    disciplines: z.array(examDiscipline),
    integrativeGroups: z.array(examGroupItem),
    exams: z.array(examAppointment),
    /** The server's time, so that a countdown does not depend on the computer's clock. */
    now: z.string(),
    /** How many days the recording of an exam that begins now is kept, for the notice before it. */
    recordingRetentionDays: z.int(),
  }),
  workload: 'exam',
  refusals: [],
});

export const prepareExam = defineCall({
  method: 'POST',
  path: 'prepareExam',
  summary:
    'Begin or resume an exam with an appointment; returns id 0 and a reason as status if it cannot begin now',
  access: 'signedIn',
  whileSitting: 'checkedByHandler',
  query: z.object({ examId: rowId.optional() }),
  response: preparedExam,
  workload: 'exam',
  refusals: ['resource.notFound'],
});

const loading = {
  method: 'GET',
  access: 'signedIn',
  whileSitting: 'ownSitting',
  query: z.object({ groupId: rowId }),
  response: loadedExam,
  refusals: ['resource.notFound', 'exam.notRunning'],
} as const;

export const getExamById = defineCall({
  ...loading,
  path: 'getExamById',
  workload: 'exam',
  summary: 'Load the current exam of a sitting and become its writer',
});

export const fullExam = defineCall({
  ...loading,
  path: 'fullExam',
  workload: 'exam',
  summary: 'Load a sitting with all its questions and become its writer',
});

export const examGroup = defineCall({
  method: 'GET',
  path: 'examGroups/:id',
  summary: 'Get the caller’s own sitting without becoming its writer',
  access: 'signedIn',
  whileSitting: 'ownSitting',
  params: byId,
  /** With the mode in which it is scored now: the mode of a cohort can be corrected while its exams run. */
  response: z.strictObject({ ...preparedExam.shape, scoringMode }),
  workload: 'exam',
  refusals: ['resource.notFound', 'exam.notRunning'],
});

export const examFinish = defineCall({
  method: 'PUT',
  path: 'examFinish',
  summary: 'End an exam; idempotent',
  access: 'signedIn',
  whileSitting: 'ownExam',
  query: byExam,
  /** Only the writer ends an exam; if absent, the page that loaded it last. */
  body: z.strictObject({ writer: z.uuid().nullish() }).nullish(),
  response: preparedExam,
  workload: 'exam',
  refusals: ['resource.notFound', 'exam.notRunning', 'exam.takenOver', 'exam.outage', 'request.tooMany'],
});

export const examReviewMarks = defineCall({
  method: 'PUT',
  path: 'examReviewMarks',
  summary: 'Replace the questions marked for review in a running exam; requires its writer',
  access: 'signedIn',
  whileSitting: 'ownExam',
  query: byExam,
  body: z.strictObject({
    indexes: z.array(z.int().min(1).max(999)).max(999),
    /** Increases per exam; an older set never replaces a newer one. */
    seq: z.int().positive().max(highestSeq),
    writer: z.uuid().nullish(),
  }),
  bodyKilobytes: 8,
  workload: 'exam',
  refusals: ['resource.notFound', 'exam.notRunning', 'exam.finished', 'exam.takenOver', 'request.tooMany'],
});
