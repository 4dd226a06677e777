import { beforeAll, describe, expect, it } from 'vitest';
import type { LogEntry } from '#contract/administration.ts';
import type { Sql } from '#server/db/database.ts';
import { aDiscipline, aStudent, aTeacher, type Person } from '#server/testing/accounts.ts';
import { newAddress } from '#server/testing/corrections.ts';
import { editStudent } from '#server/testing/people-forms.ts';
import { useTestServer } from '#server/testing/server.ts';
import { findingsAfter, findingsOf, sealAll } from '#server/testing/tampering.ts';
import { useSignedInAs } from '#server/testing/use-signed-in.ts';

const server = useTestServer();
const admin = useSignedInAs(server, 'admin');
let student: Person & { studentId: number };

/** Whether any column of the log contains a text. */
async function logHolds(text: string, sql: Sql = server.database.sql): Promise<boolean> {
  const rows = await sql`select from audit_log a where a::text ilike ${`%${text}%`} limit 1`;
  return rows.length > 0;
}
const entriesOf = async (studentId: number) =>
  (await admin.get(`administration/log?entity=students&entityId=${studentId}`)).json<LogEntry[]>();
const forgetKey = (sql: Sql) =>
  sql`update users set audit_key = gen_random_bytes(32) where id = ${student.userId}`;

beforeAll(async () => {
  student = await aStudent(server, { lastName: 'Zugrăvescu' });
  expect((await editStudent(admin, student.studentId, { lastName: 'Zugrăvescu-Năstase' })).statusCode).toBe(
    200,
  );
  await sealAll(server);
});

describe('[SAFE-14] personal values in the audit log', () => {
  it('[SAFE-14] are stored encrypted and shown decrypted', async () => {
    for (const value of ['Zugr', 'Năstase', student.email]) expect(await logHolds(value)).toBe(false);
    expect((await entriesOf(student.studentId))[0]).toMatchObject({
      subject: 'Zugrăvescu-Năstase Ana',
      changes: [{ field: 'last_name', before: 'Zugrăvescu', after: 'Zugrăvescu-Năstase' }],
    });
    expect(await findingsOf(server)).toEqual([]);
  });

  it('[SAFE-14] [SAFE-20] still reveal a row changed outside the product', async () => {
    const rename = (sql: Sql) => sql`update students set last_name = 'Altul' where id = ${student.studentId}`;
    expect(await findingsAfter(server, rename)).toContainEqual(
      expect.objectContaining({ kind: 'rowChanged', table: 'students', row: String(student.studentId) }),
    );
    const forge = (sql: Sql) => sql`
      update audit_log set after = jsonb_set(after, '{last_name,encrypted}', '"00"')
       where entity = 'students' and entity_id = ${String(student.studentId)}`;
    expect(await findingsAfter(server, forge)).toContainEqual(
      expect.objectContaining({ kind: 'entryChanged', table: 'students' }),
    );
  });

  it('[SAFE-14] are erased when the key of the person is replaced, and the chain stays valid', async () => {
    const before = await server.database.sql`select count(*) as seals from audit_seal`;
    await forgetKey(server.database.sql);
    const [newest, made] = await entriesOf(student.studentId);
    expect(newest).toMatchObject({
      // Named by the row, which erasing a person pseudonymises.
      subject: 'Zugrăvescu-Năstase Ana',
      changes: [{ field: 'last_name', before: { erased: true }, after: { erased: true } }],
    });
    expect(made?.changes).toContainEqual({ field: 'email', before: null, after: { erased: true } });
    expect((await admin.get('administration/log/export?format=csv&lang=ro&entity=students')).body).toContain(
      'șters → șters',
    );
    await sealAll(server);
    expect(await server.database.sql`select count(*) as seals from audit_seal`).not.toEqual(before);
    // The row still has its values, so its next change uses the new key.
    expect((await editStudent(admin, student.studentId, { lastName: 'Ultimul' })).statusCode).toBe(200);
    expect(await findingsOf(server)).toEqual([]);
  });

  it('[SAFE-14] of teachers are encrypted in the key of an entry too', async () => {
    const teacher = await aTeacher(server);
    const discipline = await aDiscipline(server, { holders: [teacher] });
    const renamed = newAddress();
    await server.database.sql`update users set email = ${renamed} where id = ${teacher.userId}`;
    expect(await logHolds(teacher.email)).toBe(false);
    expect(await logHolds(renamed)).toBe(false);
    expect(await findingsOf(server)).toEqual([]);
    const unseat = (sql: Sql) => sql`delete from discipline_teachers where discipline_id = ${discipline.id}`;
    expect(await findingsAfter(server, unseat)).toContainEqual(
      expect.objectContaining({ kind: 'rowMissing', table: 'discipline_teachers' }),
    );
    expect(await findingsAfter(server, unseat, 'on')).toEqual([]);
  });
});
