import { beforeAll, expect, it } from 'vitest';
import { aCustomExam, type CustomExam } from '#server/testing/exams.ts';
import { useTestServer } from '#server/testing/server.ts';
import { aRunningExam } from '#server/testing/sittings.ts';
import { findingsAfter, findingsOf, sealAll } from '#server/testing/tampering.ts';

const server = useTestServer();
let custom: CustomExam;
beforeAll(async () => {
  custom = await aCustomExam(server, { questions: 2 });
});

it('[SAFE-20] an entry that waits too long for its seal is named, a recent one is not', async () => {
  await sealAll(server);
  const findingsOfEntry = (minutes: number) =>
    findingsAfter(
      server,
      (sql) => sql`insert into audit_log (action, entity, at)
        values ('signOut', 'sign_ins', now() - make_interval(mins => ${minutes}))`,
      'on',
    );
  expect(await findingsOfEntry(4)).toEqual([]);
  expect(await findingsOfEntry(6)).toEqual([
    { kind: 'entryUnsealed', entry: expect.any(Number), table: 'sign_ins' },
  ]);
});

it('[SAFE-20] an exam whose events wait too long for their seals is named', async () => {
  const { exam, finish } = await aRunningExam(server, custom);
  await finish();
  expect(await findingsOf(server)).toEqual([]);
  const findings = await findingsAfter(
    server,
    (sql) =>
      sql`update exam_seal_pending set since = now() - interval '6 minutes' where exam_id = ${exam.id}`,
    'on',
  );
  expect(findings).toEqual([{ kind: 'eventsUnsealed', table: 'exams', row: String(exam.id), exam: exam.id }]);
});
