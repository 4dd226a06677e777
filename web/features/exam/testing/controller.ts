import { afterEach, beforeEach, expect, vi } from 'vitest';
import { forgetSignIn, signIn } from '#web/base/sign-in-state.ts';
import { loginData } from '#web/base/testing/sign-in.ts';
import { stubWire } from '#web/base/testing/wire.ts';
import { createExamController, type ExamController } from '#web/features/exam/engine/exam-controller.ts';
import { paperIn } from '#web/features/exam/engine/exam-reducer.ts';
import { inMemoryStorage } from '#web/features/exam/storage/exam-storage.ts';
import { examId, examQuestion, loadedExam, questionId, writer } from './exam.ts';

type WireResponses = Parameters<typeof stubWire>[0];

/**
 * Signs a student in for each test. `open` creates a controller with an exam of three questions; the server always
 * delivers the first one. A controller created otherwise is closed after the test if it is passed to `closeLater`.
 */
export function examControllers() {
  let controller: ExamController | undefined;
  const closeLater = (created: ExamController) => {
    controller = created;
  };
  beforeEach(() => signIn(loginData({ role: 'Studenti', pkStudent: 3, sub: '7' })));
  afterEach(() => {
    controller?.close();
    forgetSignIn('signedOut');
    vi.unstubAllGlobals();
  });

  async function open(responses: WireResponses = {}, storage = inMemoryStorage()) {
    const wire = stubWire({
      'GET getExamById': { body: loadedExam([{}, {}, {}]) },
      'PUT examQuestion': { body: examQuestion(1) },
      'PUT examSave': { body: { seq: 1, remainingSeconds: 3600 } },
      'PUT examNext': { body: examQuestion(2) },
      'PUT examBack': { body: examQuestion(1) },
      'PUT examFinish': { body: {} },
      'PUT examReviewMarks': { status: 204 },
      'GET examGroups/9': { body: loadedExam([{}, {}, {}]) },
      ...responses,
    });
    const opened = createExamController({
      groupId: 9,
      userId: 7,
      whole: false,
      storage,
      onStorageFailed: () => undefined,
    });
    closeLater(opened);
    await vi.waitFor(() => expect(paperOf(opened).questions[0]?.shown).toBeDefined());
    /** The saves and moves that were sent, without prefetched questions. */
    const sent = () =>
      wire.sent.filter(
        ({ method, body }) => method === 'PUT' && (body as { prevQuestId?: number })?.prevQuestId !== 0,
      );
    return { controller: opened, wire, sent, storage };
  }
  return { open, closeLater };
}

/** The spec's request body for a question without ticks. */
export const bodyOf = (index: number) => ({
  examId,
  prevQuestId: questionId(index),
  currentAnswerChekedIds: [] as number[],
  index,
  user: 7,
  isSkiped: false,
  haveAnyAnswer: false,
  clientTime: expect.stringMatching(/^\d{4}-.*Z$/),
  timeElapsed: expect.any(Number),
  saveId: expect.stringMatching(/^[0-9a-f-]{36}$/),
  seq: null as number | null,
  writer,
});

export function paperOf({ state }: ExamController) {
  const paper = paperIn(state.get());
  if (!paper) throw new Error(`there is no paper while ${state.get().status}`);
  return paper;
}
