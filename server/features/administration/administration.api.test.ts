import { describe, expect, it } from 'vitest';
import type { HealthReport, Job, LogEntry } from '#contract/administration.ts';
import { systemAuthor } from '#server/db/database.ts';
import { aSeries, aStudent, signedInAs } from '#server/testing/accounts.ts';
import { editStudent } from '#server/testing/people-forms.ts';
import { errorOf } from '#server/testing/refusals.ts';
import { useTestServer } from '#server/testing/server.ts';
import { useSignedInAs } from '#server/testing/use-signed-in.ts';
import { exportedLog } from './log.ts';

const server = useTestServer();
const admin = useSignedInAs(server, 'admin');

describe('[ADMIN-2] jobs', () => {
  const jobs = async (query = '') => (await admin.get(`administration/jobs?${query}`)).json<Job[]>();

  it('[ADMIN-2] that fail are listed with the reason, and retried on demand', async () => {
    let broken = true;
    const job = {
      name: 'test-job',
      run: async () => {
        if (broken) throw new Error('the disk is full');
      },
    };
    const { queue } = server.services;
    await server.database.transaction(systemAuthor, (tx) => queue.send(tx, job, { n: 1 }, 'one'));
    await queue.work(job, {});
    const failing = await expect
      .poll(async () => (await jobs()).find(({ state }) => state === 'failing'))
      .toMatchObject({ name: 'test-job', problem: 'the disk is full', source: 'queue' })
      .then(async () => (await jobs()).find(({ name }) => name === 'test-job'));
    // While it is retried it counts as running, not as failing.
    await expect
      .poll(async () => (await admin.get('administration/health')).json<HealthReport>().jobs)
      .toMatchObject({ state: 'warning', failing: 1 });
    broken = false;
    // The next try is due in some seconds; nobody waits for it.
    await expect
      .poll(async () => {
        await admin.post('administration/jobs/retry', { source: 'queue', id: failing?.id });
        return (await jobs()).length;
      })
      .toBe(0);
  });

  it('[ADMIN-2] that were given up run again when somebody asks, once', async () => {
    let broken = true;
    const job = {
      name: 'hopeless-job',
      run: async () => {
        if (broken) throw new Error('the disk is full');
      },
    };
    const { queue } = server.services;
    await server.database.transaction(systemAuthor, (tx) => queue.send(tx, job, { n: 1 }, 'one'));
    await server.database.sql`update jobs.job set retry_limit = 0 where name = 'hopeless-job'`;
    await queue.work(job, {});
    await expect
      .poll(async () => (await jobs('state=failed')).map(({ name }) => name))
      .toEqual(['hopeless-job']);
    const [failed] = await jobs('state=failed');
    const retry = () => admin.post('administration/jobs/retry', { source: 'queue', id: failed?.id });
    broken = false;
    expect((await retry()).statusCode).toBe(204);
    const state = async () =>
      (await server.database.sql`select state::text from jobs.job where id = ${failed?.id ?? ''}`)[0]?.state;
    await expect.poll(state).toBe('completed');
    expect(await jobs()).toEqual([]);
    expect(errorOf(await retry())).toEqual([404, 'resource.notFound']);
  });

  it('[ADMIN-2] include messages that were given up, which can be sent again', async () => {
    const student = await aStudent(server);
    const [mail] = await server.database.sql<{ id: number }[]>`
      insert into appointment_mails (exam_id, user_id, kind, sequence, facts, failed_at, problem, tries)
      values (7, ${student.userId}, 'reminder', 0, '{"examName":"Anatomie"}', now(), 'EENVELOPE 550', 3) returning id::int`;
    expect(await jobs('state=failed')).toMatchObject([
      {
        id: String(mail?.id),
        source: 'mail',
        name: 'reminder',
        subject: 'Anatomie',
        problem: 'EENVELOPE 550',
        tries: 3,
      },
    ]);
    const retry = () => admin.post('administration/jobs/retry', { source: 'mail', id: String(mail?.id) });
    expect((await retry()).statusCode).toBe(204);
    expect(await jobs('state=failed')).toEqual([]);
    expect(errorOf(await retry())).toEqual([404, 'resource.notFound']);
    const [due] = await server.database
      .sql`select from appointment_mails where failed_at is null and next_try_at <= now()`;
    expect(due).toBeDefined();
  });

  it('[ADMIN-2] include messages about contestations', async () => {
    const student = await aStudent(server);
    const mailHealth = async () => (await admin.get('administration/health')).json<HealthReport>().mail;
    const before = await mailHealth();
    const [mail] = await server.database.sql<{ id: number }[]>`
      insert into contest_mails (user_id, kind, facts, failed_at, problem, tries)
      values (${student.userId}, 'gradeChanged', '{"examName":"Anatomie"}', now(), 'EENVELOPE 550', 3) returning id::int`;
    const named = { source: 'contestMail', id: String(mail?.id) };
    expect(await jobs('state=failed')).toMatchObject([
      { ...named, name: 'gradeChanged', subject: 'Anatomie', problem: 'EENVELOPE 550', tries: 3 },
    ]);
    expect(await mailHealth()).toMatchObject({ waiting: before.waiting, failed: before.failed + 1 });
    const retry = () => admin.post('administration/jobs/retry', named);
    // A message id is unique only within its kind.
    expect(errorOf(await admin.post('administration/jobs/retry', { ...named, source: 'mail' }))).toEqual([
      404,
      'resource.notFound',
    ]);
    expect((await retry()).statusCode).toBe(204);
    expect(await jobs('state=failed')).toEqual([]);
    expect(await mailHealth()).toMatchObject({ waiting: before.waiting + 1, failed: before.failed });
    expect(errorOf(await retry())).toEqual([404, 'resource.notFound']);
    const [entry] = (await admin.get('administration/log?entity=contest_mails')).json<LogEntry[]>();
    expect(entry).toMatchObject({ action: 'jobRetried', entityId: String(mail?.id) });
  });
});

describe('[ADMIN-2] the audit search', () => {
  const search = (query: string) => admin.get(`administration/log?${query}`);
  const entries = async (query: string) => (await search(query)).json<LogEntry[]>();

  it('[ADMIN-2] shows who changed what in which row, with readable values before and after', async () => {
    const home = await aSeries(server, { name: 'Seria A' });
    const other = await aSeries(server, { ...home, name: 'Seria B' });
    const student = await aStudent(server, { studyPlace: home, lastName: 'Munteanu' });
    expect((await editStudent(admin, student.studentId, { seriesId: other.seriesId })).statusCode).toBe(200);
    const [newest, made] = await entries(`entity=students&entityId=${student.studentId}`);
    expect(newest).toMatchObject({
      action: 'update',
      entity: 'students',
      entityId: String(student.studentId),
      subject: 'Munteanu Ana',
      actor: { id: admin.userId, email: admin.email },
      changes: [{ field: 'series_id', before: 'Seria A', after: 'Seria B' }],
    });
    expect(made).toMatchObject({ action: 'insert', actor: null });
  });

  it('[ADMIN-2] filters by person, action and day, and pages', async () => {
    const writer = await signedInAs(server, 'admin');
    await server.database.sql`update users set name = 'Zoe Căutată' where id = ${writer.userId}`;
    for (const start of [2101, 2102, 2103])
      await writer.post('universityYears', { startYear: start, endYear: start + 1 });
    const own = await entries('who=cautata&action=insert');
    expect(own.map(({ entity }) => entity)).toEqual(Array(3).fill('university_years'));
    const page = await search('who=cautata&action=insert&skip=1&take=1');
    expect(page.headers['x-total-count']).toBe('3');
    expect(page.json<LogEntry[]>().map(({ id }) => id)).toEqual([own[1]?.id]);
    const [{ today } = { today: '' }] = await server.database.sql<
      { today: string }[]
    >`select current_date::text as today`;
    expect(await entries(`who=cautata&action=insert&from=${today}&to=${today}`)).toHaveLength(3);
    expect(await entries(`who=cautata&action=insert&to=2020-01-01`)).toEqual([]);
    expect(await entries('who=nobody.at.all')).toEqual([]);
  });

  it('[ADMIN-2] exports the matching entries in the chosen language', async () => {
    const file = await admin.get('administration/log/export?format=csv&lang=ro&entity=university_years');
    expect(file.headers['content-type']).toContain('text/csv');
    const [header, line] = file.body.split('\r\n');
    expect(header).toContain('Când,Cine');
    expect(line).toContain('A adăugat,Ani universitari');
    expect(file.body).toContain('anul de început: 2103');
  });

  it('[ADMIN-2] exports settings by their name, with their values in words', async () => {
    const saved = await admin.put('settings', { markSingle: true });
    expect(saved.statusCode, saved.body).toBe(200);
    const file = await admin.get('administration/log/export?format=csv&lang=fr&entity=settings');
    expect(file.body).toContain('Étoile sur les questions simples');
    expect(file.body).toContain('valeur: activé');
  });

  it('[ADMIN-2] exports each entry once while others are written, and says when older ones are left out', async () => {
    const years = [2151, 2152, 2153, 2154, 2155];
    const write = (startYear: number) =>
      admin.post('universityYears', { startYear, endYear: startYear + 1 }).then((made) => {
        expect(made.statusCode, made.body).toBe(201);
      });
    for (const year of years) await write(year);
    const { sql } = server.database;
    const filter = { format: 'csv', lang: 'en', entity: 'university_years', action: 'insert' } as const;
    let text = '';
    for await (const part of exportedLog(sql, filter, { most: 4, atOnce: 2 })) {
      text += String(part);
      // The stream reads ahead, so its first page is only known to have been read when it arrives.
      if (text.includes('start year') && years.length < 8) {
        years.push(2160 + years.length);
        await write(years.at(-1) ?? 0);
      }
    }
    expect(text.match(/start year: \d+/g)).toEqual(
      [2155, 2154, 2153, 2152].map((year) => `start year: ${year}`),
    );
    expect(text.trimEnd().split('\r\n').at(-1)).toContain('Only the newest 4 entries');
    const whole = (await admin.get('administration/log/export?format=csv&lang=en&entity=university_years'))
      .body;
    expect(whole).not.toContain('Only the newest');
  });

  it('[ADMIN-2] never shows a password, not even hashed', async () => {
    const { statusCode, body } = await search('entity=users&take=200');
    expect(statusCode).toBe(200);
    expect(body).not.toContain('$argon2');
    expect((await admin.get('administration/log/export?format=csv&entity=users')).body).not.toContain(
      '$argon2',
    );
  });

  it('[ROLE-8] is refused to all other roles', async () => {
    for (const role of ['secretary', 'teacher', 'student', 'dean'] as const) {
      const caller = await signedInAs(server, role);
      for (const path of [
        'administration',
        'administration/health',
        'administration/jobs',
        'administration/log',
        'administration/log/export?format=csv',
        'administration/seal',
        'users',
      ])
        expect([path, errorOf(await caller.get(path))]).toEqual([path, [403, 'auth.forbidden']]);
    }
  });
});
