import { expect, it } from 'vitest';
import { aStudent } from '#server/testing/accounts.ts';
import { aCustomExam, aSession } from '#server/testing/exams.ts';
import { tablesHolding } from '#server/testing/planted-values.ts';
import { useTestServer } from '#server/testing/server.ts';
import { aRunningExam } from '#server/testing/sittings.ts';
import { findingsOf, sealAll } from '#server/testing/tampering.ts';
import { useSignedInAs } from '#server/testing/use-signed-in.ts';
import type { PersonData } from './person-data.ts';

const server = useTestServer();
const admin = useSignedInAs(server, 'admin');
const exported = async (userId: number) =>
  (await admin.get(`users/${userId}/export?format=json`)).json<PersonData>().data;
async function erase(userId: number, email: string) {
  await server.set({ identityRetentionDays: 0 });
  const erased = await admin.post(`users/${userId}/erasure`, { email });
  expect(erased.statusCode, erased.body).toBe(204);
}
const setDeans = async (deanEmails: string) => {
  const set = await admin.put('settings', { deanEmails });
  expect(set.statusCode, set.body).toBe(200);
};
const findings = async () => {
  await sealAll(server);
  return findingsOf(server);
};

it('[SAFE-14] the log has no address of the dean’s office in plain text, and none after the erasure', async () => {
  const { sql } = server.database;
  const dean = await aStudent(server, { email: 'decan.plantat@exam.test' });
  const other = await aStudent(server, { email: 'alt.decan@exam.test' });
  const stranger = 'fara.cont@exam.test';
  await setDeans(`${dean.email.toUpperCase()}, ${other.email}\n${stranger}`);

  const data = await exported(dean.userId);
  expect(data.staffRoles).toEqual([
    { role: 'dean', email: dean.email, subject: null, section: null, year: null },
  ]);
  expect(data.entriesAbout).toContainEqual(
    expect.objectContaining({ entity: 'settings', after: { key: 'deanEmails', value: dean.email } }),
  );
  expect(JSON.stringify(data)).not.toContain(other.email);
  const log = (await admin.get('administration/log?entity=settings&entityId=deanEmails')).body;
  expect(log).toContain(dean.email);
  expect(log).not.toContain(stranger);
  const logged = async () => {
    const rows = await sql<{ text: string }[]>`
      select concat(before, after) as text from audit_log where entity = 'settings' and entity_id = 'deanEmails'`;
    return rows.map(({ text }) => text.toLowerCase()).join('\n');
  };
  expect(await logged()).not.toMatch(/exam\.test/);
  expect(await findings()).toEqual([]);

  // An account made later and a later change go on from the entry that hides the address.
  await aStudent(server, { email: stranger });
  expect(await findings()).toEqual([]);
  await setDeans(`${other.email}\n${stranger}`);
  expect(await logged()).not.toMatch(/exam\.test/);
  expect(await findings()).toEqual([]);

  await erase(dean.userId, dean.email);
  expect(await tablesHolding(sql, [dean.email])).toEqual([]);
  expect((await admin.get('administration/log?entity=settings&entityId=deanEmails')).body).not.toContain(
    dean.email,
  );
  expect(await findings()).toEqual([]);
});

it('[SAFE-20] the log shows an exchange of two addresses of the dean’s office without accounts, and neither of them', async () => {
  const [one, other] = ['schimb.1@exam.test', 'schimb.2@exam.test'];
  await setDeans(`${one}\n${other}`);
  await setDeans(`${other}\n${one}`);
  const log = await admin.get('administration/log?entity=settings&entityId=deanEmails');
  expect(log.body).not.toContain('schimb');
  type Change = { readonly field: string; readonly before: string; readonly after: string };
  const [change] = log.json<{ changes: Change[] }[]>()[0]?.changes ?? [];
  expect(change?.field).toBe('value');
  const before = change?.before.split('\n') ?? [];
  expect(before).toEqual([expect.stringMatching(/^\*{3}[0-9a-f]{8}$/), expect.stringMatching(/^\*{3}/)]);
  expect(change?.after.split('\n')).toEqual(before.toReversed());
  expect(new Set(before).size).toBe(2);
});

it('[SAFE-20] a dean added behind the product’s back shows, also in place of an address without an account', async () => {
  const { sql } = server.database;
  await setDeans('fara.cont.2@exam.test');
  expect(await findings()).toEqual([]);
  const tamper = async (value: string) => {
    await sql`alter table settings disable trigger audited`;
    await sql`update settings set value = to_jsonb(${value}::text) where key = 'deanEmails'`;
    await sql`alter table settings enable trigger audited`;
  };
  const changed = [expect.objectContaining({ kind: 'rowChanged', table: 'settings', row: 'deanEmails' })];
  for (const list of ['intrus@exam.test', 'fara.cont.2@exam.test intrus@exam.test', '']) {
    await tamper(list);
    expect(await findings()).toEqual(changed);
  }
  await tamper('fara.cont.2@exam.test');
  expect(await findings()).toEqual([]);
});

it('[SAFE-14] the log does not tell the need of an accessible seat: not its value, nor at the erasure that there was one', async () => {
  const { sql } = server.database;
  const custom = await aCustomExam(server, { questions: 2 });
  const sessionId = await aSession(server);
  const people = [
    await aRunningExam(server, custom, { sessionId }),
    await aRunningExam(server, custom, { sessionId }),
  ];
  const [needing] = people;
  await sql`update appointments set needs_accessible = true where id = ${needing?.appointment.id ?? 0}`;
  for (const { appointment, finish } of people) {
    await finish();
    await sql`update appointments set starts_at = now() - interval '3 hours', ends_at = now() - interval '1 hour' where id = ${appointment.id}`;
  }
  await sql`update exam_sessions set contest_resolve_end_date = now() - interval '1 day', contest_end_date = now() - interval '2 days',
                   contest_start_date = now() - interval '3 days' where id = ${sessionId}`;
  const needsOf = async (id: number) => {
    const entries = await sql<{ values: unknown[] }[]>`
      select jsonb_build_array(before -> 'needs_accessible', after -> 'needs_accessible') as values from audit_log
       where entity = 'appointments' and entity_id = ${String(id)} order by id`;
    return entries.flatMap(({ values }) => values);
  };
  const about = (await exported(needing?.student.userId ?? 0)).entriesAbout;
  expect(about).toContainEqual(
    expect.objectContaining({
      before: expect.objectContaining({ needs_accessible: false }),
      after: expect.objectContaining({ needs_accessible: true }),
    }),
  );
  const erasing: unknown[][] = [];
  for (const { appointment, student } of people) {
    const before = await needsOf(appointment.id);
    expect(before.filter((value) => typeof value === 'boolean')).toEqual([]);
    // The same need in two images has two ciphertexts.
    const ciphertexts = before.filter((value) => value !== null).map((value) => JSON.stringify(value));
    expect(new Set(ciphertexts).size).toBeGreaterThan(ciphertexts.length / 2);
    await erase(student.userId, student.email);
    erasing.push((await needsOf(appointment.id)).slice(before.length));
  }
  expect(erasing[0]?.map((value) => value === null)).toEqual(erasing[1]?.map((value) => value === null));
  expect(erasing[0]).toEqual([expect.objectContaining({ encrypted: expect.any(String) }), null]);
  expect(await findings()).toEqual([]);
  const list = await admin.get(`appointments?examSessionId=${sessionId}`);
  expect(list.statusCode, list.body).toBe(200);
});
