import { describe, expect, it, test } from 'vitest';
import { entities } from '#contract/entities/registry.ts';
import type { Entity } from '#contract/entity.ts';
import type { Item } from '#contract/item.ts';
import { drafts } from '#server/testing/drafts.ts';
import { useTestServer } from '#server/testing/server.ts';
import { useSignedInAs } from '#server/testing/use-signed-in.ts';

const server = useTestServer();
const admin = useSignedInAs(server, 'admin');

const each = (entities as readonly Entity[]).map((entity) => [entity.path, entity] as const);

/** Texts that must be stored and shown unchanged. */
const odd = [
  `<script>alert(1)</script>`,
  `'; drop table students; --`,
  `" or 1=1 --`,
  `=cmd|' /C calc'!A0`,
  `*)(uid=*))(|(uid=*`,
  `../../etc/passwd`,
  `\${jndi:ldap://x}`,
  `{{7*7}}`,
  `\\`,
  `%_\\%`,
  `e\u0301\u202Eabc\u200B`,
  `👩🏽‍⚕️ŞşŢţ`,
  `\u0001\u001f\u007f`,
];
/** Texts PostgreSQL cannot store. */
const impossible = ['a\0b', '\0', '\ud800', 'x\udfff'];

describe('[SAFE-10] hostile text', () => {
  test.each(each)('[SAFE-10] in the fields of %s is stored unchanged or refused', async (path, entity) => {
    const texts = Object.entries(entity.fields).filter(([, field]) => field.type === 'text');
    let stored = 0;
    let draft = await drafts[path]?.(server);
    for (const [name] of texts) {
      for (const text of odd) {
        const response = await admin.post(path, { ...draft, [name]: text });
        expect([name, text, response.statusCode]).toEqual([name, text, expect.toBeOneOf([201, 400])]);
        const found = await admin.get(`${path}?take=500&search=${encodeURIComponent(text)}`);
        expect(found.statusCode).toBe(200);
        if (response.statusCode === 400) continue;
        const { id } = response.json<Item>();
        expect((await admin.get(`${path}/${id}`)).json<Item>()[name]).toBe(text.normalize('NFC'));
        await admin.delete(`${path}/${id}`);
        draft = await drafts[path]?.(server);
        stored += 1;
      }
    }
    expect(stored > 0).toBe(texts.length > 0);
  });

  test.each(each)('[SAFE-10] in queries of %s never breaks the server', async (path) => {
    for (const text of [...odd, 'x'.repeat(5000), '%', '%%%', '_'.repeat(200)]) {
      const sent = encodeURIComponent(text);
      for (const query of [
        `search=${sent}`,
        `sort=${sent}`,
        `skip=${sent}`,
        `take=${sent}`,
        `desc=${sent}`,
        `${sent}=1`,
      ]) {
        expect((await admin.get(`${path}?${query}`)).statusCode).toBeLessThan(500);
      }
      expect((await admin.get(`${path}/export?format=csv&columns=${sent}`)).statusCode).toBe(400);
    }
    const draft = await drafts[path]?.(server);
    for (const text of impossible) {
      const response = await admin.post(path, { ...draft, id: text });
      expect([response.statusCode, response.json().errors[0]]).toEqual([
        400,
        { path: 'id', error: 'validation.text', params: {} },
      ]);
    }
    expect((await admin.get(`${path}?search=%00`)).json()).toMatchObject({
      errors: [{ path: 'search', error: 'validation.text' }],
    });
    expect((await admin.get(`${path}?search=%ff`)).statusCode).toBeLessThan(500);
  });

  test.each(each)('[SAFE-10] as the id of %s is refused or not found', async (path) => {
    const ids = [
      '99999999999',
      '2147483648',
      '0',
      '-1',
      '1.5',
      'abc',
      '1e99',
      '%00',
      'null',
      '1;drop',
      '%2e%2e',
      '%ff',
      '9'.repeat(400),
    ];
    const draft = await drafts[path]?.(server);
    for (const id of ids) {
      for (const response of [
        await admin.get(`${path}/${id}`),
        await admin.put(`${path}/${id}`, draft),
        await admin.delete(`${path}/${id}`),
      ]) {
        expect([id, response.statusCode]).toEqual([id, expect.toBeOneOf([400, 404])]);
        expect(response.json().error).toEqual(expect.any(String));
      }
    }
  });

  it('[SAFE-10] nested too deeply is refused, also in ignored fields', async () => {
    const json = { 'content-type': 'application/json' };
    const draft = JSON.stringify(await drafts.colleges?.(server)).slice(0, -1);
    const statuses = async (depth: number) => {
      const deep = `${'['.repeat(depth)}${']'.repeat(depth)}`;
      const bodies = [`${draft},"sections":${deep}}`, `${draft},"name":${deep}}`];
      return Promise.all(bodies.map(async (body) => (await admin.post('colleges', body, json)).statusCode));
    };
    expect(await statuses(10)).toEqual([201, 400]);
    expect(await statuses(1000)).toEqual([400, 400]);
    expect(await statuses(100_000)).toEqual([413, 413]);
  });

  it('[SAFE-10] that is too large is refused before it is read', async () => {
    const response = await admin.post('colleges', { code: 'x', name: 'x'.repeat(2_000_000) });
    expect([response.statusCode, response.json()]).toEqual([413, { error: 'request.tooLarge', params: {} }]);
  });
});
