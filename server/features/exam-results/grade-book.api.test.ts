import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import type { ExamTotals } from '#contract/students-exams.ts';
import { administrator, aSeries } from '#server/testing/accounts.ts';
import { aCandidate, aCustomExam, aSession } from '#server/testing/exams.ts';
import { errorOf } from '#server/testing/refusals.ts';
import { useTestServer } from '#server/testing/server.ts';
import { aRunningExam, correctAt } from '#server/testing/sittings.ts';
import { useSignedInAs } from '#server/testing/use-signed-in.ts';
import { allStudentsExams } from './students-exams-list.ts';

const server = useTestServer();
const admin = useSignedInAs(server, 'admin');

/** One perfect exam, one empty exam and one absent student, all of one session. */
async function aCohort() {
  const exam = await aCustomExam(server, { questions: 2 });
  const sessionId = await aSession(server);
  const best = await aRunningExam(server, exam, { sessionId });
  for (const index of [1, 2]) await best.save(index, await correctAt(best, index), { seq: index });
  await best.finish();
  const empty = await aRunningExam(server, exam, { sessionId });
  await empty.finish();
  const absent = await aCandidate(server, exam, { sessionId, from: -200, to: -10 });
  const path = `gradeBook/export?examCustomId=${exam.id}&sessionId=${sessionId}`;
  const book = async (query = '') =>
    (await admin.get(`${path}&format=csv&lang=en${query}`)).body.slice(1).trimEnd().split('\r\n');
  return { exam, sessionId, best, empty, absent, path, book };
}

it('[RESU-8] the grade book has absent students and the checksum of its lines, and every export is audited', async () => {
  const { exam, path, book } = await aCohort();
  const csv = await book();
  expect(csv).toHaveLength(5);
  expect(csv[0]).toBe(
    'Registration number,Last name,First name,Series,Discipline,Score,Maximum,Grade,Date,State',
  );
  expect(csv.filter((line) => line.endsWith('absent'))).toHaveLength(1);
  // From the file alone: its lines between the head and the checksum.
  const rows = csv.slice(1, -1).map((line) => `${line}\r\n`);
  const sum = createHash('sha256').update(rows.join('')).digest('hex');
  expect(csv.at(-1)).toBe(`Checksum (SHA-256),${sum}`);
  const xlsx = await admin.get(`${path}&format=xlsx&lang=en`);
  expect(xlsx.headers['content-type']).toContain('spreadsheetml.sheet');
  const entries = await server.database.sql<{ actor: number; after: Record<string, unknown> }[]>`
    select actor_id as actor, after from audit_log where action = 'gradeBookExported' and entity_id = ${String(exam.id)} order by id`;
  expect(entries.map(({ actor, after }) => [actor, after.format, after.rows, after.sha256])).toEqual([
    [admin.userId, 'csv', 3, sum],
    [admin.userId, 'xlsx', 3, sum],
  ]);
});

it('[RESU-8] the grade book has only the chosen series and no annulled sitting', async () => {
  const { exam, best, empty, book } = await aCohort();
  const other = await aSeries(server, exam.studyPlace);
  await server.database.sql`
    update students set series_id = ${other.seriesId} where id = ${empty.student.studentId ?? 0}`;
  expect(await book(`&seriesId=${exam.studyPlace.seriesId}`)).toHaveLength(4);
  expect(await book(`&seriesId=${other.seriesId}`)).toHaveLength(3);
  await admin.post(`sittings/${best.exam.groupId}/annul`, { reason: 'Probă' });
  const [, ...lines] = await book();
  expect(lines).toHaveLength(3);
  expect(lines.join()).not.toContain('annulled');
});

it('[UX-14] [RESU-8] a name that looks like a formula is text in the grade book and in the exported list', async () => {
  const { exam, best, book } = await aCohort();
  await server.database.sql`
    update students set last_name = '=HYPERLINK(1)' where id = ${best.student.studentId ?? 0}`;
  const list = await admin.get(
    `studentsExams/export?examCustomId=${exam.id}&format=csv&lang=en&columns=lastName`,
  );
  for (const lines of [await book(), list.body.trimEnd().split('\r\n')]) {
    const [named] = lines.filter((line) => line.includes('HYPERLINK'));
    expect(named).toMatch(/(^|,)'=HYPERLINK\(1\)(,|$)/);
  }
});

it('[RESU-8] an export neither repeats nor leaves out an exam when others appear meanwhile', async () => {
  const { exam, sessionId } = await aCohort();
  const query = { examCustomId: exam.id, sort: 'date', desc: true } as const;
  const found: number[] = [];
  for await (const rows of allStudentsExams(server.database.sql, administrator, query, 1)) {
    found.push(...rows.map(({ id }) => id));
    // The newest comes first.
    await (await aRunningExam(server, exam, { sessionId })).finish();
  }
  expect([found.length, new Set(found).size]).toEqual([3, 3]);
});

it('[RESU-3] annulled exams are neither passed nor in the mean, and extra time delays absence', async () => {
  const { exam, best, absent } = await aCohort();
  const totals = async () =>
    (await admin.get(`studentsExams/totals?examCustomId=${exam.id}`)).json<ExamTotals>();
  expect(await totals()).toMatchObject({ sat: 2, absent: 1, passed: 1, mean: 5.5 });
  await admin.post(`sittings/${best.exam.groupId}/annul`, { reason: 'Probă' });
  expect(await totals()).toMatchObject({ sat: 1, annulled: 1, passed: 0, mean: 1 });
  await server.database.sql`update appointments set extra_minutes = 30 where id = ${absent.appointment.id}`;
  expect(await totals()).toMatchObject({ absent: 0 });
});

it('[EXAM-7] [RESU-1] time is no longer credited once a key of that day can be open', async () => {
  const exam = await aRunningExam(server, await aCustomExam(server, { questions: 2 }));
  await server.database.sql`
    update appointments set starts_at = now() - interval '3 hours', ends_at = now() - interval '2 hours'
     where id = ${exam.appointment.id}`;
  await exam.endIn(600);
  const credit = await admin.post(`sittings/${exam.exam.groupId}/creditTime`, { reason: 'Pană', minutes: 5 });
  expect(errorOf(credit)).toEqual([409, 'exam.keyOpen']);
});
