import { describe, expect, it, vi } from 'vitest';
import { signIn } from '#web/base/sign-in-state.ts';
import { loginData } from '#web/base/testing/sign-in.ts';
import { inMemoryStorage } from '#web/features/exam/storage/exam-storage.ts';
import { bodyOf, examControllers, paperOf } from '#web/features/exam/testing/controller.ts';
import { answerId, questionId, unsentSave, writer } from '#web/features/exam/testing/exam.ts';
import { saveStatus } from './exam-paper.ts';

const { open } = examControllers();

describe('[EXAM-9] saves that wait in this browser, the end of an exam and other writers', () => {
  it('[EXAM-9] sends saves left in this browser as the new writer, with their own keys', async () => {
    const storage = inMemoryStorage();
    const old = unsentSave(2, 'C', 4, { writer: '22222222-2222-4222-8222-222222222222' });
    await storage.put(old);
    const { sent } = await open({}, storage);
    await vi.waitFor(() => expect(sent().length).toBeGreaterThan(0));
    expect(sent()[0]).toMatchObject({ path: 'examSave' });
    expect(sent()[0]?.body).toEqual({
      ...bodyOf(2),
      currentAnswerChekedIds: [answerId(2, 'C')],
      haveAnyAnswer: true,
      clientTime: old.clientTime,
      timeElapsed: old.timeElapsed,
      saveId: old.saveId,
      seq: 4,
    });
  });

  it('[EXAM-9] sends a cleared question and a skip of an older page with the spec’s whole body, in their order', async () => {
    const storage = inMemoryStorage();
    const skipped = unsentSave(3, '', 5, { skip: true });
    const cleared = unsentSave(2, '', 4);
    await storage.put(skipped);
    await storage.put(cleared);
    const { sent } = await open({}, storage);
    await vi.waitFor(() => expect(sent().length).toBeGreaterThan(1));
    const reportOf = ({ clientTime, timeElapsed, saveId, seq }: typeof cleared) => ({
      clientTime,
      timeElapsed,
      saveId,
      seq,
    });
    expect(
      sent()
        .slice(0, 2)
        .map(({ path, body }) => [path, body]),
    ).toEqual([
      ['examSave', { ...bodyOf(2), ...reportOf(cleared) }],
      ['examNext', { ...bodyOf(3), ...reportOf(skipped), isSkiped: true }],
    ]);
  });

  it('[SAFE-2] does not touch saves of another user', async () => {
    const storage = inMemoryStorage();
    await storage.put(unsentSave(2, 'C', 4, { userId: 8 }));
    const { controller: at, sent } = await open({}, storage);
    at.tick(questionId(1), answerId(1, 'A'));
    await vi.waitFor(() => expect(saveStatus(paperOf(at))).toBe('saved'));
    expect(sent()).toHaveLength(1);
    expect(await storage.savesOf(8)).toHaveLength(1);
  });

  it('[EXAM-10] sends pending saves, hands in, and loads the next exam', async () => {
    const { controller: at, wire } = await open();
    at.tick(questionId(1), answerId(1, 'A'));
    at.end('student');
    await vi.waitFor(() =>
      expect(wire.calls().filter((call) => /examSave|examFinish|getExamById/.test(call))).toEqual([
        'GET getExamById',
        'PUT examSave',
        'PUT examFinish',
        'GET getExamById',
      ]),
    );
    expect(wire.sent.find(({ path }) => path === 'examFinish')?.body).toEqual({ writer });
  });

  it('[SAFE-3] [EXAM-9] shows that another writer has taken over when handing in is refused', async () => {
    const refused = { status: 409, body: { error: 'exam.takenOver', params: {} } };
    const { controller: at, wire } = await open({ 'PUT examFinish': refused });
    at.end('student');
    await vi.waitFor(() => expect(at.state.get().status).toBe('takenOver'));
    expect(wire.calls().filter((call) => call === 'PUT examFinish')).toHaveLength(1);
  });

  it('[EXAM-9] stops and keeps the tick when another writer has taken over', async () => {
    const storage = inMemoryStorage();
    const refused = { status: 409, body: { error: 'exam.takenOver', params: {} } };
    const { controller: at } = await open({ 'PUT examSave': refused }, storage);
    at.tick(questionId(1), answerId(1, 'A'));
    await vi.waitFor(() => expect(at.state.get().status).toBe('takenOver'));
    expect(await storage.savesOf(7)).toHaveLength(1);
  });

  it('[SAFE-18] keeps a tick that a busy server refuses, and sends it again', async () => {
    const storage = inMemoryStorage();
    const busy = { status: 429, body: { error: 'request.tooMany', params: { seconds: 5 } } };
    const { controller: at, sent } = await open({ 'PUT examSave': busy }, storage);
    at.tick(questionId(1), answerId(1, 'A'));
    await vi.waitFor(() => expect(sent().length).toBeGreaterThan(1));
    expect(sent()[1]?.body).toEqual(sent()[0]?.body);
    expect(await storage.savesOf(7)).toHaveLength(1);
    expect(saveStatus(paperOf(at))).not.toBe('saved');
  });

  it('[SAFE-16] stops practice when its owner begins an official exam: says so, keeps the tick and sends no more requests', async () => {
    const storage = inMemoryStorage();
    const refused = { status: 409, body: { error: 'exam.sitting', params: { groupId: 9 } } };
    const { controller: at, wire } = await open({ 'PUT examSave': refused }, storage);
    at.tick(questionId(1), answerId(1, 'A'));
    await vi.waitFor(() => expect(at.state.get()).toEqual({ status: 'unavailable', error: 'exam.sitting' }));
    expect(await storage.savesOf(7)).toHaveLength(1);
    expect(wire.calls().filter((call) => call === 'PUT examSave')).toHaveLength(1);
  });

  it('[SAFE-2] sends a tick only as the user who made it', async () => {
    const storage = inMemoryStorage();
    const { controller: at, sent } = await open({}, storage);
    signIn(loginData({ role: 'Studenti', pkStudent: 4, sub: '8' }));
    at.tick(questionId(1), answerId(1, 'A'));
    await vi.waitFor(() => expect(paperOf(at).connection).toEqual({ status: 'signedOut' }));
    expect(sent()).toEqual([]);
    expect(await storage.savesOf(7)).toHaveLength(1);
  });

  it('[SAFE-2] never calls a refused save saved, and keeps it', async () => {
    const storage = inMemoryStorage();
    const refused = { status: 404, body: { error: 'resource.notFound', params: {} } };
    const { controller: at, sent } = await open({ 'PUT examSave': refused }, storage);
    at.tick(questionId(1), answerId(1, 'A'));
    await vi.waitFor(() => expect(paperOf(at).questions.some(({ errored }) => errored)).toBe(true));
    expect(sent()).toHaveLength(1);
    expect(saveStatus(paperOf(at))).not.toBe('saved');
    expect(await storage.savesOf(7)).toHaveLength(1);
  });

  it('[AUTH-3] keeps the tick and the page when the sign-in expires', async () => {
    const storage = inMemoryStorage();
    const { controller: at } = await open(
      { 'PUT examSave': { status: 401, body: { error: 'auth.expired', params: {} } } },
      storage,
    );
    at.tick(questionId(1), answerId(1, 'A'));
    await vi.waitFor(() => expect(paperOf(at).connection).toEqual({ status: 'signedOut' }));
    expect(at.state.get().status).toBe('running');
    expect(await storage.savesOf(7)).toHaveLength(1);
  });
});
