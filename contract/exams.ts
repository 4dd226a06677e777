import { z } from 'zod';
import { highestSeq } from '#domain/exam-taking/save.ts';
import { examKinds, examStatuses, finishCauses } from '#domain/exam-taking/sitting.ts';
import { scoringModes } from '#domain/scoring/score-question.ts';
import { defineCall } from './call.ts';
import { servedQuestion } from './questions.ts';

const rowId = z.coerce.number().int().positive().max(2_147_483_647);
const byExam = z.object({ examId: rowId });
const byGroup = z.object({ groupId: rowId });

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

const exam = z.strictObject({
  error: z.null(),
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
  ...exam.shape,
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
export type PreparedExam = z.output<typeof exam>;

const disciplineAsked = z.strictObject({
  pkDiscipline: z.int(),
  disciplineDescription: z.string(),
  questions: z.int(),
  credits: z.number().nullable(),
});
const groupAsked = z.strictObject({
  groupName: z.string(),
  questions: z.int(),
  credits: z.number().nullable(),
  disciplines: z.array(disciplineAsked),
});
const bookedExam = z.strictObject({
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
  disciplines: z.array(disciplineAsked),
  integrativeGroups: z.array(groupAsked),
});
export type BookedExam = z.output<typeof bookedExam>;

/** Recorded with the save as the browser says it, never trusted. */
const said = z.union([z.string().max(200), z.number(), z.boolean(), z.null()]).optional();
const saveBody = z.strictObject({
  examId: z.int().positive().max(2_147_483_647),
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
  answer: examQuestion,
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
  answer: z.strictObject({ seq: z.int(), remainingSeconds: z.int() }),
  workload: 'exam',
  refusals: saveRefusals,
});

export const checkExam = defineCall({
  method: 'GET',
  path: 'checkExam',
  summary: 'The exam that awaits the student, runs or was finished today; empty when nothing is reserved',
  access: 'signedIn',
  whileSitting: 'freely',
  answer: exam,
  mayBeEmpty: true,
  workload: 'exam',
  refusals: [],
});

export const getExamUserDetail = defineCall({
  method: 'GET',
  path: 'getExamUserDetail',
  summary: 'The exams reserved for the student, and the disciplines of the next one',
  access: 'signedIn',
  whileSitting: 'freely',
  answer: z.strictObject({
    disciplines: z.array(disciplineAsked),
    integrativeGroups: z.array(groupAsked),
    exams: z.array(bookedExam),
    /** The server's clock, so that a countdown does not depend on the computer's. */
    now: z.string(),
  }),
  workload: 'exam',
  refusals: [],
});

export const prepareExam = defineCall({
  method: 'POST',
  path: 'prepareExam',
  summary: 'Begin or resume a reserved exam; id 0 and a reason as status when it cannot be begun now',
  access: 'signedIn',
  whileSitting: 'checkedWithin',
  query: z.object({ examId: rowId.optional() }),
  answer: exam,
  workload: 'exam',
  refusals: ['resource.notFound', 'exam.notDurable', 'structure.missing', 'structure.notServable'],
});

const chosenPlace = z.union([z.int(), z.string().max(50), z.null()]).optional();

export const prepareExamForTeach = defineCall({
  method: 'POST',
  path: 'prepareExamForTeach',
  summary: 'Begin a trial of a discipline, or resume the trial with the id',
  access: 'exam.try',
  query: z.object({ examId: rowId.optional() }),
  body: z
    .strictObject({
      PKDiscipline: z.int().positive().max(2_147_483_647),
      PkCollege: chosenPlace,
      PkSection: chosenPlace,
      Lang: chosenPlace,
      Year: chosenPlace,
      Semester: chosenPlace,
    })
    .nullish(),
  answer: exam,
  refusals: ['resource.notFound', 'structure.missing', 'structure.notServable'],
});

export const prepareSimulation = defineCall({
  method: 'POST',
  path: 'prepareSimulation',
  summary: 'Begin or resume a simulation of a discipline or of a custom exam',
  access: 'signedIn',
  body: z.union([
    z.strictObject({ pkDiscipline: z.int().positive().max(2_147_483_647) }),
    z.strictObject({ examCustomId: z.int().positive().max(2_147_483_647) }),
  ]),
  answer: exam,
  refusals: ['simulation.notAllowed', 'resource.notFound', 'structure.missing', 'structure.notServable'],
});

/** Of a simulation of it that was begun and still runs. */
const minutesLeft = z.int().nullable();

export const simulationChoices = defineCall({
  method: 'GET',
  path: 'simulationChoices',
  summary: 'What the student may simulate: disciplines and custom exams',
  access: 'signedIn',
  answer: z.strictObject({
    disciplines: z.array(
      z.strictObject({
        pkDiscipline: z.int(),
        disciplineDescription: z.string(),
        questions: z.int(),
        durationMinutes: z.int(),
        minutesLeft,
      }),
    ),
    exams: z.array(
      z.strictObject({
        examCustomId: z.int(),
        examName: z.string(),
        questions: z.int(),
        durationMinutes: z.int(),
        minutesLeft,
      }),
    ),
  }),
  refusals: ['simulation.notAllowed'],
});

const loading = {
  method: 'GET',
  access: 'signedIn',
  whileSitting: 'itsSitting',
  query: byGroup,
  answer: loadedExam,
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
  params: z.strictObject({ id: rowId }),
  answer: exam,
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
  answer: exam,
  workload: 'exam',
  refusals: ['resource.notFound', 'exam.notRunning', 'exam.takenOver'],
});

const scoredExam = z.strictObject({
  id: z.int(),
  groupId: z.int(),
  index: z.int(),
  name: z.string(),
  examName: z.string(),
  kind: z.enum(examKinds),
  status: z.enum(examStatuses),
  date: z.string(),
  serverStartTime: z.string(),
  serverStopTime: z.string(),
  finishCause: z.enum(finishCauses),
  scoringMode: z.enum(scoringModes),
  questionDisplayCount: z.int(),
  answered: z.int(),
  score: z.number(),
  maxPoints: z.number(),
  grade: z.number(),
});
export type ScoredExam = z.output<typeof scoredExam>;

const scoredAnswer = z.strictObject({
  id: z.int(),
  isChecked: z.boolean(),
  answer: z.strictObject({
    description: z.string(),
    isCorrect: z.boolean(),
    answerAttachment: z.string().nullable(),
    referenceTitle: z.string().nullable(),
    referencePage: z.string().nullable(),
  }),
});
const scoredQuestion = z.strictObject({
  ...servedQuestion.shape,
  answerExams: z.array(scoredAnswer),
  haveAnyAnswer: z.boolean(),
  /** The points earned, with two decimals. */
  points: z.number(),
});
export type ScoredQuestion = z.output<typeof scoredQuestion>;

const examResults = z.strictObject({
  exam: scoredExam,
  /** Empty while texts and key may not be seen. */
  questionExams: z.array(scoredQuestion),
  groupExams: z.array(z.int()),
  /** When texts and key can be seen, if that lies ahead. */
  keyFrom: z.string().nullable(),
});
export type ExamResults = z.output<typeof examResults>;

export const examScore = defineCall({
  method: 'PUT',
  path: 'examScore',
  summary: 'The score of a finished exam of one’s own; questions and key as far as they may be seen now',
  access: 'signedIn',
  whileSitting: 'itsExam',
  query: byExam,
  answer: examResults,
  workload: 'exam',
  refusals: ['resource.notFound', 'exam.notFinished'],
});

export const previewExam = defineCall({
  method: 'GET',
  path: 'previewExam',
  summary:
    'A finished exam with questions, ticks and key, for its taker when allowed and for staff who may see it',
  access: 'signedIn',
  query: byExam,
  answer: examResults,
  refusals: ['resource.notFound', 'exam.notFinished', 'exam.previewClosed'],
});

const resultRow = z.strictObject({
  disciplineName: z.string(),
  grade: z.number().nullable(),
  examName: z.string(),
  exam: z.strictObject({
    id: z.int(),
    groupId: z.int(),
    date: z.string(),
    status: z.enum(examStatuses),
    serverStartTime: z.string(),
    serverStopTime: z.string().nullable(),
    score: z.number().nullable(),
    maxPoints: z.number(),
  }),
});
export type ResultRow = z.output<typeof resultRow>;
const page = z.object({
  skip: z.coerce.number().int().min(0).max(10_000_000).default(0),
  take: z.coerce.number().int().min(1).max(500).default(50),
});

export const examsPreview = defineCall({
  method: 'GET',
  path: 'examsPreview',
  summary: 'A page of one’s own finished exams, newest first; the total is in X-Total-Count',
  access: 'signedIn',
  query: page.extend({ kind: z.enum(['official', 'simulation']).default('official') }),
  answer: z.array(resultRow),
  // A student's dashboard shows it: it does not wait behind the lists of the office.
  workload: 'exam',
  refusals: [],
});

export const teacherExams = defineCall({
  method: 'GET',
  path: 'teacherExams',
  summary: 'A page of one’s own trials, newest first; the total is in X-Total-Count',
  access: 'exam.try',
  query: page,
  answer: z.array(resultRow),
  workload: 'list',
  refusals: [],
});

export const examEvents = defineCall({
  method: 'GET',
  path: 'exams/:id/events',
  summary: 'What happened in an exam, in order, for those who may see it',
  access: 'exam.watch',
  params: z.strictObject({ id: rowId }),
  answer: z.array(
    z.strictObject({
      at: z.string(),
      event: z.enum([
        'begun',
        'loaded',
        'saved',
        'skipped',
        'timeCredited',
        'finished',
        'late',
        'otherWriter',
      ]),
      questionIndex: z.int().nullable(),
      /** The letters of the ticked answers, as they were shown. */
      answers: z.string().nullable(),
      seq: z.int().nullable(),
      shownNext: z.int().nullable(),
      signIn: z.string().nullable(),
      client: z.record(z.string(), z.unknown()).nullable(),
    }),
  ),
  refusals: ['resource.notFound'],
});
