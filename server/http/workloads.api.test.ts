import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { LoadedExam, PreparedExam } from '#contract/exam-taking.ts';
import { shares } from '#server/db/workloads.ts';
import { maxUnanswered } from '#server/exams/personal-limits.ts';
import { anAdministrator, signedIn, testPassword } from '#server/testing/accounts.ts';
import { record } from '#server/testing/corrections.ts';
import { aCandidate, aCustomExam, type CustomExam } from '#server/testing/exams.ts';
import { untilWaiting } from '#server/testing/locks.ts';
import { type Caller, type TestServer, useTestServer } from '#server/testing/server.ts';
import { aRunningExam, type RunningExam, runningExam } from '#server/testing/sittings.ts';

const server = useTestServer();
let custom: CustomExam;
beforeAll(async () => {
  custom = await aCustomExam(server, { questions: 3 });
});

type Response = { readonly statusCode: number; json(): { error?: string; params?: unknown } };
const refusalOf = (response: Response) => [
  response.statusCode,
  response.json().error,
  response.json().params,
];
const tooMany = [429, 'request.tooMany', { seconds: 5 }];
const tooSlow = [409, 'request.tooSlow', {}];

const anOfficer = async (at: TestServer = server) => signedIn(at, await anAdministrator(at));
const listed = (caller: Caller) => caller.get('universityYears?search=2031');
const exported = (caller: Caller) =>
  caller.get('universityYears/export?format=csv&columns=startYear&search=2031');
const added = (caller: Caller, startYear: number) =>
  caller.post('universityYears', { startYear, endYear: startYear + 1 });

/** Locks a table, by default one that no exam needs; its readers and writers wait until the test releases it. */
const withAllConnectionsHeld = <T>(work: () => Promise<T>, table = 'university_years'): Promise<T> =>
  server.database.sql.begin(async (tx) => {
    await tx`lock table ${tx(table)} in access exclusive mode`;
    return work();
  });

/** Waits until the given number of statements of a workload wait for the table. */
const untilConnectionsHeld = (use: keyof typeof shares, count: number) =>
  untilWaiting(server.database.sql, count, `exam-platform-${use}`);

describe('while every office connection is blocked', () => {
  it('[SAFE-18] lets students sign in, begin, load, save, record and hand in', async () => {
    const candidate = await aCandidate(server, custom);
    const [one, two] = [await anOfficer(), await anOfficer()];

    const office = await withAllConnectionsHeld(async () => {
      const lists = [one, one, two].map(listed);
      await untilConnectionsHeld('list', shares.list.connections);
      const exports = [one, two].map(exported);
      await untilConnectionsHeld('export', shares.export.connections);
      const changes = [2041, 2042, 2043].map((year, n) => added(n < 2 ? one : two, year));
      await untilConnectionsHeld('office', shares.office.connections);

      const login = await server.caller().post('login', { email: candidate.email, password: testPassword });
      expect(login.statusCode).toBe(200);
      const student = { ...candidate, ...server.caller(login.json().accessToken) };
      for (const path of [
        'profile',
        'canSimulate',
        'checkExam',
        'getExamUserDetail',
        `imageLinks?names=${randomUUID()}`,
        'dashboard',
        'examsPreview',
      ])
        expect([path, (await student.get(path)).statusCode]).toEqual([path, 200]);
      const begun: PreparedExam = (await student.post('prepareExam/')).json();
      expect(begun.status).toBe('Started');
      const loaded: LoadedExam = (await student.get(`getExamById/?groupId=${begun.groupId}`)).json();
      const exam = runningExam(server, student, { ...begun, writer: loaded.writer });
      expect((await student.get(`examGroups/${begun.groupId}`)).statusCode).toBe(200);
      expect((await exam.next(1, [0])).statusCode).toBe(200);
      expect((await exam.save(2, [1])).statusCode).toBe(200);
      expect((await exam.stored()).map(({ ticks }) => ticks)).toEqual([1, 2, 0]);
      expect((await record(student, begun.groupId)).statusCode).toBe(201);
      expect((await student.post('renewToken', {})).statusCode).toBe(200);
      expect((await exam.finish()).json()).toMatchObject({ status: 'Finished' });
      expect((await student.put(`examScore/?examId=${begun.id}`)).statusCode).toBe(200);
      expect((await student.post('logout')).statusCode).toBe(204);
      return { lists, exports, changes };
    });

    // One list exceeded its time limit and was cancelled; the others are answered now.
    for (const list of await Promise.all(office.lists)) expect([200, 409]).toContain(list.statusCode);
    for (const file of await Promise.all(office.exports)) expect(file.statusCode).toBe(200);
    for (const change of await Promise.all(office.changes)) expect(change.statusCode).toBe(201);
  });
});

describe('lists and exports', () => {
  it('[SAFE-18] run two lists of one person at a time without delaying others', async () => {
    const [one, other] = [await anOfficer(), await anOfficer()];
    const { waiting } = await withAllConnectionsHeld(async () => {
      void listed(one);
      void listed(one);
      await untilConnectionsHeld('list', 2);
      const third = listed(one);
      expect((await other.get('examrooms?search=aula')).statusCode).toBe(200);
      await untilConnectionsHeld('list', 2);
      return { waiting: third };
    });
    expect((await waiting).statusCode).toBe(200);
  });

  it('[SAFE-18] free the turn of a call whose client disconnected, once it is computed', async () => {
    const one = await anOfficer();
    const url = await server.app.listen({ port: 0, host: '127.0.0.1' });
    const controller = new AbortController();
    await withAllConnectionsHeld(async () => {
      const gone = fetch(
        `${url}/api/${server.services.process.INSTITUTION}/universityYears/export?format=csv&columns=startYear`,
        { headers: { authorization: `Bearer ${one.token}` }, signal: controller.signal },
      ).catch(() => undefined);
      await untilConnectionsHeld('export', 1);
      controller.abort();
      await gone;
    });
    expect((await exported(one)).statusCode).toBe(200);
  });
});

describe('[SAFE-18] while nothing ends in time', () => {
  /** Another process, whose lists have free connections. */
  const other = useTestServer(() => ({ database: server }));

  /** Lists and exports on all connections, and some more. */
  async function lists() {
    const [one, two, three] = [await anOfficer(), await anOfficer(), await anOfficer()];
    const running = [one, one, two].map(listed);
    const files = [one, two].map(exported);
    await untilConnectionsHeld('list', 3);
    await untilConnectionsHeld('export', 2);
    // They reach the limit of the process.
    const refused = await Promise.all([listed(one), three.get('examrooms?search=aula'), exported(three)]);
    return { refused, cancelled: await Promise.all(running), files, again: [one, three] as const };
  }
  /** More changes than there are connections. */
  async function changes() {
    const [one, two] = [await anOfficer(other), await anOfficer(other)];
    const running = [2051, 2052, 2053].map((year, n) => added(n < 2 ? one : two, year));
    await untilConnectionsHeld('office', shares.office.connections);
    const list = await one.get('examrooms?search=aula');
    return { list, refused: await added(two, 2054), running };
  }
  const waitForLimits = () => withAllConnectionsHeld(async () => Promise.all([lists(), changes()]));
  let waited: ReturnType<typeof waitForLimits> | undefined;
  /** What both got; they wait for their limits together, in the first test that asks. */
  const seen = () => {
    waited ??= waitForLimits();
    return waited;
  };

  it('[SAFE-18] a list or export that waits too long is refused with a retry time, and slow statements are cancelled', async () => {
    const [{ refused, cancelled, files, again }] = await seen();
    expect(refused.map(refusalOf)).toEqual([tooMany, tooMany, tooMany]);
    expect(cancelled.map(refusalOf)).toEqual([tooSlow, tooSlow, tooSlow]);
    for (const file of await Promise.all(files)) expect(file.statusCode).toBe(200);
    expect((await listed(again[0])).statusCode).toBe(200);
    expect((await exported(again[1])).statusCode).toBe(200);
  });

  it('[SAFE-18] other office work without a free connection is refused in the same way, and changes nothing', async () => {
    const [, { list, refused, running }] = await seen();
    // Everybody else is still authenticated and listed.
    expect(list.statusCode).toBe(200);
    expect(refusalOf(refused)).toEqual(tooMany);
    for (const change of await Promise.all(running)) expect(change.statusCode).toBe(201);
    const years = await server.database.sql`select from university_years where start_year = 2054`;
    expect(years.count).toBe(0);
  });
});

describe('the calls of one person', () => {
  type Send = () => ReturnType<Caller['get']>;
  /**
   * Only so many calls of one person wait for the table; meanwhile another person is looked up on the same connections,
   * and their call waits for the table too. In the end nobody was refused.
   */
  const limited = async (
    use: keyof typeof shares,
    most: number,
    table: string,
    [one, other, invalid]: readonly [one: Send, other: Send, invalid: Send],
  ) => {
    const { sent } = await withAllConnectionsHeld(async () => {
      const sent = Array.from({ length: shares[use].connections + 2 }, one);
      await untilConnectionsHeld(use, most);
      expect(refusalOf(await invalid()).slice(0, 2)).toEqual([400, 'validation.failed']);
      sent.push(other());
      await untilConnectionsHeld(use, most + 1);
      return { sent };
    }, table);
    for (const { statusCode } of await Promise.all(sent)) expect([200, 201, 404, 409]).toContain(statusCode);
  };
  type Method = 'get' | 'post' | 'put' | 'delete';
  const two = async (method: Method, path: string, body?: object, invalidPath = path.replace(/1$/, 'x')) => {
    const [one, other] = [await aCandidate(server, custom), await aCandidate(server, custom)];
    const send = (caller: Caller, to: string, sent?: object) => () =>
      method === 'get' || method === 'delete' ? caller[method](to) : caller[method](to, sent);
    return [send(one, path, body), send(other, path, body), send(other, invalidPath, {})] as const;
  };

  it('[SAFE-18] never take all connections of the office or of students’ pages', async () => {
    const [one, other] = [await anOfficer(), await anOfficer()];
    let year = 2060;
    const adding = (caller: Caller) => () => {
      year += 1;
      return added(caller, year);
    };
    const invalid = () => other.get('previewExam?examId=x');
    await limited('office', 2, 'university_years', [adding(one), adding(other), invalid]);
    await limited('student', 1, 'exam_groups', await two('get', 'previewExam?examId=1'));
  });

  it('[SAFE-18] never take all connections of booking, whether they read or change something', async () => {
    const wanted = { examCustomId: custom.id, examDate: '2031-01-01', examRoomId: 1, examRoomSlotId: 1 };
    await limited('booking', 2, 'waiting_places', await two('get', 'waitingPlaces', {}, 'seatPlan'));
    await limited('booking', 2, 'custom_exams', await two('post', 'appointments', wanted));
    await limited('booking', 2, 'appointments', await two('put', 'appointments/1', wanted));
    await limited('booking', 2, 'appointments', await two('delete', 'appointments/1'));
    await limited('booking', 2, 'waiting_places', await two('delete', 'waitingPlaces/1'));
  });

  it('[SAFE-18] never take all connections of exams, whether they read, begin or ask for a score', async () => {
    await limited('exam', 4, 'appointments', await two('post', 'prepareExam?examId=1'));
    await limited('exam', 4, 'exam_groups', await two('put', 'examScore?examId=1'));
    await limited('exam', 4, 'exam_groups', await two('get', 'examGroups/1'));
  });

  it('[SAFE-18] get images three at a time from one network, so that exams keep connections', async () => {
    const [one, other] = [await aCandidate(server, custom), await aCandidate(server, custom)];
    const image = (caller: typeof one, remoteAddress: string) => () =>
      server.app.inject({
        url: `/img/quest/${randomUUID()}`,
        headers: { authorization: `Bearer ${caller.token}` },
        remoteAddress,
      });
    const invalid = () => other.get('examGroups/x');
    await limited('exam', 3, 'files', [image(one, '10.9.0.1'), image(other, '10.9.0.2'), invalid]);
  });

  it('[SAFE-18] are refused beyond sixteen unanswered saves, without delaying another person’s exam or losing a tick', async () => {
    const [exam, finished] = [await aRunningExam(server, custom), await aRunningExam(server, custom)];
    await finished.finish();
    const saveIds = Array.from({ length: maxUnanswered + 3 }, () => randomUUID());
    const burst = (of: RunningExam, lockedBy: string) =>
      server.database.sql.begin(async (tx) => {
        await tx`select from exams where id = ${of.exam.id} for no key update`;
        const answered: (readonly unknown[])[] = [];
        const sent = saveIds.map(async (saveId, n) => {
          const response = await of.save(1, [n % 4], { saveId, seq: n + 1 });
          answered.push(refusalOf(response));
          return response;
        });
        await untilWaiting(server.database.sql, 1, lockedBy);
        await expect.poll(() => answered, { timeout: 60_000 }).toEqual([tooMany, tooMany, tooMany]);
        expect((await exam.student.get('checkExam')).statusCode).toBe(200);
        // One of them has a connection; the others of the same person wait for it.
        await untilWaiting(server.database.sql, 1, lockedBy);
        return { sent };
      });

    const late = await Promise.all((await burst(finished, 'exam-platform-exam')).sent);
    expect(late.slice(0, maxUnanswered).map(refusalOf)).toEqual(
      Array(maxUnanswered).fill([409, 'exam.finished', {}]),
    );
    const saved = await Promise.all((await burst(exam, 'exam-platform-saves')).sent);
    expect(saved.map(({ statusCode }) => statusCode)).toEqual([
      ...Array(maxUnanswered).fill(200),
      ...[429, 429, 429],
    ]);
    const last = maxUnanswered + 2;
    const again = await exam.save(1, [last % 4], { saveId: saveIds[last], seq: last + 1 });
    expect(again.json()).toMatchObject({ seq: last + 1 });
    expect(await exam.storedAt(1)).toMatchObject({ ticks: 1 << (last % 4), seq: last + 1 });
  });

  it('[SAFE-18] leave the connections of sign-in to others: the calls beyond a few are refused, and others sign in', async () => {
    const [one, other] = [await aCandidate(server, custom), await aCandidate(server, custom)];
    const { flood } = await server.database.sql.begin(async (tx) => {
      // Each renewal waits for the sign-in and holds its connection while it waits.
      await tx`select from sign_ins where user_id = ${one.userId} for update`;
      const flood = Array.from({ length: 60 }, () => one.post('renewToken', {}));
      await untilConnectionsHeld('signIn', 2);
      expect((await other.post('renewToken', {})).statusCode).toBe(200);
      const entry = await server.caller().post('login', { email: other.email, password: testPassword });
      expect(entry.statusCode).toBe(200);
      return { flood };
    });
    const answers = await Promise.all(flood);
    const refused = answers.filter(({ statusCode }) => statusCode !== 200);
    expect(refused.map(refusalOf)).toEqual(refused.map(() => tooMany));
    expect(refused.length).toBeGreaterThanOrEqual(60 - 22);
    expect(refused.length).toBeLessThan(60);
    expect((await one.get('profile')).statusCode).toBe(200);
  });
});
