import { beforeAll, describe, expect, it } from 'vitest';
import type { HistoryEntry, SittingDetails } from '#contract/students-exams.ts';
import { type SignedInPerson, signedIn, signedInAs } from '#server/testing/accounts.ts';
import { aCustomExam, type CustomExam } from '#server/testing/exams.ts';
import { errorOf } from '#server/testing/refusals.ts';
import { useTestServer } from '#server/testing/server.ts';
import { aRunningExam } from '#server/testing/sittings.ts';
import { loadPace, savePace } from './personal-limits.ts';
import { maxEventsRead } from './questions.ts';
import { maxShown } from './shown-events.ts';
import { maxUncounted } from './unapplied-save.ts';

type BegunExam = Awaited<ReturnType<typeof aRunningExam>>;

const server = useTestServer();
let custom: CustomExam;
beforeAll(async () => {
  custom = await aCustomExam(server, { questions: 3 });
});

describe('the history of an exam', () => {
  it('[EXAM-8] stores the same late answer once, and a bounded number for each question', async () => {
    const exam = await aRunningExam(server, custom);
    await exam.finish();
    const late = async (position: number) =>
      (await exam.events()).filter((event) => event.kind === 'l' && event.position === position);
    for (const ticked of [0, 0, 1, 1, 0])
      expect(errorOf(await exam.save(1, [ticked]))).toEqual([409, 'exam.finished']);
    expect((await late(1)).map(({ ticks }) => ticks)).toEqual([1, 2, 1]);
    for (let n = 0; n < maxUncounted; n += 1)
      expect(errorOf(await exam.save(1, [1 + (n % 2)]))).toEqual([409, 'exam.finished']);
    expect(await late(1)).toHaveLength(maxUncounted);
    expect(errorOf(await exam.save(2, [3]))).toEqual([409, 'exam.finished']);
    expect((await late(2)).map(({ ticks }) => ticks)).toEqual([8]);
  });

  it('[EXAM-15] [RESU-7] shows the first and the last saves of a question, however many there are', async () => {
    const exam = await aRunningExam(server, custom);
    await exam.save(2, [0]);
    for (let n = 0; n < maxShown + 4; n += 1)
      expect((await exam.save(1, [n % 4], { seq: n + 1 })).statusCode).toBe(200);
    await exam.finish();
    expect((await exam.events()).filter(({ kind }) => kind === 's')).toHaveLength(maxShown + 5);
    const admin = await signedInAs(server, 'admin');
    const events: { event: string; questionIndex: number; seq: number; omitted: number }[] = (
      await admin.get(`exams/${exam.exam.id}/events`)
    ).json();
    const shown = events.filter(({ event, questionIndex }) => event === 'saved' && questionIndex === 1);
    const half = maxShown / 2;
    const numbered = (from: number) => Array.from({ length: half }, (_, n) => from + n);
    expect(shown.map(({ seq }) => seq)).toEqual([...numbered(1), ...numbered(half + 5)]);
    // The last one before the gap says how many are missing.
    const gaps = (all: readonly { omitted: number }[]) =>
      all.flatMap(({ omitted }, index) => (omitted > 0 ? [[index, omitted]] : []));
    expect(gaps(shown)).toEqual([[half - 1, 4]]);
    const ofOthers = events.filter(({ questionIndex }) => questionIndex !== 1).map(({ event }) => event);
    expect(ofOthers).toEqual(['begun', 'saved', 'finished']);
    const { exams } = (await admin.get(`sittings/${exam.exam.groupId}`)).json<{
      exams: { history: HistoryEntry[] }[];
    }>();
    const history = exams[0]?.history ?? [];
    const ofQuestion = history.filter(({ questionIndex }) => questionIndex === 1);
    expect(ofQuestion).toHaveLength(maxShown);
    expect(gaps(ofQuestion)).toEqual([[half - 1, 4]]);
    expect(gaps(history)).toHaveLength(1);
    const { data } = (await admin.get(`users/${exam.student.userId}/export?format=json`)).json<{
      data: { events: { position: number; kind: string; omitted: number }[] };
    }>();
    expect(gaps(data.events.filter(({ position }) => position === 1))).toEqual([[half - 1, 4]]);
  });

  it('[EXAM-15] [RESU-7] shows the first event of each computer, however often the exam was opened again', async () => {
    const exam = await aRunningExam(server, custom);
    const reload = (person: SignedInPerson) => person.post(`prepareExam/?examId=${exam.appointment.examId}`);
    const reloads = async (person: SignedInPerson, times: number) => {
      for (let n = 0; n < times; n += 1) expect((await reload(person)).statusCode).toBe(200);
    };
    await reloads(exam.student, maxShown / 2 + 1);
    // One takeover in between, by another sign-in of the same student.
    await reloads(await signedIn(server, exam.student), 1);
    await reloads(exam.student, maxShown / 2 + 1);
    const admin = await signedInAs(server, 'admin');
    const { computers, exams } = (await admin.get(`sittings/${exam.exam.groupId}`)).json<SittingDetails>();
    const loaded = exams[0]?.history.filter(({ event }) => event === 'loaded') ?? [];
    expect([computers, loaded.length]).toEqual([2, maxShown + 1]);
    // One is left out before the takeover and one after it.
    expect(loaded.flatMap(({ omitted }, index) => (omitted > 0 ? [[index, omitted]] : []))).toEqual([
      [maxShown / 2 - 1, 1],
      [maxShown / 2, 1],
    ]);
    expect(loaded.flatMap(({ computer }, index) => (computer === 2 ? [index] : []))).toEqual([maxShown / 2]);
  });

  it('[SAFE-17] [SAFE-3] grows at a bounded pace, and an exam finishes with the ticks that waited for it', async () => {
    const exam = await aRunningExam(server, custom);
    const { paceSave } = server.services.exams.personal;
    // A second more than the burst, so that the pace still binds on a slow machine.
    for (let n = 0; n < savePace.burst + savePace.perSecond; n += 1) void paceSave(exam.student.userId);
    const seqs = Array.from({ length: 12 }, (_, n) => n + 1);
    const sent = seqs.map((seq) => exam.save(1, [seq % 4], { seq }));
    const finished = await exam.finish();
    expect(finished.statusCode).toBe(200);
    expect((await Promise.all(sent)).map(({ statusCode }) => statusCode)).toEqual(seqs.map(() => 200));
    expect(await exam.storedAt(1)).toMatchObject({ ticks: 1, seq: 12 });
    const [saves] = await server.database.sql<{ seconds: number }[]>`
      select extract(epoch from max(at) - min(at))::float8 as seconds from exam_events
       where exam_id = ${exam.exam.id} and kind = 's'`;
    // Less than their eleven intervals: a slow machine may run the first one late.
    expect(saves?.seconds).toBeGreaterThan(5 / savePace.perSecond);
  });

  it.each([
    ['loading', (exam: BegunExam) => exam.student.get(`getExamById/?groupId=${exam.exam.groupId}`)],
    ['beginning', (exam: BegunExam) => exam.student.post(`prepareExam/?examId=${exam.appointment.examId}`)],
  ])('[SAFE-17] grows at a bounded pace also by %s the exam again', async (_, load) => {
    const exam = await aRunningExam(server, custom);
    const { paceLoad } = server.services.exams.personal;
    for (let n = 0; n < loadPace.burst + loadPace.perSecond; n += 1) void paceLoad(exam.student.userId);
    const loads = await Promise.all([load(exam), load(exam), load(exam)]);
    expect(loads.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    const [loaded] = await server.database.sql<{ seconds: number }[]>`
      select extract(epoch from max(at) - min(at))::float8 as seconds from exam_events
       where exam_id = ${exam.exam.id} and kind = 'r'`;
    expect(loaded?.seconds).toBeGreaterThan(0.5 / loadPace.perSecond);
  });

  it('[SAFE-17] is read up to a bound when the exam is loaded, which then starts at the first open question', async () => {
    const exam = await aRunningExam(server, custom);
    const shown = async () =>
      (await exam.student.get(`getExamById/?groupId=${exam.exam.groupId}`)).json<{ lastIndex: number }>()
        .lastIndex;
    await exam.save(3, [0]);
    expect(await shown()).toBe(3);
    await server.database.sql`
      insert into exam_events (exam_id, save_id, kind)
      select ${exam.exam.id}, gen_random_uuid(), 'r' from generate_series(1, ${maxEventsRead})`;
    expect(await shown()).toBe(1);
  });
});
