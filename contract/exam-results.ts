import { z } from 'zod';
import { examKinds, examStatuses, finishCauses } from '#domain/exam-taking/sitting.ts';
import { scoringModes } from '#domain/scoring/score-question.ts';
import { defineCall } from './call.ts';
import { page } from './common.ts';
import { byExam } from './exam-taking.ts';
import { servedQuestion } from './questions.ts';

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
  /** Null when a holder sees only their own disciplines; the score then covers these. */
  grade: z.number().nullable(),
  /** Whether the sitting was annulled and does not count. */
  annulled: z.literal(true).optional(),
});
export type ScoredExam = z.output<typeof scoredExam>;

const scoredAnswer = z.strictObject({
  id: z.int(),
  isChecked: z.boolean(),
  answer: z.strictObject({
    description: z.string(),
    isCorrect: z.boolean(),
    /** Whether a settlement removed it, so that it counts neither as correct nor as wrong. */
    removed: z.literal(true).optional(),
    answerAttachment: z.string().nullable(),
    referenceTitle: z.string().nullable(),
    referencePage: z.string().nullable(),
  }),
});
export const scoredQuestion = z.strictObject({
  ...servedQuestion.shape,
  answerExams: z.array(scoredAnswer),
  haveAnyAnswer: z.boolean(),
  /** The points earned, with two decimals. */
  points: z.number(),
  /** Whether a settlement gives all points, whatever was ticked. */
  fullPoints: z.literal(true).optional(),
});
export type ScoredQuestion = z.output<typeof scoredQuestion>;

const examResults = z.strictObject({
  exam: scoredExam,
  /** Empty while texts and key are hidden. */
  questionExams: z.array(scoredQuestion),
  groupExams: z.array(z.int()),
  /** The student; null for a teacher's trial. */
  student: z
    .strictObject({ firstName: z.string(), lastName: z.string(), numarMatricol: z.string().nullable() })
    .nullable(),
  /** When texts and key become visible, if in the future. */
  keyFrom: z.string().nullable(),
});
export type ExamResults = z.output<typeof examResults>;

export const examScore = defineCall({
  method: 'PUT',
  path: 'examScore',
  summary:
    'Get the score of the caller’s own finished exam, with questions and key as far as they are visible now',
  access: 'signedIn',
  whileSitting: 'ownExam',
  query: byExam,
  response: examResults,
  workload: 'exam',
  refusals: ['resource.notFound', 'exam.notFinished'],
});

export const previewExam = defineCall({
  method: 'GET',
  path: 'previewExam',
  summary:
    'Get a finished exam with questions, ticks and key, for its taker if allowed and for staff in scope',
  access: 'signedIn',
  query: byExam,
  response: examResults,
  workload: 'student',
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
    /** Whether the sitting was annulled and does not count. */
    annulled: z.literal(true).optional(),
  }),
});
export type ResultRow = z.output<typeof resultRow>;

export const examsPreview = defineCall({
  method: 'GET',
  path: 'examsPreview',
  summary: 'List the caller’s own finished exams, newest first',
  access: 'signedIn',
  query: z.object({ ...page(), kind: z.enum(['official', 'simulation']).default('official') }),
  response: z.array(resultRow),
  list: true,
  // Shown on the student's dashboard, so it must not wait behind the office's lists.
  workload: 'student',
  refusals: [],
});

export const teacherExams = defineCall({
  method: 'GET',
  path: 'teacherExams',
  summary: 'List the caller’s own trials, newest first',
  access: 'exam.try',
  query: z.object(page()),
  response: z.array(resultRow),
  list: true,
  workload: 'list',
  refusals: [],
});
