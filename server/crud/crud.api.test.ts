import { describe, expect, test } from 'vitest';
import { entities } from '#contract/entities/registry.ts';
import type { Entity } from '#contract/entity.ts';
import type { Item } from '#contract/item.ts';
import { drafts } from '#server/testing/drafts.ts';
import { useTestServer } from '#server/testing/server.ts';
import { useSignedInAs } from '#server/testing/use-signed-in.ts';

const server = useTestServer();
const admin = useSignedInAs(server, 'admin');

const each = (entities as readonly Entity[]).map((entity) => [entity.path, entity] as const);

const draftFor = (path: string) => {
  const make = drafts[path];
  if (!make) throw new Error(`no draft is known for ${path}`);
  return make(server);
};

describe('[API-2] every entity can be listed, read, added, changed and deleted', () => {
  test.each(each)('[API-2] %s', async (path, entity) => {
    const draft = await draftFor(path);
    const added = await admin.post(path, draft);
    expect(added.json()).toMatchObject(draft);
    expect(added.statusCode).toBe(201);
    const { id } = added.json();

    const read = await admin.get(`${path}/${id}`);
    expect(read.json()).toEqual(added.json());

    const list = await admin.get(`${path}?take=500`);
    expect(list.json()).toContainEqual(added.json());
    expect(Number(list.headers['x-total-count'])).toBe(list.json().length);

    const changed = await draftFor(path);
    const replaced = await admin.put(`${path}/${id}`, changed);
    expect(replaced.statusCode).toBe(200);
    expect(replaced.json()).toMatchObject({ ...changed, id });
    expect((await admin.get(`${path}/${id}`)).json()).toEqual(replaced.json());

    // A response is accepted as a body, including fields the server added.
    const again = await admin.put(`${path}/${id}`, {
      ...replaced.json<Item>(),
      ...Object.fromEntries(
        Object.entries(entity.fields).flatMap(([name, field]) =>
          field.type === 'table' ? [[name, []]] : [],
        ),
      ),
    });
    expect(again.json()).toEqual(replaced.json());

    const removed = await admin.delete(`${path}/${id}`);
    expect([removed.statusCode, removed.body]).toEqual([204, '']);
    for (const gone of [
      await admin.get(`${path}/${id}`),
      await admin.put(`${path}/${id}`, changed),
      await admin.delete(`${path}/${id}`),
    ]) {
      expect(gone.statusCode).toBe(404);
      expect(gone.json().error).toBe(path === 'sessions' ? 'session.notFound' : 'resource.notFound');
    }
  });
});
