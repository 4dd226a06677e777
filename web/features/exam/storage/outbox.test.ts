import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { unsentSave } from '#web/features/exam/testing/exam.ts';
import { createOutbox, type OutboxStorage, retryDelayAfter, type SendOutcome } from './outbox.ts';
import type { UnsentSave } from './unsent-save.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A browser's storage and a server, both controlled by the test; logs every event in order. */
function controller(answers: (save: UnsentSave, attempt: number) => SendOutcome['status'] = () => 'stored') {
  const happened: string[] = [];
  const stored = new Map<string, UnsentSave>();
  const storage: OutboxStorage = {
    put: async (save) => {
      stored.set(save.saveId, save);
      happened.push(`kept ${save.seq}`);
    },
    remove: async (saveId) => {
      happened.push(`forgot ${stored.get(saveId)?.seq}`);
      stored.delete(saveId);
    },
  };
  const attempts = new Map<number, number>();
  let inFlight = 0;
  const outbox = createOutbox({
    storage,
    chance: () => 0.5,
    send: async (save) => {
      inFlight += 1;
      expect(inFlight).toBe(1);
      const attempt = (attempts.get(save.seq) ?? 0) + 1;
      attempts.set(save.seq, attempt);
      happened.push(`sent ${save.seq}`);
      await new Promise((resolve) => setTimeout(resolve, 10));
      inFlight -= 1;
      return { status: answers(save, attempt) };
    },
    onOutcome: (save, outcome, attempt) => happened.push(`${outcome.status} ${save.seq} ${attempt}`),
  });
  return { outbox, happened, stored };
}
const seqs = (stored: ReadonlyMap<string, UnsentSave>) => [...stored.values()].map(({ seq }) => seq);

describe('[SAFE-2] the outbox', () => {
  it('[SAFE-2] stores a tick before sending it and removes it only when the server has it', async () => {
    const { outbox, happened, stored } = controller();
    await outbox.add(unsentSave(1, 'A', 1));
    await vi.advanceTimersByTimeAsync(5);
    expect(seqs(stored)).toEqual([1]);
    await vi.advanceTimersByTimeAsync(10);
    expect(happened).toEqual(['kept 1', 'sent 1', 'forgot 1', 'stored 1 0']);
    expect(outbox.size()).toBe(0);
  });

  it('[SAFE-4] sends one save at a time, in the order of the ticks', async () => {
    const { outbox, happened } = controller();
    for (const seq of [1, 2, 3]) void outbox.add(unsentSave(1, 'A', seq));
    await vi.advanceTimersByTimeAsync(100);
    expect(happened.filter((event) => event.startsWith('sent'))).toEqual(['sent 1', 'sent 2', 'sent 3']);
  });

  it('[EXAM-8] retries after 500 ms, then backs off up to ten seconds', async () => {
    const { outbox, happened } = controller(() => 'unreachable');
    void outbox.add(unsentSave(1, 'A', 1));
    await vi.advanceTimersByTimeAsync(509);
    expect(happened).toEqual(['kept 1', 'sent 1', 'unreachable 1 1']);
    await vi.advanceTimersByTimeAsync(20);
    expect(happened.slice(3)).toEqual(['sent 1', 'unreachable 1 2']);
    expect([1, 2, 3, 4, 5, 6, 20].map((failures) => retryDelayAfter(failures, 0.5))).toEqual([
      500, 1000, 2000, 4000, 8000, 10_000, 10_000,
    ]);
  });

  it('[EXAM-8] resumes as soon as the connection is back, and loses nothing', async () => {
    let isUp = false;
    const { outbox, stored } = controller(() => (isUp ? 'stored' : 'unreachable'));
    for (const seq of [1, 2, 3]) void outbox.add(unsentSave(seq, 'A', seq));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(seqs(stored)).toEqual([1, 2, 3]);
    isUp = true;
    outbox.wake();
    await vi.advanceTimersByTimeAsync(50);
    expect(seqs(stored)).toEqual([]);
  });

  it('[EXAM-9] sends saves left by an earlier page before new ticks', async () => {
    const { outbox, happened } = controller();
    outbox.inherit([unsentSave(2, 'B', 4), unsentSave(1, 'A', 3)]);
    void outbox.add(unsentSave(1, 'C', 5));
    await vi.advanceTimersByTimeAsync(100);
    expect(happened.filter((event) => event.startsWith('sent'))).toEqual(['sent 3', 'sent 4', 'sent 5']);
  });

  it('[EXAM-9] stops when another tab is the writer, and keeps unsent saves', async () => {
    const { outbox, happened, stored } = controller(() => 'takenOver');
    for (const seq of [1, 2]) void outbox.add(unsentSave(1, 'A', seq));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(happened.filter((event) => event.startsWith('sent'))).toEqual(['sent 1']);
    expect(seqs(stored)).toEqual([1, 2]);
  });

  it('[AUTH-3] keeps everything while the sign-in is lost and resumes after a new one', async () => {
    let isSignedIn = false;
    const { outbox, stored } = controller(() => (isSignedIn ? 'stored' : 'signedOut'));
    void outbox.add(unsentSave(1, 'A', 1));
    await vi.advanceTimersByTimeAsync(20_000);
    expect(seqs(stored)).toEqual([1]);
    isSignedIn = true;
    outbox.wake();
    await vi.advanceTimersByTimeAsync(50);
    expect(outbox.size()).toBe(0);
  });

  it('[EXAM-8] does not let a late or refused save block the others', async () => {
    const { outbox, happened, stored } = controller(({ seq }) =>
      seq === 1 ? 'late' : seq === 2 ? 'refused' : 'stored',
    );
    for (const seq of [1, 2, 3]) void outbox.add(unsentSave(1, 'A', seq));
    await vi.advanceTimersByTimeAsync(100);
    expect(happened).toContain('late 1 0');
    expect(happened).toContain('stored 3 0');
    expect(outbox.size()).toBe(0);
    // A save the server did not even accept as late stays here.
    expect(seqs(stored)).toEqual([2]);
  });

  it('[EXAM-10] reports when every save is sent', async () => {
    const { outbox } = controller((_save, attempt) => (attempt < 3 ? 'unreachable' : 'stored'));
    void outbox.add(unsentSave(1, 'A', 1));
    const drained = vi.fn();
    void outbox.drained().then(drained);
    await vi.advanceTimersByTimeAsync(600);
    expect(drained).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(2000);
    expect(drained).toHaveBeenCalled();
  });

  it('[EXAM-9] [EXAM-10] resolves waits for drained when it is stopped', async () => {
    const { outbox } = controller(() => 'unreachable');
    void outbox.add(unsentSave(1, 'A', 1));
    const drained = vi.fn();
    void outbox.drained().then(drained);
    await vi.advanceTimersByTimeAsync(100);
    expect(drained).not.toHaveBeenCalled();
    outbox.stop();
    await vi.advanceTimersByTimeAsync(1);
    expect(drained).toHaveBeenCalled();
  });

  it('[SAFE-2] still sends when the browser cannot store anything', async () => {
    const unkept = vi.fn();
    const sent: number[] = [];
    const outbox = createOutbox({
      storage: { put: () => Promise.reject(new Error('full')), remove: () => Promise.resolve() },
      send: async (save) => {
        sent.push(save.seq);
        return { status: 'stored' };
      },
      onOutcome: () => undefined,
      onStorageFailed: unkept,
    });
    await outbox.add(unsentSave(1, 'A', 1));
    await vi.advanceTimersByTimeAsync(1);
    expect(sent).toEqual([1]);
    expect(unkept).toHaveBeenCalledOnce();
  });
});
