import { describe, expect, it } from 'vitest';
import type { HealthReport, Overview } from '#contract/administration.ts';
import type { Dashboard } from '#contract/dashboard.ts';
import { systemAuthor } from '#server/db/database.ts';
import { rescoreTonight } from '#server/exams/nightly-rescoring.ts';
import { preparePapers } from '#server/exams/official-papers.ts';
import { repeat } from '#server/jobs/repeat.ts';
import { selectDatabaseFigures } from '#server/metrics/database-figures.ts';
import { aCandidate, aCustomExam } from '#server/testing/exams.ts';
import { useTestServer } from '#server/testing/server.ts';
import { aRunningExam } from '#server/testing/sittings.ts';
import { useTestMailServer } from '#server/testing/smtp.ts';
import { useSignedInAs } from '#server/testing/use-signed-in.ts';

const mail = useTestMailServer({ password: 'hush hush' });
const server = useTestServer();
const admin = useSignedInAs(server, 'admin');
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
    expect(await board()).toMatchObject({ areJobsStill: false, troubles: [...disk, 'noBackup'] });
    await server.database.sql`
      insert into backups (taken_at, rows, bytes) values (now() - interval '25 hours', 1, 1)`;
    expect((await board())?.troubles).toEqual(disk);
    await server.database.sql`update backups set taken_at = now() - interval '27 hours'`;
    expect((await health()).backup.state).toBe('warning');
    await server.set({ ldapForStudents: true, smtpHost: '127.0.0.1', smtpPort: 1 });
    expect((await board())?.troubles).toEqual(['mail', 'directory', ...disk, 'backup']);
    await server.set({ ldapForStudents: false, smtpHost: '' });
    await server.database.sql`delete from backups`;
    expect((await board())?.troubles).toEqual([...disk, 'noBackup']);
  });

  it('[ADMIN-1] [HOME-1] reports a repeated job that has stopped, like the queue', async () => {
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
