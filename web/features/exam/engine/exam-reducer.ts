import type { ExamQuestion, LoadedExam } from '#contract/exam-taking.ts';
import type { ErrorCode } from '#domain/errors.ts';
import type { UnsentSave } from '#web/features/exam/storage/unsent-save.ts';
import {
  changeQuestion,
  deliver,
  type Paper,
  type PaperPage,
  paperOf,
  skip,
  tick,
  withSaves,
} from './exam-paper.ts';

/** Why an exam is handed in: at the student's request, or because time ran out. */
export type EndCause = 'student' | 'time';

/** The state of a sitting in this browser. */
export type ExamState =
  | { readonly status: 'loading' }
  /** It could not be loaded; it is retried automatically or at the student's request. */
  | { readonly status: 'unavailable'; readonly error: ErrorCode }
  /** It has ended, and nothing of it can be shown here. */
  | { readonly status: 'gone' }
  | { readonly status: 'running'; readonly paper: Paper }
  /** It takes no more answers: pending saves are sent, then the exam is handed in. */
  | {
      readonly status: 'finishing';
      readonly cause: EndCause;
      readonly step: 'sending' | 'handingIn';
      readonly paper: Paper;
    }
  /** Another tab or computer writes the exam now. */
  | { readonly status: 'takenOver'; readonly paper: Paper }
  /** Every exam of the sitting is handed in. */
  | {
      readonly status: 'finished';
      readonly groupId: number;
      readonly examId: number;
      readonly simulation: boolean;
      readonly late: number;
    };

/** The states in which nothing can be answered. */
export type EndState = Extract<ExamState, { status: 'takenOver' | 'finishing' | 'finished' }>;
export const isEnd = (state: ExamState): state is EndState =>
  state.status === 'takenOver' || state.status === 'finishing' || state.status === 'finished';

export type ExamAction =
  | {
      readonly type: 'loaded';
      readonly exam: LoadedExam;
      readonly waiting: readonly UnsentSave[];
      readonly reviewMarks: readonly number[];
      /** The question this browser showed last, if the server does not know it yet. */
      readonly unsentIndex?: number | undefined;
      /** Answers from this browser that came too late, found while loading. */
      readonly late?: number;
    }
  | { readonly type: 'loadFailed'; readonly error: ErrorCode }
  /** The exam no longer exists on the server: it counts as ended. */
  | { readonly type: 'gone' }
  | { readonly type: 'retried' }
  /** Another tab left more unsent saves in this browser. */
  | { readonly type: 'found'; readonly saves: readonly UnsentSave[] }
  | { readonly type: 'delivered'; readonly question: ExamQuestion }
  | { readonly type: 'scoringRead'; readonly scoringMode: Paper['sitting']['scoringMode'] }
  | { readonly type: 'ticked'; readonly questionId: number; readonly answerId: number }
  | { readonly type: 'skipped'; readonly questionId: number }
  | { readonly type: 'moved'; readonly to: number }
  | { readonly type: 'opened'; readonly page: PaperPage }
  | { readonly type: 'reviewMarkToggled'; readonly index: number }
  | { readonly type: 'stored'; readonly questionId: number; readonly seq: number }
  | { readonly type: 'cameLate'; readonly questionId: number; readonly seq: number }
  | { readonly type: 'saveFailed'; readonly questionId: number }
  | { readonly type: 'contactFailed'; readonly attempt: number; readonly at: number }
  | { readonly type: 'connectionRestored' }
  /** The server keeps the exam open until an outage is decided. */
  | { readonly type: 'held' }
  | { readonly type: 'signInLost' }
  | { readonly type: 'takenOver' }
  /** This is practice, and its owner began an official exam elsewhere. */
  | { readonly type: 'barred' }
  | { readonly type: 'endRequested' }
  | { readonly type: 'timeRanOut' }
  | { readonly type: 'endGivenUp' }
  /** The server reports more time than this page knew of. */
  | { readonly type: 'timeExtended' }
  | { readonly type: 'handedOver' };

const settled = (paper: Paper, questionId: number, seq: number): Paper =>
  changeQuestion(paper, questionId, (question) => ({
    ...question,
    unsent: question.unsent.filter((one) => one !== seq),
    errored: false,
  }));

function connectionFailed(paper: Paper, attempt: number, at: number): Paper {
  const { connection } = paper;
  if (connection.status === 'signedOut') return paper;
  const since = connection.status === 'good' ? at : connection.since;
  return {
    ...paper,
    connection: { status: attempt < 2 && connection.status !== 'away' ? 'retrying' : 'away', since },
  };
}

/** Handles actions that change the paper in any state. */
function paperReducer(paper: Paper, action: ExamAction): Paper {
  switch (action.type) {
    case 'delivered':
      return deliver(paper, action.question);
    case 'scoringRead':
      return { ...paper, sitting: { ...paper.sitting, scoringMode: action.scoringMode } };
    case 'found':
      return withSaves(paper, action.saves);
    case 'stored':
      return settled(paper, action.questionId, action.seq);
    case 'cameLate':
      return { ...settled(paper, action.questionId, action.seq), late: paper.late + 1 };
    case 'saveFailed':
      return changeQuestion(paper, action.questionId, (question) => ({ ...question, errored: true }));
    case 'contactFailed':
      return connectionFailed(paper, action.attempt, action.at);
    case 'connectionRestored':
      return paper.connection.status === 'good' ? paper : { ...paper, connection: { status: 'good' } };
    case 'held':
      return paper.isHeld ? paper : { ...paper, isHeld: true };
    case 'signInLost':
      return { ...paper, connection: { status: 'signedOut' } };
    default:
      return paper;
  }
}

/** Handles actions that are possible only while the exam can be answered. */
function runningReducer(paper: Paper, action: ExamAction): Paper {
  switch (action.type) {
    case 'ticked':
      return tick(paper, action.questionId, action.answerId);
    case 'skipped':
      return skip(paper, action.questionId);
    case 'moved':
      return action.to >= 1 && action.to <= paper.questions.length
        ? { ...paper, at: action.to, page: 'question' }
        : paper;
    case 'opened':
      return { ...paper, page: action.page };
    case 'reviewMarkToggled':
      return {
        ...paper,
        questions: paper.questions.map((question) =>
          question.index === action.index ? { ...question, forReview: !question.forReview } : question,
        ),
      };
    default:
      return paperReducer(paper, action);
  }
}

function load(action: Extract<ExamAction, { type: 'loaded' }>, before: Paper | undefined): ExamState {
  const { exam } = action;
  const late = (before?.late ?? 0) + (action.late ?? 0);
  if (exam.status !== 'Finished') {
    const isNextPart = before !== undefined && before.sitting.examIndex < exam.index;
    const page = isNextPart ? 'opening' : 'question';
    return { status: 'running', paper: { ...paperOf(action), page, late } };
  }
  return {
    status: 'finished',
    groupId: exam.groupId,
    examId: exam.id,
    simulation: exam.kind !== 'official',
    late,
  };
}

const isOver = ({ status }: ExamState) => status === 'takenOver' || status === 'finished';

/** The next state of a sitting. An exam that is handed in, taken over or finished takes no more answers. */
export function examReducer(state: ExamState, action: ExamAction): ExamState {
  if (action.type === 'barred' && !isOver(state)) return { status: 'unavailable', error: 'exam.sitting' };
  if (action.type === 'gone' && !isOver(state)) return { status: 'gone' };
  if (action.type === 'loaded') return load(action, paperIn(state));
  switch (state.status) {
    case 'loading':
    case 'unavailable':
      if (action.type === 'loadFailed') return { status: 'unavailable', error: action.error };
      return action.type === 'retried' ? { status: 'loading' } : state;
    case 'running':
      if (action.type === 'takenOver') return { status: 'takenOver', paper: state.paper };
      if (action.type === 'endRequested' || action.type === 'timeRanOut') {
        const cause = action.type === 'endRequested' ? 'student' : 'time';
        // Whether an outage holds it open is said when the server refuses to end it.
        return { status: 'finishing', cause, step: 'sending', paper: { ...state.paper, isHeld: false } };
      }
      return withPaper(state, runningReducer(state.paper, action));
    case 'finishing':
      if (action.type === 'takenOver') return { status: 'takenOver', paper: state.paper };
      if (action.type === 'timeRanOut') return { ...state, cause: 'time' };
      if (action.type === 'handedOver') return { ...state, step: 'handingIn' };
      if (action.type === 'timeExtended' && state.cause === 'time')
        return { status: 'running', paper: { ...state.paper, isHeld: false } };
      // A student waiting for the connection may resume. An exam that ran out of time resumes only when time is
      // credited.
      if (action.type === 'endGivenUp' && state.cause === 'student' && state.step === 'sending')
        return { status: 'running', paper: state.paper };
      return withPaper(state, paperReducer(state.paper, action));
    case 'takenOver':
      return action.type === 'retried' ? { status: 'loading' } : state;
    case 'gone':
      return action.type === 'retried' ? { status: 'loading' } : state;
    case 'finished':
      return state;
  }
}

function withPaper<F extends { readonly paper: Paper }>(state: F, paper: Paper): F {
  return paper === state.paper ? state : { ...state, paper };
}

/** The paper of a sitting, if there is one on the screen. */
export const paperIn = (state: ExamState): Paper | undefined => ('paper' in state ? state.paper : undefined);
