import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { abortRequest, useExamHall } from './exam-hall.ts';
import type { Candidate } from './exam-room.ts';
import { beginExam, expectStored, press, stepTimeoutMs } from './exam-steps.ts';
import { everythingStored, recordsIn } from './stored-bytes.ts';
import { enter } from './visitor.ts';

const hall = useExamHall();
const saves = /\/exam(Save|Next)/;

type FirstVersion = {
  readonly saves?: readonly object[];
  readonly flags?: readonly object[];
  readonly recordings?: readonly object[];
};

/** A browser with data from the first version of the product, before any sign-in. */
async function browserWith(left: FirstVersion): Promise<Page> {
  const context = await hall.browser.newContext({ baseURL: inject('serverUrl') });
  const page = await context.newPage();
  page.setDefaultTimeout(stepTimeoutMs);
  await page.goto('/theme.js');
  await page.evaluate(async (records) => {
    localStorage.setItem('language', 'en');
    localStorage.setItem('toursOffered', 'student');
    await new Promise<void>((resolve, reject) => {
      const opening = indexedDB.open('exam-platform', 1);
      opening.onerror = () => reject(opening.error);
      opening.onupgradeneeded = () => {
        const database = opening.result;
        const stores = {
          saves: database.createObjectStore('saves', { keyPath: 'saveId' }),
          flags: database.createObjectStore('flags', { keyPath: ['userId', 'examId'] }),
          recordings: database.createObjectStore('recordings', { autoIncrement: true }),
        };
        for (const store of [stores.saves, stores.recordings]) store.createIndex('userId', 'userId');
        for (const [name, store] of Object.entries(stores))
          for (const record of records[name as keyof typeof stores] ?? []) store.add(record);
      };
      opening.onsuccess = () => {
        opening.result.close();
        resolve();
      };
    });
  }, left);
  return page;
}

async function signIn(page: Page, { email }: Candidate, path = '/login'): Promise<void> {
  await page.goto(path);
  await enter(page, email);
  await page.waitForURL(/dashboard/);
}

const versionOf = (page: Page) =>
  page.evaluate(
    async () => (await indexedDB.databases()).find(({ name }) => name === 'exam-platform')?.version,
  );

/** An unsent tick in the first version's format, with its letters. */
async function unsentTick(candidate: Candidate): Promise<{ save: object; userId: number; letters: string }> {
  const page = await beginExam(hall.browser, candidate);
  const bodies: Record<string, unknown>[] = [];
  await page.route(saves, (route) => {
    bodies.push(route.request().postDataJSON());
    return abortRequest(route);
  });
  await press(page, 'b');
  await expect.poll(() => bodies.at(-1)?.currentAnswerChekedIds, { timeout: stepTimeoutMs }).toHaveLength(1);
  const groupId = Number(new URL(page.url()).pathname.split('/').at(-1));
  await page.context().close();
  const [row] = await hall.room.sql<{ id: number }[]>`select id from users where email = ${candidate.email}`;
  const userId = row?.id ?? 0;
  const { examId, writer, prevQuestId, index, currentAnswerChekedIds, seq, saveId } = bodies.at(-1) ?? {};
  const save = {
    saveId,
    userId,
    groupId,
    examId,
    writer,
    questionId: prevQuestId,
    index,
    answers: currentAnswerChekedIds,
    skip: false,
    seq,
    clientTime: new Date(Date.now() - 10 * 60_000).toISOString(),
    timeElapsed: 5,
  };
  return { save, userId, letters: 'B' };
}

describe('[SAFE-19] browser data of the first version', () => {
  it('[SAFE-19][SAFE-2] keeps unsent ticks and sends them; deletes readable recordings and flags', async () => {
    const [ana, dan] = [
      await hall.room.candidate({ questions: 2 }),
      await hall.room.candidate({ questions: 1 }),
    ];
    const { save, userId, letters } = await unsentTick(ana);
    expect(await hall.room.stored(ana.examId)).toEqual(['', '']);
    const page = await browserWith({
      saves: [save],
      flags: [{ userId, examId: ana.examId, indexes: [1] }],
      recordings: [{ userId, groupId: 1, part: 1, at: 1, json: '"the text of a question"' }],
    });
    expect(await everythingStored(page)).toContain('the text of a question');

    // Another user signs in first: nothing is readable, and the tick stays queued.
    await signIn(page, dan);
    await expect.poll(() => versionOf(page), { timeout: stepTimeoutMs }).toBe(2);
    expect(await recordsIn(page, 'recordings')).toBe(0);
    expect(await recordsIn(page, 'flags')).toBe(0);
    expect(await recordsIn(page, 'saves')).toBe(1);
    expect(await everythingStored(page)).not.toContain('the text of a question');
    expect(await hall.room.stored(ana.examId)).toEqual(['', '']);

    await signIn(page, ana, '/login?forceLogOut');
    await expectStored(hall.room, ana, [letters, '']);
    await expect.poll(() => recordsIn(page, 'saves'), { timeout: stepTimeoutMs }).toBe(0);
  });
});

describe('[SAFE-19] recordings of other users', () => {
  type Leftovers = {
    readonly owner: string;
    readonly minutesAgo: number;
    readonly saves: number;
    readonly pieces: number;
  };

  /** Stores unsent ticks and recording chunks of users last seen the given number of minutes ago. */
  const leave = (page: Page, people: readonly Leftovers[]) =>
    page.evaluate(
      (left) =>
        new Promise<void>((resolve, reject) => {
          const opening = indexedDB.open('exam-platform');
          opening.onerror = () => reject(opening.error);
          opening.onsuccess = () => {
            const change = opening.result.transaction(['saves', 'recordings', 'owners'], 'readwrite');
            const sealed = new Uint8Array(300);
            for (const { owner, minutesAgo, saves: unsent, pieces } of left) {
              change.objectStore('owners').put({ owner, at: Date.now() - minutesAgo * 60_000 });
              for (let n = 0; n < unsent; n += 1)
                change.objectStore('saves').put({ saveId: `${owner} ${n}`, owner, sealed });
              for (let n = 0; n < pieces; n += 1)
                change.objectStore('recordings').add({ owner, name: sealed, json: sealed });
            }
            change.oncomplete = () => {
              opening.result.close();
              resolve();
            };
            change.onerror = () => reject(change.error);
          };
        }),
      people,
    );

  const ownersIn = (page: Page, store: string) =>
    page.evaluate(
      (name) =>
        new Promise<string[]>((resolve, reject) => {
          const opening = indexedDB.open('exam-platform');
          opening.onerror = () => reject(opening.error);
          opening.onsuccess = () => {
            const all = opening.result.transaction(name).objectStore(name).getAll();
            all.onsuccess = () => {
              opening.result.close();
              resolve([...new Set((all.result as { owner: string }[]).map(({ owner }) => owner))].sort());
            };
          };
        }),
      store,
    );

  it('[SAFE-19] stay for the five most recent users; unsent ticks stay for all', async () => {
    const dan = await hall.room.candidate({ questions: 1 });
    const page = await browserWith({});
    await signIn(page, dan);
    await expect.poll(() => recordsIn(page, 'owners'), { timeout: stepTimeoutMs }).toBe(1);
    const recorded = Array.from({ length: 7 }, (_, n) => ({
      owner: `recorded-${n}`,
      minutesAgo: 60 + n,
      saves: 1,
      pieces: 2,
    }));
    // Users with only ticks do not count towards the five, although they were seen later.
    const ticking = Array.from({ length: 6 }, (_, n) => ({
      owner: `ticking-${n}`,
      minutesAgo: n,
      saves: 1,
      pieces: 0,
    }));
    await leave(page, [...recorded, ...ticking]);
    await page.reload();
    const owners = recorded.slice(0, 5).map(({ owner }) => owner);
    await expect.poll(() => ownersIn(page, 'recordings'), { timeout: stepTimeoutMs }).toEqual(owners);
    expect(await recordsIn(page, 'recordings')).toBe(10);
    expect(await ownersIn(page, 'saves')).toEqual([...recorded, ...ticking].map(({ owner }) => owner));
  });
});
