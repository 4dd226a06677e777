import type { ExamQuestion, LoadedExam } from '#contract/exam-taking.ts';
import type { UnsentSave } from '#web/features/exam/storage/unsent-save.ts';

export const examId = 5;
export const writer = '11111111-1111-4111-8111-111111111111';
export const questionId = (index: number) => examId * 1000 + index;
export const answerId = (index: number, letter: string) =>
  questionId(index) * 100 + letter.charCodeAt(0) - 65;

type State = Partial<LoadedExam['questions'][number]>;

/** A server response for an exam, with one question per state. */
export const loadedExam = (states: readonly State[], exam: Partial<LoadedExam> = {}): LoadedExam => ({
  error: null,
  id: examId,
  status: 'Started',
  params: {},
  groupId: 9,
  index: 1,
  groupExams: [examId],
  questionDisplayCount: states.length,
  remainingSeconds: 3600,
  writer,
  kind: 'official',
  name: 'Anatomie',
  examName: 'Examen de iarnă',
  durationSeconds: 3600,
  scoringMode: 'FULL_MATCH',
  seat: { examRoom: 'Sala 12', examRow: 3, seatNumber: 17 },
  lastIndex: 1,
  seqFloor: 0,
  reviewSeq: 0,
  questions: states.map((state, at) => ({
    id: questionId(at + 1),
    index: at + 1,
    haveAnyAnswer: false,
    isSkiped: false,
    isForReview: false,
    seq: 0,
    ...state,
  })),
  fullGroupExams: [],
  ...exam,
});

type Served = {
  readonly ticked?: string;
  readonly seq?: number;
  readonly kind?: ExamQuestion['answerType'];
  readonly of?: number;
  readonly remainingSeconds?: number;
};

/** A server response for a question with five answers. */
export const examQuestion = (index: number, served: Served = {}): ExamQuestion => ({
  id: questionId(index),
  index,
  question: { id: questionId(index), text: `Întrebarea ${index}`, points: 10, attachmentName: null },
  answerType: served.kind ?? 'multiple',
  answerExams: ['A', 'B', 'C', 'D', 'E'].map((letter) => ({
    id: answerId(index, letter),
    isChecked: served.ticked?.includes(letter) ?? false,
    answer: { description: `Răspunsul ${letter}`, answerAttachment: null },
  })),
  haveAnyAnswer: (served.ticked ?? '') !== '',
  isSkiped: false,
  seq: served.seq ?? 0,
  remainingSeconds: served.remainingSeconds ?? 3600,
  exam: { id: examId, groupId: 9, index: 1, questionDisplayCount: served.of ?? 3 },
});

/** A save pending in this browser. */
export const unsentSave = (
  index: number,
  letters: string,
  seq: number,
  more: Partial<UnsentSave> = {},
): UnsentSave => ({
  saveId: `00000000-0000-4000-8000-${String(seq).padStart(12, '0')}`,
  userId: 7,
  groupId: 9,
  examId,
  writer,
  questionId: questionId(index),
  index,
  answers: [...letters].map((letter) => answerId(index, letter)),
  skip: false,
  seq,
  clientTime: '2026-02-03T08:00:00.000Z',
  timeElapsed: 1000,
  ...more,
});
