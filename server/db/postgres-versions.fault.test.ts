import { rm } from 'node:fs/promises';
import { afterAll, expect, it, type TestContext } from 'vitest';
import { triggerFindings } from '#server/audit/trigger-check.ts';
import { childServer } from '#server/testing/child-server.ts';
import { otherPostgres } from '#server/testing/other-postgres.ts';
import { temporaryFolder } from '#server/testing/temporary-folder.ts';
import { openClient } from './client.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { migrate } from './migrate.ts';

/** The oldest supported version. All other tests run on the embedded one, which is the newest. */
const oldest = '15.18.0-beta.17';
const tooOld = '14.23.0-beta.17';

const stops: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
});

/** The product with its demo, as a separate process on the database. */
async function startProduct(databaseUrl: string): Promise<string> {
  const product = await childServer({ databaseUrl, environment: { DEMO: '1' } });
  stops.push(product.stop);
  return `http://127.0.0.1:${product.port}`;
}

async function signIn(url: string, email: string) {
  const send = async (
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    token: string | undefined,
    body?: object,
  ) => {
    const response = await fetch(`${url}/api/umfst/${path}`, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
  };
  const { body } = await send('POST', 'login', undefined, { email, password: 'exam-demo-2026' });
  return {
    get: (path: string) => send('GET', path, body.accessToken),
    post: (path: string, given: object) => send('POST', path, body.accessToken, given),
    put: (path: string, given?: object) => send('PUT', path, body.accessToken, given),
  };
}

/** A cluster of another version; skips the test where the version cannot be had. */
async function startPostgres(version: string, test: TestContext) {
  const packageFolder = await otherPostgres(version).catch((error: Error) => {
    console.warn(`SKIPPED: PostgreSQL ${version} could not be had here: ${error.message.split('\n')[0]}`);
    return undefined;
  });
  if (packageFolder === undefined) return test.skip(`no PostgreSQL ${version} for this machine`);
  const dataDir = await temporaryFolder('exam-postgres-other-');
  const cluster = await startEmbeddedPostgres({
    dataDir,
    durable: false,
    packageFolder,
    settings: { max_connections: '200' },
  });
  stops.push(async () => {
    await cluster.stop();
    for (const folder of [cluster.dataDir, dataDir]) await rm(folder, { recursive: true, force: true });
  });
  return cluster;
}

it('[OPS-2] the product refuses PostgreSQL 14, with advice and before it writes anything', async (test) => {
  const { url } = await startPostgres(tooOld, test);
  await expect(migrate(url)).rejects.toThrow(/PostgreSQL 14 is too old.*15 or newer.*DATABASE_URL/);
  const sql = openClient(url, { max: 1, name: 'exam-platform-tests' });
  expect(await sql`select from pg_tables where schemaname = 'public'`).toHaveLength(0);
  await sql.end();
});

it('[OPS-2] the product runs on PostgreSQL 15: migrations, demo, lists and a whole sitting', async (test) => {
  const cluster = await startPostgres(oldest, test);
  const sql = openClient(cluster.url, { max: 1, name: 'exam-platform-tests' });
  const [server] = await sql<{ version: string }[]>`select current_setting('server_version_num') as version`;
  expect(Math.floor(Number(server?.version) / 10_000)).toBe(15);

  const url = await startProduct(cluster.url);
  const admin = await signIn(url, 'admin@exam.test');
  // A search without diacritics, in Romanian order.
  const found = await admin.get('students?search=stef&sort=lastName&take=5');
  expect([found.status, found.body.length > 0]).toEqual([200, true]);

  // A whole sitting: drawn, answered, saved and scored.
  const teacher = await signIn(url, 'teacher@exam.test');
  const disciplines = await teacher.get('disciplineList?ownBank=true&sort=examQuestions&desc=true&take=1');
  const prepared = await teacher.post('prepareExamForTeach', { PKDiscipline: disciplines.body[0].id });
  expect([prepared.status, prepared.body.id > 0]).toEqual([200, true]);
  const { id: examId, groupId } = prepared.body;
  const loaded = await teacher.get(`fullExam?groupId=${groupId}`);
  const [first] = loaded.body.fullGroupExams[0].questionExams;
  const answered = await teacher.put('examNext', {
    examId,
    prevQuestId: first.id,
    currentAnswerChekedIds: [first.answerExams[0].id],
    saveId: crypto.randomUUID(),
    seq: 1,
    writer: loaded.body.writer,
  });
  expect(answered.status).toBe(200);
  const finished = await teacher.put(`examFinish?examId=${examId}`, { writer: loaded.body.writer });
  expect(finished.status).toBe(200);
  const result = await teacher.put(`examScore?examId=${examId}`);
  expect([result.status, JSON.stringify(result.body).includes('"score"')]).toEqual([200, true]);
  // It describes functions and triggers like the newest version.
  expect(await triggerFindings(sql)).toEqual([]);
  await sql.end();
});
