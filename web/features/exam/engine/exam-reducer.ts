import type { ExamQuestion, LoadedExam } from '#contract/exams.ts';
import type { ErrorCode } from '#domain/errors.ts';
import type { UnsentSave } from '#web/features/exam/storage/unsent-save.ts';
import { changeQuestion, deliver, type Paper, paperOf, skip, tick, withSaves } from './exam-paper.ts';

/** Why an exam is handed in: the student asked for it, or time ran out. */
export type EndCause = 'asked' | 'time';

/** Where this browser stands with a sitting. */
export type ExamFlow =
  | { readonly is: 'loading' }
  /** It could not be loaded; it is tried again, or the student asks for it. */
  | { readonly is: 'unavailable'; readonly error: ErrorCode }
  | { readonly is: 'running'; readonly paper: Paper }
  /** No more answers are taken: what was ticked is sent, then the exam is handed in. */
  | {
      readonly is: 'finishing';
      readonly cause: EndCause;
      readonly step: 'sending' | 'handingIn';
      readonly paper: Paper;
    }
  /** Another tab or computer writes the exam now. */
  | { readonly is: 'takenOver'; readonly paper: Paper }
  /** Every exam of the sitting is handed in. */
  | {
      readonly is: 'finished';
      readonly groupId: number;
      readonly examId: number;
      readonly simulation: boolean;
      readonly late: number;
    };

/** The states in which nothing can be answered any more. */
export type EndFlow = Extract<ExamFlow, { is: 'takenOver' | 'finishing' | 'finished' }>;
export const isEnd = (flow: ExamFlow): flow is EndFlow =>
  flow.is === 'takenOver' || flow.is === 'finishing' || flow.is === 'finished';

export type ExamEvent =
  | {
      readonly did: 'loaded';
      readonly exam: LoadedExam;
      readonly waiting: readonly UnsentSave[];
      readonly flags: readonly number[];
      /** Answers of this browser that came too late, found while it was loaded. */
      readonly late?: number;
    }
  | { readonly did: 'loadFailed'; readonly error: ErrorCode }
  | { readonly did: 'retried' }
  /** More unsent saves of this browser came to light: another tab left them. */
  | { readonly did: 'found'; readonly saves: readonly UnsentSave[] }
  | { readonly did: 'delivered'; readonly question: ExamQuestion }
  | { readonly did: 'ticked'; readonly questionId: number; readonly answerId: number }
  | { readonly did: 'skipped'; readonly questionId: number }
  | { readonly did: 'moved'; readonly to: number }
  | { readonly did: 'flagged'; readonly index: number }
  | { readonly did: 'stored'; readonly questionId: number; readonly seq: number }
  | { readonly did: 'cameLate'; readonly questionId: number; readonly seq: number }
  | { readonly did: 'saveFailed'; readonly questionId: number }
  | { readonly did: 'contactFailed'; readonly attempt: number; readonly at: number }
  | { readonly did: 'contactCame' }
  | { readonly did: 'signInLost' }
  | { readonly did: 'takenOver' }
  /** It is practice, and its owner began an official exam elsewhere. */
  | { readonly did: 'barred' }
  | { readonly did: 'endAsked' }
  | { readonly did: 'timeRanOut' }
  | { readonly did: 'endGivenUp' }
  /** The server knows of more time than this page did. */
  | { readonly did: 'timeCameBack' }
  | { readonly did: 'handedOver' };

const settled = (paper: Paper, questionId: number, seq: number): Paper =>
  changeQuestion(paper, questionId, (question) => ({
    ...question,
    unsent: question.unsent.filter((one) => one !== seq),
    errored: false,
  }));

function contactFailed(paper: Paper, attempt: number, at: number): Paper {
  const { contact } = paper;
  if (contact.is === 'signedOut') return paper;
  const since = contact.is === 'good' ? at : contact.since;
  return { ...paper, contact: { is: attempt < 2 && contact.is !== 'away' ? 'retrying' : 'away', since } };
}

/** What an event does to the paper, whatever else is going on; most of them can come at any time. */
function stepOfPaper(paper: Paper, event: ExamEvent): Paper {
  switch (event.did) {
    case 'delivered':
      return deliver(paper, event.question);
    case 'found':
      return withSaves(paper, event.saves);
    case 'stored':
      return settled(paper, event.questionId, event.seq);
    case 'cameLate':
      return { ...settled(paper, event.questionId, event.seq), late: paper.late + 1 };
    case 'saveFailed':
      return changeQuestion(paper, event.questionId, (question) => ({ ...question, errored: true }));
    case 'contactFailed':
      return contactFailed(paper, event.attempt, event.at);
    case 'contactCame':
      return paper.contact.is === 'good' ? paper : { ...paper, contact: { is: 'good' } };
    case 'signInLost':
      return { ...paper, contact: { is: 'signedOut' } };
    default:
      return paper;
  }
}

/** What only somebody who may answer can do. */
function stepOfStudent(paper: Paper, event: ExamEvent): Paper {
  switch (event.did) {
    case 'ticked':
      return tick(paper, event.questionId, event.answerId);
    case 'skipped':
      return skip(paper, event.questionId);
    case 'moved':
      return event.to >= 1 && event.to <= paper.questions.length ? { ...paper, at: event.to } : paper;
    case 'flagged':
      return {
        ...paper,
        questions: paper.questions.map((question) =>
          question.index === event.index ? { ...question, flagged: !question.flagged } : question,
        ),
      };
    default:
      return stepOfPaper(paper, event);
  }
}

function load(event: Extract<ExamEvent, { did: 'loaded' }>, late: number): ExamFlow {
  const { exam } = event;
  if (exam.status !== 'Finished') return { is: 'running', paper: { ...paperOf(event), late } };
  return {
    is: 'finished',
    groupId: exam.groupId,
    examId: exam.id,
    simulation: exam.kind !== 'official',
    late,
  };
}

const isOver = ({ is }: ExamFlow) => is === 'takenOver' || is === 'finished';

/** The next state of a sitting. Nothing that was handed in, taken over or finished can be answered any more. */
export function stepOfExam(flow: ExamFlow, event: ExamEvent): ExamFlow {
  if (event.did === 'barred' && !isOver(flow)) return { is: 'unavailable', error: 'exam.sitting' };
  if (event.did === 'loaded') return load(event, (paperIn(flow)?.late ?? 0) + (event.late ?? 0));
  switch (flow.is) {
    case 'loading':
    case 'unavailable':
      if (event.did === 'loadFailed') return { is: 'unavailable', error: event.error };
      return event.did === 'retried' ? { is: 'loading' } : flow;
    case 'running':
      if (event.did === 'takenOver') return { is: 'takenOver', paper: flow.paper };
      if (event.did === 'endAsked' || event.did === 'timeRanOut') {
        const cause = event.did === 'endAsked' ? 'asked' : 'time';
        return { is: 'finishing', cause, step: 'sending', paper: flow.paper };
      }
      return withPaper(flow, stepOfStudent(flow.paper, event));
    case 'finishing':
      if (event.did === 'takenOver') return { is: 'takenOver', paper: flow.paper };
      if (event.did === 'timeRanOut') return { ...flow, cause: 'time' };
      if (event.did === 'handedOver') return { ...flow, step: 'handingIn' };
      if (event.did === 'timeCameBack' && flow.cause === 'time') return { is: 'running', paper: flow.paper };
      // A student who has to wait for the connection may go on working; time that ran out comes back only when credited.
      if (event.did === 'endGivenUp' && flow.cause === 'asked' && flow.step === 'sending')
        return { is: 'running', paper: flow.paper };
      return withPaper(flow, stepOfPaper(flow.paper, event));
    case 'takenOver':
      return event.did === 'retried' ? { is: 'loading' } : flow;
    case 'finished':
      return flow;
  }
}

function withPaper<F extends { readonly paper: Paper }>(flow: F, paper: Paper): F {
  return paper === flow.paper ? flow : { ...flow, paper };
}

/** The paper of a sitting, if there is one on the screen. */
export const paperIn = (flow: ExamFlow): Paper | undefined => ('paper' in flow ? flow.paper : undefined);
