import type { ExamQuestion, LoadedExam } from '#contract/exam-taking.ts';
import { firstOpen, positionAfter } from '#domain/exam-taking/next-question.ts';
import { oneTickEarnsNothing } from '#domain/scoring/one-tick.ts';
import { inOrder, type UnsentSave } from '#web/features/exam/storage/unsent-save.ts';
import { afterTick, type ShownQuestion } from '#web/ui/exam-question/exam-question.tsx';

/** A question of the exam, as this browser knows it. */
export type PaperQuestion = {
  readonly id: number;
  readonly index: number;
  /** Its content; undefined until it is delivered. */
  readonly shown: ShownQuestion | undefined;
  readonly ticked: readonly number[];
  readonly answered: boolean;
  readonly skipped: boolean;
  /** The student marked it for review. */
  readonly forReview: boolean;
  /** The sequence of the newest ticks known here. */
  readonly seq: number;
  /** The sequences of saves that the server has not acknowledged. */
  readonly unsent: readonly number[];
  /** The last attempt to save it failed. */
  readonly errored: boolean;
};

export type Sitting = Pick<
  LoadedExam,
  'groupId' | 'groupExams' | 'kind' | 'name' | 'examName' | 'durationSeconds' | 'scoringMode' | 'seat'
> & {
  readonly examId: number;
  /** Which exam of the sitting it is, from 1. */
  readonly examIndex: number;
  readonly writer: string;
  /** Whether the student sees the number of questions. */
  readonly showsCount: boolean;
};

/** The state of the connection to the server. */
export type Connection =
  | { readonly status: 'good' }
  /** A request failed and is retried right away. */
  | { readonly status: 'retrying'; readonly since: number }
  | { readonly status: 'away'; readonly since: number }
  | { readonly status: 'signedOut' };

/** What is on screen: the page between two parts, a question, or the summary before handing in. */
export type PaperPage = 'opening' | 'question' | 'summary';

/** An exam in progress: its questions, the ticks, and which of them the server has. */
export type Paper = {
  readonly sitting: Sitting;
  readonly questions: readonly PaperQuestion[];
  /** The index of the current question. */
  readonly at: number;
  readonly page: PaperPage;
  /** The highest sequence used so far. */
  readonly seq: number;
  readonly connection: Connection;
  /** Its time is over, but the server keeps it open until the time of an outage is credited or not. */
  readonly isHeld: boolean;
  /** Answers that reached the server too late to be scored automatically. */
  readonly late: number;
};

export const shownOf = ({ question, answerType, answerExams }: ExamQuestion): ShownQuestion => ({
  kind: answerType,
  text: question.text,
  image: question.attachmentName,
  answers: answerExams.map(({ id, answer }) => ({
    id,
    text: answer.description,
    image: answer.answerAttachment,
  })),
});

export const questionAt = (paper: Paper, index: number): PaperQuestion | undefined =>
  paper.questions[index - 1];
export const currentQuestion = (paper: Paper): PaperQuestion | undefined => questionAt(paper, paper.at);

export const changeQuestion = (
  paper: Paper,
  id: number,
  change: (question: PaperQuestion) => PaperQuestion,
): Paper => ({
  ...paper,
  questions: paper.questions.map((question) => (question.id === id ? change(question) : question)),
});

/** Applies a pending save to its question; older ticks never hide newer ones of the server. */
function withUnsent(question: PaperQuestion, save: UnsentSave): PaperQuestion {
  const unsent = [...question.unsent, save.seq];
  if (save.skip) return { ...question, unsent, skipped: !question.answered };
  if (save.answers === null || save.seq <= question.seq) return { ...question, unsent };
  return { ...question, unsent, ...ticksOf(question, save.answers), seq: save.seq };
}

function ticksOf(question: PaperQuestion, ticked: readonly number[]) {
  const answered = ticked.length > 0;
  return { ticked, answered, skipped: question.skipped && !answered };
}

/** Applies the saves that are still pending in this browser to the paper. */
export function withSaves(paper: Paper, saves: readonly UnsentSave[]): Paper {
  const added = inOrder(saves);
  return {
    ...paper,
    seq: Math.max(paper.seq, ...added.map(({ seq }) => seq)),
    questions: paper.questions.map((question) =>
      added.filter(({ questionId }) => questionId === question.id).reduce(withUnsent, question),
    ),
  };
}

type PaperSource = {
  readonly exam: LoadedExam;
  /** The saves of this exam that are still pending in this browser. */
  readonly waiting: readonly UnsentSave[];
  /** The indexes of the questions marked for review. */
  readonly reviewMarks: readonly number[];
  /** The question this browser showed last, if the server does not know it yet. */
  readonly unsentIndex?: number | undefined;
};

/** Builds the paper from the server's exam and what this browser still holds. */
export function paperOf({ exam, waiting, reviewMarks, unsentIndex }: PaperSource): Paper {
  const states = exam.questions.toSorted((one, other) => one.index - other.index);
  const questions = states.map(
    (state): PaperQuestion => ({
      id: state.id,
      index: state.index,
      shown: undefined,
      ticked: [],
      answered: state.haveAnyAnswer,
      skipped: state.isSkiped,
      forReview: reviewMarks.includes(state.index),
      seq: state.seq,
      unsent: [],
      errored: false,
    }),
  );
  const positions = questions.map(({ index, skipped, answered }) => ({ position: index, skipped, answered }));
  const delivered = exam.fullGroupExams.find(({ id }) => id === exam.id)?.questionExams ?? [];
  const paper: Paper = {
    sitting: {
      examId: exam.id,
      groupId: exam.groupId,
      groupExams: exam.groupExams,
      examIndex: exam.index,
      kind: exam.kind,
      name: exam.name,
      examName: exam.examName,
      durationSeconds: exam.durationSeconds,
      scoringMode: exam.scoringMode,
      seat: exam.seat,
      writer: exam.writer ?? '',
      showsCount: exam.questionDisplayCount > 0,
    },
    questions,
    at:
      [unsentIndex, exam.lastIndex].find((at) => questions.some(({ index }) => index === at)) ??
      firstOpen(positions),
    page: 'question',
    seq: Math.max(exam.seqFloor, ...states.map(({ seq }) => seq)),
    connection: { status: 'good' },
    isHeld: false,
    late: 0,
  };
  return delivered.reduce(deliver, withSaves(paper, waiting));
}

/** Adds a delivered question; keeps the ticks made here when they are newer. */
export function deliver(paper: Paper, came: ExamQuestion): Paper {
  return changeQuestion(paper, came.id, (question) => {
    const delivered = { ...question, shown: shownOf(came) };
    if (came.seq < question.seq) return delivered;
    const ticked = came.answerExams.filter(({ isChecked }) => isChecked).map(({ id }) => id);
    return { ...delivered, ...ticksOf(question, ticked), seq: came.seq };
  });
}

/** Toggles an answer. The question gets new ticks with a sequence above all others, unsent at first. */
export function tick(paper: Paper, questionId: number, answerId: number): Paper {
  const question = paper.questions.find(({ id }) => id === questionId);
  if (!question?.shown) return paper;
  const seq = paper.seq + 1;
  const ticked = [...afterTick(new Set(question.ticked), answerId, question.shown.kind)];
  return changeQuestion({ ...paper, seq }, questionId, (it) => ({
    ...it,
    ...ticksOf(it, ticked),
    seq,
    unsent: [...it.unsent, seq],
  }));
}

/** Skips a question: it comes again after the last one. Its ticks stay. */
export function skip(paper: Paper, questionId: number): Paper {
  const seq = paper.seq + 1;
  return changeQuestion({ ...paper, seq }, questionId, (it) => ({
    ...it,
    skipped: !it.answered,
    unsent: [...it.unsent, seq],
  }));
}

/** The index after the current question: the next one; after the last, the first skipped one; or none. */
export function indexAfter(paper: Paper): number | undefined {
  const positions = paper.questions.map(({ index, skipped }) => ({ position: index, skipped }));
  return positionAfter({ to: 'next' }, { position: paper.at, skipped: false }, positions);
}

/** The questions of several correct answers with a single tick, where that earns nothing. */
const withOneTick = ({ questions, sitting }: Paper): readonly PaperQuestion[] =>
  oneTickEarnsNothing(sitting.scoringMode)
    ? questions.filter(({ shown, ticked }) => shown?.kind === 'multiple' && ticked.length === 1)
    : [];

/** The questions grouped for the summary: answered or open, with those among them that earn 0 or were skipped. */
export function groupsOf(paper: Paper) {
  const { questions } = paper;
  const open = questions.filter(({ answered }) => !answered);
  return {
    answered: questions.filter(({ answered }) => answered),
    oneTick: withOneTick(paper),
    open,
    skipped: open.filter(({ skipped }) => skipped),
    forReview: questions.filter(({ forReview }) => forReview),
    unsent: questions.filter(({ unsent }) => unsent.length > 0),
  };
}

export type Tally = {
  readonly answered: number;
  readonly unanswered: number;
  /** The number of questions whose single tick earns nothing. */
  readonly oneTick: number;
  readonly skipped: number;
  readonly forReview: number;
  /** The number of saves the server has not acknowledged. */
  readonly unsent: number;
};

export function tallyOf(paper: Paper): Tally {
  const { questions } = paper;
  const count = (is: (question: PaperQuestion) => boolean) => questions.filter(is).length;
  const answered = count((question) => question.answered);
  return {
    answered,
    unanswered: questions.length - answered,
    oneTick: withOneTick(paper).length,
    skipped: count((question) => question.skipped),
    forReview: count((question) => question.forReview),
    unsent: questions.reduce((sum, { unsent }) => sum + unsent.length, 0),
  };
}

/** The save status of the answers: 'saved' only when the server has acknowledged every one. */
export type SaveStatus = 'ready' | 'saved' | 'sending' | 'retrying' | 'waiting';

export function saveStatus(paper: Paper): SaveStatus {
  const { unsent, answered } = tallyOf(paper);
  if (unsent === 0) return answered > 0 || paper.questions.some(({ seq }) => seq > 0) ? 'saved' : 'ready';
  if (paper.connection.status === 'good') return 'sending';
  return paper.connection.status === 'retrying' ? 'retrying' : 'waiting';
}

/** The index to fetch next: the current question, then those after it, then those before; none when all are here. */
export function indexToRead({ questions, at }: Paper, inFlight: ReadonlySet<number>): number | undefined {
  const inSequence = [...questions.slice(at - 1), ...questions.slice(0, at - 1)];
  return inSequence.find(({ shown, index }) => shown === undefined && !inFlight.has(index))?.index;
}

/** The names of the images a question shows. */
export const imagesOf = ({ image, answers }: ShownQuestion): string[] =>
  [image, ...answers.map((answer) => answer.image)].filter((name) => name !== null);
