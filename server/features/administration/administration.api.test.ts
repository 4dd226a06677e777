import { beforeAll, describe, expect, it } from 'vitest';
import type { HealthReport, Job, LogEntry, Overview, SealState } from '#contract/administration.ts';
import type { Dashboard } from '#contract/dashboard.ts';
import { signerOf } from '#server/audit/head.ts';
import { runRequestedCheck } from '#server/audit/requested-check.ts';
import { systemAuthor } from '#server/db/database.ts';
import { rescoreTonight } from '#server/exams/nightly-rescoring.ts';
import { preparePapers } from '#server/exams/official-papers.ts';
import { repeat } from '#server/jobs/repeat.ts';
import { selectDatabaseFigures } from '#server/metrics/database-figures.ts';
import { aSeries, aStudent, type SignedInPerson, signedIn, signedInAs } from '#server/testing/accounts.ts';
import { aCandidate, aCustomExam } from '#server/testing/exams.ts';
import { editStudent } from '#server/testing/people-forms.ts';
import { errorOf } from '#server/testing/refusals.ts';
import { useTestServer } from '#server/testing/server.ts';
import { aRunningExam } from '#server/testing/sittings.ts';
import { useTestMailServer } from '#server/testing/smtp.ts';
import { sealAll } from '#server/testing/tampering.ts';
import { exportedLog } from './log.ts';

const mail = useTestMailServer({ password: 'hush hush' });
const server = useTestServer();
let admin: SignedInPerson;
beforeAll(async () => {
  admin = await signedInAs(server, 'admin');
});
/** The administrator's part of the dashboard. */
const board = async () => (await admin.get('dashboard')).json<Dashboard>().admin;

describe('[ADMIN-1] the overview', () => {
  it('[ADMIN-1] counts entities and running work', async () => {
    const before = (await admin.get('administration')).json<Overview>();
    await aRunningExam(server, await aCustomExam(server, { questions: 2 }));
    const { counts, version } = (await admin.get('administration')).json<Overview>();
    expect(version).toBe('test');
    for (const [name, more] of [
      ['students', 1],
      ['accounts', 1],
      ['disciplines', 1],
      ['customExams', 1],
      ['sittingsRunning', 1],
    ] as const)
      expect([name, counts[name]]).toEqual([name, before.counts[name] + more]);
    expect(counts.signedIn).toBeGreaterThanOrEqual(2);
  });

  it('[ADMIN-1] [OPS-3] counts the papers of appointments to come, not of missed or annulled ones', async () => {
    const exam = await aCustomExam(server, { questions: 2 });
    const appointments = [
      await aCandidate(server, exam, { from: 5, to: 60 }),
      await aCandidate(server, exam, { from: 5, to: 60, extraMinutes: 15 }),
      await aCandidate(server, exam, { from: 5, to: 60 }),
      await aCandidate(server, exam, { from: 5, to: 60 }),
    ].map(({ appointment }) => appointment.id);
    const counted = async () => [
      (await admin.get('administration')).json<Overview>().counts.papersWaiting,
      (await selectDatabaseFigures(server.database.sql)).exam_papers_waiting,
    ];
    const [before = 0] = await counted();
    await preparePapers(server.services, appointments);
    const [drawn] = await server.database.sql<{ count: number }[]>`
      select count(*)::int as count from exam_groups where appointment_id = any(${appointments}::int[])`;
    expect(drawn?.count).toBe(4);
    expect(await counted()).toEqual([before + 4, before + 4]);
    await server.database.transaction(systemAuthor, async (tx) => {
      // Ten minutes after the slot; the second one has fifteen minutes more.
      await tx`update appointments set starts_at = starts_at - interval '70 minutes', ends_at = ends_at - interval '70 minutes'
                where id = any(${appointments.slice(1, 3)}::int[])`;
      await tx`update appointments set annulled_at = now(), annulled_reason = 'fraud' where id = ${appointments[3] ?? 0}`;
    });
    expect(await counted()).toEqual([before + 2, before + 2]);
  });

  it('[ADMIN-1] [HOME-1] [SCORE-10] says what the nightly recomputation found, with the sittings it is about', async () => {
    const { scoreCheck } = (await admin.get('administration')).json<Overview>();
    expect(scoreCheck).toBeNull();
    const running = await aRunningExam(server, await aCustomExam(server, { questions: 2 }));
    await running.finish();
    const always = { from: 0, to: 24 };
    const { log } = server.app;
    await rescoreTonight(server.database, log, always);
    const good = (await admin.get('administration')).json<Overview>();
    expect(good.scoreCheck).toMatchObject({ exams: 1, differences: 0, found: [] });
    expect((await board())?.scoreDifferences).toBe(0);
    const { groupId } = running.exam;
    const [exam] = await server.database.sql<{ id: number }[]>`
      update exams set score = score + 1 where group_id = ${groupId} returning id`;
    await server.database.sql`delete from score_checks`;
    await rescoreTonight(server.database, log, always);
    const bad = (await admin.get('administration')).json<Overview>();
    expect(bad.scoreCheck).toMatchObject({ differences: 1, found: [{ examId: exam?.id, groupId }] });
    expect((await board())?.scoreDifferences).toBe(1);
    await server.database.sql`update exams set score = score - 1 where id = ${exam?.id ?? 0}`;
  });

  it('[ADMIN-1] shows the health of each part', async () => {
    const health = (await admin.get('administration/health')).json<HealthReport>();
    expect(health.database).toMatchObject({ state: 'good' });
    expect(health.database.bytes).toBeGreaterThan(1_000_000);
    expect(health.mail.state).toBe('off');
    expect(health.directory).toEqual({ state: 'off', forTeachers: false, forStudents: false, reason: null });
    expect(health.jobs.state).toBe('good');
    expect(health.disk.totalBytes).toBeGreaterThan(health.disk.freeBytes);
    await server.set({ ldapForStudents: true });
    const down = (await admin.get('administration/health')).json<HealthReport>();
    expect(down.directory).toMatchObject({ state: 'bad', forStudents: true });
    await server.set({ ldapForStudents: false });
  });

  const health = async () => (await admin.get('administration/health')).json<HealthReport>();

  it('[ADMIN-1] tries the mail server out: its connection and the sign-in there', async () => {
    await server.set({
      smtpHost: '127.0.0.1',
      smtpPort: mail.port,
      smtpUser: 'exams',
      smtpPassword: 'wrong',
    });
    expect((await health()).mail).toMatchObject({ state: 'bad', reason: expect.stringContaining('EAUTH') });
    await server.set({ smtpUser: '', smtpPassword: '' });
    expect((await health()).mail).toMatchObject({ state: 'good', reason: null });
    await server.set({ smtpPort: 1 });
    expect((await health()).mail).toMatchObject({
      state: 'bad',
      reason: expect.stringMatching(/ESOCKET|ECONN/),
    });
    expect(mail.received).toEqual([]);
    await server.set({ smtpHost: '' });
    expect((await health()).mail).toMatchObject({ state: 'off', reason: null });
  });

  it('[ADMIN-1] [HOME-1] names on the dashboard what does not work, and nothing that does', async () => {
    const disk = (await health()).disk.state === 'good' ? [] : ['disk'];
    expect(await board()).toMatchObject({ areJobsStill: false, troubles: disk });
    await server.database.sql`
      insert into backups (taken_at, rows, bytes) values (now() - interval '25 hours', 1, 1)`;
    expect((await board())?.troubles).toEqual(disk);
    await server.database.sql`update backups set taken_at = now() - interval '27 hours'`;
    expect((await health()).backup.state).toBe('warning');
    await server.set({ ldapForStudents: true, smtpHost: '127.0.0.1', smtpPort: 1 });
    expect((await board())?.troubles).toEqual(['mail', 'directory', ...disk, 'backup']);
    await server.set({ ldapForStudents: false, smtpHost: '' });
    await server.database.sql`delete from backups`;
    expect((await board())?.troubles).toEqual(disk);
  });

  it('[ADMIN-1] [HOME-1] says that a repeated job stands still, like the queue', async () => {
    let broken = true;
    const job = repeat(20, server.app.log, async () => {
      if (broken) throw new Error('the database is gone');
    });
    server.services.jobs.add([job]);
    await expect.poll(async () => (await health()).jobs.state).toBe('bad');
    expect((await board())?.areJobsStill).toBe(true);
    broken = false;
    await expect.poll(async () => (await health()).jobs.state).toBe('good');
    expect((await board())?.areJobsStill).toBe(false);
    await job.stop();
  });
});

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
      // The next page is read after these.
      if (years.length < 8) {
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

describe('[ADMIN-2] the seal', () => {
  const state = async () => (await admin.get('administration/seal')).json<SealState>();
  const sign = () => signerOf(server.services.tokens);

  it('[ADMIN-2] shows up to where the log is intact, and a requested check confirms it', async () => {
    await sealAll(server);
    const sealed = await state();
    expect(sealed.sealed).toBeGreaterThan(10);
    expect(sealed).toMatchObject({ waiting: 0, problems: [], check: null });
    expect(Date.parse(sealed.sealedUpTo ?? '')).toBeGreaterThan(Date.now() - 600_000);
    const first = (await admin.post('administration/seal/check')).json<{ id: number }>();
    expect((await admin.post('administration/seal/check')).json()).toEqual(first);
    expect((await state()).check).toMatchObject({ finishedAt: null });
    expect(await runRequestedCheck(server.database, sign())).toBe(true);
    expect(await runRequestedCheck(server.database, sign())).toBe(false);
    const { check } = await state();
    expect(check).toMatchObject({ findings: [], askedBy: 'Ana Pop' });
    expect((await board())?.recordFindings).toBe(0);
    expect(check?.entries).toBeGreaterThanOrEqual(sealed.sealed);
  });

  it('[ADMIN-2] [HOME-1] a check names what was changed behind the product’s back', async () => {
    const student = await signedIn(server, await aStudent(server));
    await server.database.sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tx`update users set is_admin = true where id = ${student.userId}`;
    });
    await admin.post('administration/seal/check');
    await runRequestedCheck(server.database, sign());
    const { check } = await state();
    expect((await board())?.recordFindings).toBe(check?.findings.length);
    expect(check?.findings).toContainEqual({
      kind: 'rowChanged',
      table: 'users',
      where: expect.stringContaining(String(student.userId)),
    });
  });
});
