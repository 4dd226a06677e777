import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from 'vitest';
import type { LogEntry } from '#contract/administration.ts';
import type { Erasure } from '#contract/privacy.ts';
import { checkScores } from '#server/exams/rescoring.ts';
import { dataKinds, type PersonData } from '#server/privacy/person-data.ts';
import { projectRoot } from '#server/project-root.ts';
import { aSecretary, aStudent, signedInAs, testPassword } from '#server/testing/accounts.ts';
import { aCustomExam, aSession, type CustomExam } from '#server/testing/exams.ts';
import { keepLogLines } from '#server/testing/log-lines.ts';
import {
  aPlantedPerson,
  everyValue,
  finished,
  insertRareRecords,
  type Planted,
  type PlantedPersonSetup,
  planted,
  reasons,
} from '#server/testing/planted-person.ts';
import { tablesHolding } from '#server/testing/planted-values.ts';
import { errorOf } from '#server/testing/refusals.ts';
import { useTestServer } from '#server/testing/server.ts';
import { findingsOf, sealAll } from '#server/testing/tampering.ts';
import { temporaryFolder } from '#server/testing/temporary-folder.ts';
import { useSignedInAs } from '#server/testing/use-signed-in.ts';

const server = useTestServer({ environment: { LOG_LEVEL: 'silent' } });
const admin = useSignedInAs(server, 'admin');
let custom: CustomExam;
let sessionId: number;
let ground: PlantedPersonSetup;
const preview = async (userId: number) => (await admin.get(`users/${userId}/erasure`)).json<Erasure>();
const erase = (userId: number, email: string, by = admin) => by.post(`users/${userId}/erasure`, { email });
const command = async (...args: string[]) => {
  const script = ['node_modules/tsx/dist/cli.mjs', 'server/privacy/command.ts'];
  const env = { ...process.env, DATABASE_URL: server.databaseUrl };
  const child = spawn(process.execPath, [...script, ...args], { cwd: projectRoot, env, stdio: 'pipe' });
  const [output, shown, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { code, output, shown };
};

beforeAll(async () => {
  custom = await aCustomExam(server, { questions: 2 });
  sessionId = await aSession(server);
  ground = { server, admin, custom, sessionId };
});

describe('[SAFE-14] one person', () => {
  let person: Planted;
  beforeAll(async () => {
    person = await aPlantedPerson(ground, planted);
  });

  it('[SAFE-14] is not erased during a sitting, and the export reveals no question of a running exam', async () => {
    expect((await preview(person.userId)).hindrance?.error).toBe('privacy.sitting');
    expect(errorOf(await erase(person.userId, planted.email))).toEqual([409, 'privacy.sitting']);
    const { data } = (await admin.get(`users/${person.userId}/export?format=json`)).json<PersonData>();
    expect(data.answers).toEqual([]);
    await finished(ground, person);
  });

  it('[SAFE-14] is exported completely, to administrators only, and the export is audited', async () => {
    await insertRareRecords(ground, person);
    const path = `users/${person.userId}/export`;
    const json = await admin.get(`${path}?format=json`);
    const { data } = json.json<PersonData>();
    expect(json.headers['content-disposition']).toContain(`person-${person.userId}.json`);
    expect(data.enrolments[0]).toMatchObject({ cnp: planted.cnp, phone_number: planted.phoneNumber });
    expect(data.answers).toHaveLength(2);
    expect(data.answers[0]?.ticked).toEqual([expect.any(String)]);
    expect(data.sittings[0]).toMatchObject({ finish_cause: 'student', grade: expect.any(Number) });
    expect(data.appointments[0]).toMatchObject({ extra_reason: reasons.extra });
    expect(data.contestations).toMatchObject([
      { comment: reasons.contest, reply: reasons.reply, facts: { recordings: 7 } },
    ]);
    expect(dataKinds.filter((kind) => data[kind].length === 0)).toEqual([
      // Of staff.
      'staffRoles',
      'entriesBy',
    ]);
    const secretary = await aSecretary(server, { collegeId: custom.studyPlace.collegeId });
    for (const [id, kind] of [
      [admin.userId, 'entriesBy'],
      [secretary.userId, 'staffRoles'],
    ] as const)
      expect(
        (await admin.get(`users/${id}/export?format=json`)).json<PersonData>().data[kind],
      ).not.toHaveLength(0);
    expect(data.reviewMarks).toEqual([{ exam_id: person.exam.exam.id, positions: [2] }]);
    expect(data.paperEntries).toMatchObject([{ ticked: ['A', ''], entered_by: admin.userId }]);
    expect(data.conflicts).toMatchObject([{ user_id: admin.userId, student_id: data.enrolments[0]?.id }]);
    expect(data.settlements).toMatchObject([{ kind: 'countLate', ticked: 'A' }]);
    expect(data.events.map(({ client }) => client)).not.toContainEqual(expect.objectContaining({ user: {} }));
    expect(data.entriesAbout).toContainEqual(
      expect.objectContaining({
        entity: 'students',
        after: expect.objectContaining({ last_name: planted.lastName }),
      }),
    );
    expect(json.body).not.toMatch(/argon2|audit_key|storage_key/);

    const html = (await admin.get(`${path}?format=html&lang=ro`)).body;
    for (const value of [...Object.values(planted), ...Object.values(reasons)]) expect(html).toContain(value);
    expect(html).toContain('<h2>Examene și rezultate</h2>');

    const log = (
      await admin.get(`administration/log?entity=users&entityId=${person.userId}&action=personExported`)
    ).json<LogEntry[]>();
    expect(log.map(({ actor }) => actor?.id)).toEqual([admin.userId, admin.userId, admin.userId]);
    for (const kind of ['secretary', 'teacher', 'student'] as const) {
      const caller = await signedInAs(server, kind);
      expect(errorOf(await caller.get(`${path}?format=json`))).toEqual([403, 'auth.forbidden']);
      expect(errorOf(await erase(person.userId, planted.email, caller))).toEqual([403, 'auth.forbidden']);
    }
  });

  it('[SAFE-14] is kept while results must stay connected with the person', async () => {
    const { sql } = server.database;
    expect((await preview(person.userId)).hindrance?.error).toBe('privacy.kept');
    await sql`update appointments set annulled_at = null, annulled_reason = null, annulled_by = null
               where exam_id = ${person.exam.exam.id}`;
    expect((await preview(person.userId)).hindrance?.error).toBe('privacy.booked');
    await sql`update appointments set annulled_at = now(), annulled_reason = ${reasons.annulled}
               where exam_id = ${person.exam.exam.id}`;
    await server.set({ identityRetentionDays: 0 });
    // The contestations of the session are still open.
    expect(errorOf(await erase(person.userId, planted.email))).toEqual([409, 'privacy.kept']);
    await sql`update exam_sessions set contest_resolve_end_date = now() - interval '1 day',
                contest_end_date = now() - interval '2 days', contest_start_date = now() - interval '3 days' where id = ${sessionId}`;
    await server.set({ identityRetentionDays: 1 });
    expect((await preview(person.userId)).hindrance?.error).toBe('privacy.kept');
    await server.set({ identityRetentionDays: 0 });
    expect(await preview(person.userId)).toMatchObject({
      email: planted.email,
      hindrance: null,
      deleted: { recordings: 1, mails: 2, importRows: 1, signIns: 1 },
      pseudonymised: { enrolments: 1, appointments: 1, exams: 1 },
      readableEntries: 0,
    });
    expect(errorOf(await erase(person.userId, 'someone.else@exam.test'))).toEqual([
      409,
      'privacy.notConfirmed',
    ]);
    expect(errorOf(await erase(admin.userId, admin.email))).toEqual([409, 'privacy.self']);
    const teacher = await signedInAs(server, 'teacher');
    expect(errorOf(await erase(teacher.userId, teacher.email))).toEqual([409, 'privacy.staff']);
    expect(errorOf(await erase(2_000_000_000, planted.email))).toEqual([404, 'resource.notFound']);
  });

  it('[SAFE-14] is erased: no table contains their values, and exams, scores and seals stay valid', async () => {
    const { sql } = server.database;
    await sealAll(server);
    const [before] = await sql`select score, grade, finished_at from exams where id = ${person.exam.exam.id}`;
    expect(await tablesHolding(sql, everyValue)).toEqual(
      expect.arrayContaining([
        'public.students',
        'public.users',
        'public.appointments',
        'public.exam_contest_questions',
        'public.exam_contests',
        'public.student_import_rows',
      ]),
    );

    const lines = keepLogLines(server);
    const erased = await erase(person.userId, planted.email.toUpperCase());
    expect(erased.statusCode, erased.body).toBe(204);
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { level: 40, person: person.userId, msg: 'a person was erased' },
    ]);

    expect(await tablesHolding(sql, everyValue)).toEqual([]);
    expect((await person.exam.student.get('profile')).statusCode).toBe(401);
    expect(
      (await server.caller().post('login', { email: planted.email, password: testPassword })).statusCode,
    ).toBe(401);
    const [after] = await sql`select score, grade, finished_at from exams where id = ${person.exam.exam.id}`;
    expect(after).toEqual(before);
    expect(await person.exam.events()).not.toEqual([]);
    await sealAll(server);
    expect(await findingsOf(server)).toEqual([]);
    expect((await checkScores(server.database)).problems).toEqual([]);

    const log = (await admin.get(`administration/log?entity=users&entityId=${person.userId}&take=100`)).json<
      LogEntry[]
    >();
    expect(log[0]).toMatchObject({ action: 'personErased', actor: { id: admin.userId } });
    expect(log[0]?.changes).toContainEqual({ field: 'recordings', before: null, after: 1 });
    expect(log.at(-1)?.changes).toContainEqual({ field: 'email', before: null, after: { erased: true } });
    expect(errorOf(await erase(person.userId, `erased-${person.userId}@erased.invalid`))).toEqual([
      409,
      'privacy.erased',
    ]);
    expect(new Set(Object.values((await preview(person.userId)).deleted))).toEqual(new Set([0]));
  });
});

it('[SAFE-14] the command exports and erases the same, in two steps', async () => {
  const values = {
    ...planted,
    email: 'alta.plantata@exam.test',
    nrMatricol: 'MATR-OTHER',
    externalId: 'EXT-OTHER',
  };
  const student = await aStudent(server, { email: values.email, lastName: values.lastName });
  const folder = await temporaryFolder('privacy-');
  try {
    expect(await command('export', values.email, folder)).toMatchObject({ code: 0 });
    expect((await readdir(folder)).sort()).toEqual([
      `person-${student.userId}.html`,
      `person-${student.userId}.json`,
    ]);
    expect(await readFile(join(folder, `person-${student.userId}.html`), 'utf8')).toContain(values.lastName);
  } finally {
    await rm(folder, { recursive: true });
  }
  const shown = await command('erase', String(student.userId));
  expect(shown).toMatchObject({ code: 0, output: '', shown: expect.stringContaining('Nothing was changed') });
  expect(shown.shown).toContain(`<${values.email}>`);
  expect(await tablesHolding(server.database.sql, [values.email])).not.toEqual([]);
  expect(await command('erase', values.email, '--confirm', 'wrong@exam.test')).toMatchObject({ code: 2 });
  const done = await command('erase', values.email, '--confirm', values.email);
  // Only the line of the process log is on stdout; then the entry in the audit log.
  expect(done).toMatchObject({ code: 0, shown: expect.stringContaining(values.email) });
  expect(done.output).toMatch(
    new RegExp(
      `^{"level":\\d+,"time":\\d+,"pid":\\d+,"person":${student.userId},"msg":"a person was erased"}\\n$`,
    ),
  );
  const entries = `administration/log?entity=users&entityId=${student.userId}&action=personErased&take=100`;
  const [entry] = (await admin.get(entries)).json<LogEntry[]>();
  expect(entry).toMatchObject({ action: 'personErased', actor: null });
  expect(await tablesHolding(server.database.sql, [values.email])).toEqual([]);
  expect(await command('erase', values.email)).toMatchObject({ code: 1 });
  await sealAll(server);
  expect(await findingsOf(server)).toEqual([]);
});
