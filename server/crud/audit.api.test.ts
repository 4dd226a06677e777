import { describe, expect, it, test } from 'vitest';
import { entities } from '#contract/entities/registry.ts';
import type { Entity } from '#contract/entity.ts';
import type { Item } from '#contract/item.ts';
import { unauditedTables } from '#server/audit/unaudited-tables.ts';
import { linkedFields } from '#server/crud/columns.ts';
import { type Draft, drafts } from '#server/testing/drafts.ts';
import { useTestServer } from '#server/testing/server.ts';
import { useSignedInAs } from '#server/testing/use-signed-in.ts';

type Entry = {
  id: number;
  actorId: number | null;
  requestId: string | null;
  action: string;
  entity: string;
  entityId: string | null;
  before: Draft | null;
  after: Draft | null;
};

const server = useTestServer();
const admin = useSignedInAs(server, 'admin');
let read = 0;

/** New audit entries since the last read. */
async function newEntries(): Promise<Entry[]> {
  const entries = await server.database.sql<Entry[]>`
    select id, actor_id as "actorId", request_id as "requestId", action, entity, entity_id as "entityId", before, after
      from audit_log where id > ${read} order by id`;
  read = entries.at(-1)?.id ?? read;
  return entries;
}
const short = (entries: readonly Entry[]) => entries.map(({ action, entity }) => `${action} ${entity}`);
const makeDraft = async (path: string): Promise<Draft> => {
  const draft = await drafts[path]?.(server);
  await newEntries();
  return draft ?? {};
};

/** People are identified by address: adding one creates the account first. */
const withAccount = ['students', 'secretars'];
/** A teacher is a marked account: deleting one clears the mark, which updates the account. */
const onlyUnmarked = ['teachers'];

describe('[SAFE-13] every write is audited with author, before and after', () => {
  test.each((entities as readonly Entity[]).map((entity) => [entity.path, entity] as const))(
    '[SAFE-13] %s',
    async (path, entity) => {
      const links = linkedFields(entity).map(([name, , link]) => ({ name, table: link.table }));
      const accounts = withAccount.includes(path) ? ['insert users'] : [];
      const draft = await makeDraft(path);
      const { id } = (await admin.post(path, draft)).json<Item>();
      const added = await newEntries();
      expect(short(added)).toEqual([
        ...accounts,
        `insert ${entity.table}`,
        ...links.flatMap(({ name, table }) => (draft[name] as unknown[]).map(() => `insert ${table}`)),
      ]);
      const main = added[accounts.length];
      expect(main).toMatchObject({ entityId: String(id), before: null, after: { id } });
      expect(Object.keys(main?.after ?? {})).not.toContain('search');

      const changed: Draft = {
        ...(await makeDraft(path)),
        ...('email' in draft ? { email: draft.email } : {}),
      };
      const replaced = await admin.put(`${path}/${id}`, changed);
      expect(replaced.statusCode).toBe(200);
      const updates = (await newEntries()).filter(
        (entry) => !links.some(({ table }) => table === entry.entity),
      );
      const same = JSON.stringify(draft) === JSON.stringify(changed);
      const oneChange = {
        action: 'update',
        entity: entity.table,
        entityId: String(id),
        actorId: admin.userId,
        before: main?.after as Draft,
        after: expect.not.objectContaining(main?.after as Draft),
      };
      expect(updates).toEqual(same ? [] : [expect.objectContaining(oneChange)]);

      await admin.put(`${path}/${id}`, changed);
      expect(await newEntries()).toEqual([]);

      await admin.delete(`${path}/${id}`);
      const removed = await newEntries();
      expect(removed.find((entry) => entry.entity === entity.table)).toMatchObject({
        ...(onlyUnmarked.includes(path)
          ? { action: 'update', before: { is_teacher: true }, after: { is_teacher: false } }
          : { action: 'delete', before: { id }, after: null }),
        entityId: String(id),
      });
      expect(removed).toHaveLength(
        1 + links.reduce((sum, { name }) => sum + (changed[name] as unknown[]).length, 0),
      );

      const all = [...added, ...removed];
      expect(new Set(all.map((entry) => entry.actorId))).toEqual(new Set([admin.userId]));
      expect(new Set(added.map((entry) => entry.requestId)).size).toBe(1);
      expect(all.every((entry) => entry.requestId !== null)).toBe(true);
    },
  );

  it('[SAFE-13] changing linked rows logs only the differences', async () => {
    const draft = await makeDraft('sessions');
    const [first, dropped] = draft.examSessionModules as number[];
    const { id } = (await admin.post('sessions', draft)).json<Item>();
    const another = (await admin.post('modules', { index: 1, name: 'Încă unul' })).json<Item>();
    await newEntries();
    await admin.put(`sessions/${id}`, { ...draft, examSessionModules: [first, another.id] });
    const entries = await newEntries();
    expect(short(entries)).toEqual(['delete exam_session_modules', 'insert exam_session_modules']);
    expect(entries[0]?.before).toEqual({ exam_session_id: id, study_module_id: dropped });
    expect(entries[1]?.after).toEqual({ exam_session_id: id, study_module_id: another.id });
  });

  it('[SAFE-13] a refused write adds no entry', async () => {
    const draft = await makeDraft('sessions');
    await admin.post('sessions', draft);
    await newEntries();
    expect((await admin.post('sessions', draft)).statusCode).toBe(409);
    expect((await admin.delete('sessions/99999')).statusCode).toBe(404);
    expect(await newEntries()).toEqual([]);
  });
});

describe('[SAFE-13] no table escapes the log', () => {
  it('[SAFE-13] every table with university data is audited on every change', async () => {
    const tables = await server.database.sql<{ name: string; audited: boolean }[]>`
      select relname as name, exists (
        select from pg_trigger where tgrelid = c.oid and tgname = 'audited' and tgenabled = 'O'
           and tgtype & 1 = 1 and tgtype & 4 = 4 and tgtype & 8 = 8 and tgtype & 16 = 16) as audited
        from pg_class c join pg_namespace n on n.oid = relnamespace
       where nspname = 'public' and relkind in ('r', 'p') order by 1`;
    expect(tables.filter((table) => !table.audited).map((table) => table.name)).toEqual(unauditedTables);
    expect(tables.length).toBeGreaterThan(unauditedTables.length + 10);
  });
});
