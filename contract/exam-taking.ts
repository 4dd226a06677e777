import { z } from 'zod';
import { highestSeq } from '#domain/exam-taking/save.ts';
import { examKinds, examStatuses } from '#domain/exam-taking/sitting.ts';
import { scoringModes } from '#domain/scoring/score-question.ts';
import { defineCall } from './call.ts';
import { byId, givenId, rowId } from './common.ts';
import { servedQuestion } from './questions.ts';

export const byExam = z.object({ examId: rowId });

/** A question of a running exam; nothing in it tells which answer is correct. */
const examQuestion = z.strictObject({
  ...servedQuestion.shape,
  remainingSeconds: z.int(),
  haveAnyAnswer: z.boolean(),
  isSkiped: z.boolean(),
  /** The sequence of the stored ticks: what comes next must be higher. */
  seq: z.int(),
  exam: z.strictObject({
    id: z.int(),
    groupId: z.int(),
    index: z.int(),
    questionDisplayCount: z.int(),
  }),
});
export type ExamQuestion = z.output<typeof examQuestion>;

/** Where a question of an exam stands, for the overview. */
const questionState = z.strictObject({
  id: z.int(),
  index: z.int(),
  haveAnyAnswer: z.boolean(),
  isSkiped: z.boolean(),
  seq: z.int(),
});

export const preparedExam = z.strictObject({
  /** Why nothing can be prepared though it is time; a code of the catalogue. */
  error: z.string().nullable(),
  /** 0 when there is nothing to take; the status then says why. */
  id: z.int(),
  status: z.string(),
  /** What the text of a status that is a reason needs. */
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  groupId: z.int(),
  /** The place of the exam in its sitting, from 1. */
  index: z.int(),
  groupExams: z.array(z.int()),
  questionDisplayCount: z.int(),
  remainingSeconds: z.int(),
  /** Saves echo it; whoever loads the exam later becomes its writer. */
  writer: z.uuid().nullable(),
  kind: z.enum(examKinds),
  /** The discipline, or the name of an integrative group. */
  name: z.string(),
  /** The whole sitting. */
  examName: z.string(),
  durationSeconds: z.int(),
});

/** An exam as it is loaded: with where its questions stand, and the one that was shown last. */
const loadedExam = z.strictObject({
  ...preparedExam.shape,
  /** How questions with several correct answers earn points. */
  scoringMode: z.enum(scoringModes),
  /** Where the candidate sits; none in practice. */
  seat: z.strictObject({ examRoom: z.string(), examRow: z.int(), seatNumber: z.int() }).nullable(),
  lastIndex: z.int(),
  /** The writer's own ticks are numbered above it; what an earlier writer still holds lies below. */
  seqFloor: z.int(),
  questions: z.array(questionState),
  /** The exams of the sitting with their questions; empty unless the whole exam is asked for. */
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

/** The place of the part in the sitting, from 1: parts are taken in this order. */
const index = z.int();
const disciplineAsked = z.strictObject({
  index,
  pkDiscipline: z.int(),
  disciplineDescription: z.string(),
  questions: z.int(),
  credits: z.number().nullable(),
});
const groupAsked = z.strictObject({
  index,
  groupName: z.string(),
  questions: z.int(),
  credits: z.number().nullable(),
  disciplines: z.array(disciplineAsked),
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
  scoringMode: z.enum(scoringModes),
  disciplines: z.array(disciplineAsked),
  integrativeGroups: z.array(groupAsked),
});
export type ExamAppointment = z.output<typeof examAppointment>;

/** Recorded with the save as the browser says it, never trusted. */
const said = z.union([z.string().max(200), z.number(), z.boolean(), z.null()]).optional();
const saveBody = z.strictObject({
  examId: givenId,
  /** The exam question that is saved; 0 saves nothing. */
  prevQuestId: z.int().min(0).nullish(),
  /** Ids of answerExams; absent leaves the ticks alone. */
  currentAnswerChekedIds: z.array(z.int().positive()).max(30).nullish(),
  index: z.int().nullish(),
  isSkiped: z.boolean().nullish(),
  haveAnyAnswer: z.boolean().nullish(),
  user: z.union([said, z.record(z.string(), z.unknown())]),
  clientTime: said,
  timeElapsed: said,
  /** The idempotency key, made by the client. */
  saveId: z.uuid().nullish(),
  /** Rising per exam, compared per question. */
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
  'exam.takenOver',
  'exam.answerImpossible',
] as const;

const moving = {
  method: 'PUT',
  access: 'signedIn',
  signInCheckedBy: 'statement',
  whileSitting: 'checkedWithin',
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
  summary: 'Save the answer and show the next question; empty when none is left',
});

export const examBack = defineCall({
  ...moving,
  path: 'examBack',
  workload: 'exam',
  summary: 'Save the answer and show the question before',
});

export const examQuestionAt = defineCall({
  ...moving,
  path: 'examQuestion',
  workload: 'exam',
  summary: 'Save the answer and show the question at an index',
});

export const examSave = defineCall({
  method: 'PUT',
  path: 'examSave',
  summary: 'Save the answer and stay',
  access: 'signedIn',
  signInCheckedBy: 'statement',
  whileSitting: 'checkedWithin',
  body: saveBody,
  bodyKilobytes: 8,
  response: z.strictObject({ seq: z.int(), remainingSeconds: z.int() }),
  workload: 'exam',
  refusals: saveRefusals,
});

export const checkExam = defineCall({
  method: 'GET',
  path: 'checkExam',
  summary: 'The exam that awaits the student, runs or was finished today; empty when there is no appointment',
  access: 'signedIn',
  whileSitting: 'freely',
  response: preparedExam,
  mayBeEmpty: true,
  workload: 'exam',
  refusals: [],
});

export const getExamUserDetail = defineCall({
  method: 'GET',
  path: 'getExamUserDetail',
  summary: 'The exams the student has appointments for, and the disciplines of the next one',
  access: 'signedIn',
  whileSitting: 'freely',
  response: z.strictObject({
    disciplines: z.array(disciplineAsked),
    integrativeGroups: z.array(groupAsked),
    exams: z.array(examAppointment),
    /** The server's clock, so that a countdown does not depend on the computer's. */
    now: z.string(),
  }),
  workload: 'exam',
  refusals: [],
});

export const prepareExam = defineCall({
  method: 'POST',
  path: 'prepareExam',
  summary:
    'Begin or resume an exam with an appointment; id 0 and a reason as status when it cannot be begun now',
  access: 'signedIn',
  whileSitting: 'checkedWithin',
  query: z.object({ examId: rowId.optional() }),
  response: preparedExam,
  workload: 'exam',
  refusals: ['resource.notFound'],
});

const loading = {
  method: 'GET',
  access: 'signedIn',
  whileSitting: 'itsSitting',
  query: z.object({ groupId: rowId }),
  response: loadedExam,
  refusals: ['resource.notFound', 'exam.notRunning'],
} as const;

export const getExamById = defineCall({
  ...loading,
  path: 'getExamById',
  workload: 'exam',
  summary: 'Load a sitting: its exam to be taken now; whoever loads it becomes its writer',
});

export const fullExam = defineCall({
  ...loading,
  path: 'fullExam',
  workload: 'exam',
  summary: 'Load a sitting with all its questions; whoever loads it becomes its writer',
});

export const examGroup = defineCall({
  method: 'GET',
  path: 'examGroups/:id',
  summary: 'A sitting of one’s own as it stands; its writer stays who it is',
  access: 'signedIn',
  whileSitting: 'itsSitting',
  params: byId,
  response: preparedExam,
  workload: 'exam',
  refusals: ['resource.notFound', 'exam.notRunning'],
});

export const examFinish = defineCall({
  method: 'PUT',
  path: 'examFinish',
  summary: 'End an exam; a second call answers the same',
  access: 'signedIn',
  whileSitting: 'itsExam',
  query: byExam,
  /** Only its writer ends an exam; without one, whoever loaded it last. */
  body: z.strictObject({ writer: z.uuid().nullish() }).nullish(),
  response: preparedExam,
  workload: 'exam',
  refusals: ['resource.notFound', 'exam.notRunning', 'exam.takenOver'],
});
