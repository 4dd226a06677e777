import { afterEach, describe, expect, it, vi } from 'vitest';
import { interruptibleDelay } from '#web/base/delay.ts';
import { stubWire } from '#web/base/testing/wire.ts';
import { loadedExam } from '#web/features/exam/testing/exam.ts';
import { createEnding } from './exam-ending.ts';
import { createExamStore } from './exam-store.ts';

afterEach(() => void vi.unstubAllGlobals());

/** An exam whose time is over on this page; the server reports the real remaining time when asked. */
function over(
  remainingSeconds: number | (() => number),
  wire = stubWire({ 'PUT examFinish': { body: {} } }),
) {
  const store = createExamStore();
  const serverSays = (seconds: number) => {
    const now = performance.now();
    store.syncClock({
      response: undefined,
      timing: { remainingSeconds: seconds, sentAt: now, receivedAt: now },
    });
  };
  store.dispatch({ type: 'loaded', exam: loadedExam([{}, {}]), waiting: [], reviewMarks: [] });
  serverSays(0);
  const ending = createEnding({
    store,
    retryDelay: interruptibleDelay(),
    drained: async () => undefined,
    askTheServer: async () =>
      serverSays(typeof remainingSeconds === 'number' ? remainingSeconds : remainingSeconds()),
    load: async () => undefined,
    fail: () => undefined,
  });
  return { store, ending, wire };
}

describe('[EXAM-10] an exam whose time is over', () => {
  it('[EXAM-10] is handed in when the server agrees', async () => {
    const { store, ending, wire } = over(0);
    await ending.end('time');
    expect(wire.calls()).toEqual(['PUT examFinish']);
    expect(store.state.get().status).toBe('finishing');
  });

  it('[EXAM-11] resumes when time was credited while the server was away', async () => {
    const { store, ending, wire } = over(600);
    await ending.end('time');
    expect(wire.calls()).toEqual([]);
    expect(store.state.get().status).toBe('running');
  });

  it('[EXAM-7] is handed in at the student’s request, however much time is left', async () => {
    const { ending, wire } = over(600);
    await ending.end('student');
    expect(wire.calls()).toEqual(['PUT examFinish']);
  });

  it('[SAFE-12] waits while the server holds it open after an outage, and continues when the time is credited', async () => {
    const held = { status: 503, body: { error: 'exam.outage', params: {} } };
    let left = 0;
    const wire = stubWire({ 'PUT examFinish': held });
    const { store, ending } = over(() => left, wire);
    const ended = ending.end('time');
    await vi.waitFor(() => expect(wire.calls()).toContain('PUT examFinish'));
    expect(store.state.get().status).toBe('finishing');
    left = 600;
    await ended;
    expect(store.state.get().status).toBe('running');
  });
});
