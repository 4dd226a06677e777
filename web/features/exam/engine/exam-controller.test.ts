import { describe, expect, it, vi } from 'vitest';
import { stubWire } from '#web/base/testing/wire.ts';
import { inMemoryStorage } from '#web/features/exam/storage/exam-storage.ts';
import { bodyOf, examControllers, paperOf } from '#web/features/exam/testing/controller.ts';
import {
  answerId,
  examId,
  examQuestion,
  loadedExam,
  questionId,
  unsentSave,
  writer,
} from '#web/features/exam/testing/exam.ts';
import { createExamController, type ExamController } from './exam-controller.ts';
import { currentQuestion, groupsOf, saveStatus } from './exam-paper.ts';

const { open, closeLater } = examControllers();

describe('[EXAM-5] what the browser reports to the server', () => {
  it('[EXAM-5] sends a tick with the spec’s body, a key, a sequence and the writer', async () => {
    const { controller: at, sent, storage } = await open();
    at.tick(questionId(1), answerId(1, 'B'));
    expect(saveStatus(paperOf(at))).toBe('sending');
    await vi.waitFor(() => expect(saveStatus(paperOf(at))).toBe('saved'));
    expect(sent().map(({ path }) => path)).toEqual(['examSave']);
    expect(sent()[0]?.body).toEqual({
      ...bodyOf(1),
      currentAnswerChekedIds: [answerId(1, 'B')],
      haveAnyAnswer: true,
      seq: 1,
    });
    expect(await storage.savesOf(7)).toEqual([]);
  });

  it('[EXAM-5] sends next, back and jump with their own calls and does not wait for the response', async () => {
    const { controller: at, sent } = await open();
    at.go(2, 'next');
    expect(currentQuestion(paperOf(at))?.index).toBe(2);
    await vi.waitFor(() => expect(currentQuestion(paperOf(at))?.shown).toBeDefined());
    at.go(1, 'back');
    await vi.waitFor(() => expect(sent()).toHaveLength(2));
    at.go(3, 'jump');
    await vi.waitFor(() => expect(sent()).toHaveLength(3));
    expect(sent().map(({ path, query }) => `${path} ${query.get('questionIndex')}`)).toEqual([
      'examNext 2',
      'examBack 1',
      'examQuestion 3',
    ]);
    expect(sent().map(({ body }) => body)).toEqual([bodyOf(1), bodyOf(2), bodyOf(1)]);
  });

  it('[EXAM-5] sends a move after the last tick, with the spec’s whole body and that tick’s sequence', async () => {
    const { controller: at, sent } = await open();
    at.tick(questionId(1), answerId(1, 'B'));
    at.go(2, 'next');
    await vi.waitFor(() => expect(sent()).toHaveLength(2));
    const ticked = {
      ...bodyOf(1),
      currentAnswerChekedIds: [answerId(1, 'B')],
      haveAnyAnswer: true,
      seq: 1,
    };
    expect(sent().map(({ path, body }) => [path, body])).toEqual([
      ['examSave', ticked],
      ['examNext', ticked],
    ]);
  });

  it('[EXAM-5][EXAM-7] reads the sitting without loading it after an empty response, and opens the summary after the last question', async () => {
    const { controller: at, wire } = await open({
      'PUT examNext': { status: 204 },
      'GET examGroups/9': { body: loadedExam([{}, {}, {}]) },
    });
    at.go(3, 'jump');
    at.openSummary();
    await vi.waitFor(() => expect(wire.calls()).toContain('GET examGroups/9'));
    expect(paperOf(at).page).toBe('summary');
    expect(wire.calls().filter((call) => call === 'GET getExamById')).toHaveLength(1);
  });

  it.each([2, 3])(
    '[CONT-4] the summary, opened from question %d, says by the scoring mode in force which ticks earn nothing',
    async (at) => {
      const multiple = { ...examQuestion(1), answerType: 'multiple' };
      const corrected = { ...loadedExam([{}, {}, {}]), scoringMode: 'JUST_CORRECT' };
      const { controller: opened } = await open({
        'PUT examQuestion': { body: multiple },
        'PUT examNext': { status: 204 },
        'GET examGroups/9': { body: corrected },
      });
      const [question] = paperOf(opened).questions;
      opened.tick(question?.id ?? 0, question?.shown?.answers[0]?.id ?? 0);
      expect(groupsOf(paperOf(opened)).oneTick).toHaveLength(1);
      opened.go(at, 'jump');
      opened.openSummary();
      await vi.waitFor(() => expect(groupsOf(paperOf(opened)).oneTick).toEqual([]));
      expect(paperOf(opened).page).toBe('summary');
    },
  );

  it('[EXAM-5] stays on the question when the student left the summary before the empty response', async () => {
    let respond = () => {};
    const responded = new Promise<void>((resolve) => {
      respond = resolve;
    });
    const { controller: at, wire } = await open({
      'PUT examNext': async () => {
        await responded;
        return { status: 204 };
      },
      'GET examGroups/9': { body: loadedExam([{}, {}, {}]) },
    });
    at.go(3, 'jump');
    at.openSummary();
    await vi.waitFor(() => expect(wire.calls()).toContain('PUT examNext'));
    at.go(3, 'jump');
    const pages = new Set<string>();
    at.state.subscribe(() => pages.add(paperOf(at).page));
    respond();
    await vi.waitFor(() => expect(wire.calls()).toContain('GET examGroups/9'));
    // A move is reported after the response to the one before.
    at.go(2, 'back');
    await vi.waitFor(() => expect(wire.calls()).toContain('PUT examBack'));
    expect([...pages]).toEqual(['question']);
  });

  it('[EXAM-5][EXAM-10] loads an exam that ended elsewhere after an empty response, which ends it here', async () => {
    let loads = 0;
    const finished = { ...loadedExam([{}, {}, {}]), status: 'Finished', writer: null };
    const { controller: at } = await open({
      'GET getExamById': () => {
        loads += 1;
        return { body: loads === 1 ? loadedExam([{}, {}, {}]) : finished };
      },
      'PUT examNext': { status: 204 },
      'GET examGroups/9': { body: finished },
    });
    at.go(2, 'next');
    await vi.waitFor(() => expect(at.state.get().status).toBe('finished'));
  });

  it('[EXAM-5] does not load the next part again when the response about the part before comes late', async () => {
    let respond = () => {};
    const responded = new Promise<void>((resolve) => {
      respond = resolve;
    });
    const first = loadedExam([{}, {}, {}]);
    let loads = 0;
    const { controller: at, wire } = await open({
      'GET getExamById': () => {
        loads += 1;
        return { body: loads === 1 ? first : { ...first, id: first.id + 1 } };
      },
      'GET examGroups/9': async () => {
        await responded;
        return { body: { ...first, status: 'Finished' } };
      },
    });
    at.openSummary();
    await vi.waitFor(() => expect(wire.calls()).toContain('GET examGroups/9'));
    at.reload();
    await vi.waitFor(() => expect(paperOf(at).sitting.examId).toBe(first.id + 1));
    respond();
    at.go(2, 'next');
    await vi.waitFor(() => expect(wire.calls()).toContain('PUT examNext'));
    await vi.waitFor(() => expect(paperOf(at).questions[1]?.shown).toBeDefined());
    expect(loads).toBe(2);
  });

  it.each([
    ['No Content', { status: 204 }],
    ['404', { status: 404, body: { error: 'resource.notFound', params: {} } }],
  ])('[EXAM-3] treats %s on load as an ended exam', async (_what, answer) => {
    stubWire({ 'GET getExamById': answer });
    const at = createExamController({
      groupId: 9,
      userId: 7,
      whole: false,
      storage: inMemoryStorage(),
      onStorageFailed: () => undefined,
    });
    closeLater(at);
    await vi.waitFor(() => expect(at.state.get()).toEqual({ status: 'gone' }));
  });

  it('[EXAM-10] resets the ended and started flags, the previous question and the exam index on restart', async () => {
    const refused = { status: 409, body: { error: 'exam.takenOver', params: {} } };
    const { controller: at, sent } = await open({ 'PUT examBack': refused });
    at.go(3, 'jump');
    await vi.waitFor(() => expect(sent()).toHaveLength(1));
    at.go(2, 'back');
    await vi.waitFor(() => expect(at.state.get().status).toBe('takenOver'));
    at.reload();
    expect(at.state.get()).toEqual({ status: 'loading' });
    await vi.waitFor(() => expect(paperOf(at).sitting.examIndex).toBe(1));
    // The exam restarts at the question the server names, and the next move names no earlier one.
    expect(paperOf(at).at).toBe(1);
    at.go(2, 'next');
    await vi.waitFor(() => expect(sent().at(-1)?.path).toBe('examNext'));
    expect(sent().at(-1)?.body).toEqual(bodyOf(1));
  });

  it('[EXAM-9] opens at the last shown question after an offline reload, and reports it to the server after the ticks', async () => {
    const storage = inMemoryStorage();
    await storage.put(unsentSave(2, 'C', 4));
    await storage.keepUnsentIndex(7, examId, 3);
    const { controller: at, sent } = await open({}, storage);
    expect(paperOf(at).at).toBe(3);
    await vi.waitFor(() => expect(sent()).toHaveLength(2));
    expect(sent().map(({ path, query }) => `${path} ${query.get('questionIndex')}`)).toEqual([
      'examSave null',
      'examQuestion 3',
    ]);
    await vi.waitFor(async () => expect(await storage.unsentIndexOf(7, examId)).toBeUndefined());
  });

  it('[EXAM-4] sends isSkiped for a skip and shows the next question', async () => {
    const { controller: at, sent } = await open();
    expect(at.skip()).toBe(true);
    expect(paperOf(at).at).toBe(2);
    await vi.waitFor(() => expect(sent()).toHaveLength(1));
    expect(sent()[0]).toMatchObject({ path: 'examNext', body: { ...bodyOf(1), isSkiped: true, seq: 1 } });
    expect([...(sent()[0]?.query ?? [])]).toEqual([]);
  });

  it('[EXAM-4][EXAM-5] skips a ticked question with the spec’s whole body, and its ticks stay', async () => {
    const { controller: at, sent } = await open();
    at.tick(questionId(1), answerId(1, 'B'));
    at.skip();
    await vi.waitFor(() => expect(sent()).toHaveLength(2));
    const ticked = { ...bodyOf(1), currentAnswerChekedIds: [answerId(1, 'B')], haveAnyAnswer: true };
    expect(sent().map(({ path, body }) => [path, body])).toEqual([
      ['examSave', { ...ticked, seq: 1 }],
      ['examNext', { ...ticked, isSkiped: true, seq: 2 }],
    ]);
  });

  it('[EXAM-4][EXAM-5] skips a question that was not delivered without claiming that it has no answer', async () => {
    const exam = loadedExam([{}, { haveAnyAnswer: true, seq: 3 }, {}]);
    const { controller: at, sent } = await open({
      'GET getExamById': { body: exam },
      'PUT examNext': { body: examQuestion(1) },
    });
    at.go(2, 'next');
    await vi.waitFor(() => expect(sent()).toHaveLength(1));
    at.skip();
    const skips = () =>
      sent().flatMap(({ body }) => ((body as { isSkiped: boolean }).isSkiped ? [body] : []));
    await vi.waitFor(() =>
      expect(skips()).toEqual([
        {
          ...bodyOf(2),
          currentAnswerChekedIds: null,
          haveAnyAnswer: true,
          isSkiped: true,
          seq: 4,
        },
      ]),
    );
  });

  it('[EXAM-9] reports the question after a skip, when the report of the skipped one may arrive later', async () => {
    const { controller: at, sent } = await open();
    at.go(2, 'next');
    at.skip();
    const reported = () =>
      sent().flatMap(({ body, query }) =>
        (body as { isSkiped: boolean }).isSkiped ? [] : [query.get('questionIndex')],
      );
    await vi.waitFor(() => expect(reported().at(-1)).toBe('3'));
    expect(paperOf(at).at).toBe(3);
  });
});

describe('[EXAM-20] marks for review', () => {
  const marksSent = (wire: ReturnType<typeof stubWire>) =>
    wire.sent.filter(({ path }) => path === 'examReviewMarks').map(({ body }) => body);
  const forReview = (at: ExamController) =>
    paperOf(at)
      .questions.filter((question) => question.forReview)
      .map(({ index }) => index);

  it('[EXAM-20] come from the server and are sent to it as a whole set, numbered above earlier writers', async () => {
    const exam = loadedExam([{}, { isForReview: true }, {}], { seqFloor: 300_000, reviewSeq: 200_004 });
    const { controller: at, wire, storage } = await open({ 'GET getExamById': { body: exam } });
    expect(forReview(at)).toEqual([2]);
    at.toggleReviewMark(3);
    await vi.waitFor(() => expect(marksSent(wire)).toEqual([{ indexes: [2, 3], seq: 300_001, writer }]));
    await vi.waitFor(async () => expect(await storage.reviewMarksOf(7, examId)).toBeUndefined());
    at.toggleReviewMark(2);
    await vi.waitFor(() => expect(marksSent(wire)).toHaveLength(2));
    expect(marksSent(wire)[1]).toEqual({ indexes: [3], seq: 300_002, writer });
  });

  it('[EXAM-20] survive a reload while the server is unreachable and are sent afterwards', async () => {
    const storage = inMemoryStorage();
    const away = await open({ 'PUT examReviewMarks': 'unreachable' }, storage);
    away.controller.toggleReviewMark(1);
    await vi.waitFor(async () =>
      expect(await storage.reviewMarksOf(7, examId)).toEqual({ indexes: [1], seq: 1 }),
    );
    away.controller.close();
    const exam = loadedExam([{}, {}, {}], { seqFloor: 100_000 });
    const { controller: at, wire } = await open({ 'GET getExamById': { body: exam } }, storage);
    expect(forReview(at)).toEqual([1]);
    await vi.waitFor(() => expect(marksSent(wire)).toEqual([{ indexes: [1], seq: 100_001, writer }]));
  });

  it('[EXAM-20] of another computer win over older unsent ones of this browser', async () => {
    const storage = inMemoryStorage();
    await storage.keepReviewMarks(7, examId, { indexes: [1], seq: 5 });
    const exam = loadedExam([{}, {}, { isForReview: true }], { seqFloor: 200_000, reviewSeq: 100_001 });
    const { controller: at, wire } = await open({ 'GET getExamById': { body: exam } }, storage);
    expect(forReview(at)).toEqual([3]);
    expect(marksSent(wire)).toEqual([]);
  });
});
