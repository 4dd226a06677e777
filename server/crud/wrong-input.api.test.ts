import { beforeEach, describe, expect, it, test } from 'vitest';
import { entities } from '#contract/entities/registry.ts';
import type { Entity } from '#contract/entity.ts';
import type { ErrorBody } from '#contract/error-body.ts';
import type { Field } from '#contract/field.ts';
import { en } from '#i18n/en/en.ts';
import { fr } from '#i18n/fr/fr.ts';
import { ro } from '#i18n/ro/ro.ts';
import { type Draft, drafts } from '#server/testing/drafts.ts';
import { useTestServer } from '#server/testing/server.ts';
import { useSignedInAs } from '#server/testing/use-signed-in.ts';

const server = useTestServer();
const admin = useSignedInAs(server, 'admin');
let draft: Draft;
let id: number;

const absent = 99_999_999;
const notText = [12, true, {}, ['a']];

/** Values each type of field must refuse. */
const wrongValues: Record<Field['type'], (field: never) => unknown[]> = {
  text: (field: Extract<Field, { type: 'text' }>) => [...notText, 'x'.repeat(field.maxLength + 1)],
  email: () => [
    ...notText,
    'no-at.example',
    'no@dot',
    'two words@exam.test',
    'an\u200ba@exam.test',
    '\uff41na@exam.test',
    `${'x'.repeat(254)}@exam.test`,
  ],
  number: (field: Extract<Field, { type: 'number' }>) => [
    'abc',
    true,
    {},
    [1],
    field.min + 0.5,
    field.min - 1,
    field.max + 1,
    ...(field.nonZero ? [0] : []),
  ],
  date: () => [5, {}, 'mâine', '31/02/2026', '2026-13-01', '0000-01-01', '99999-01-01'],
  'datetime-local': () => [5, {}, 'mâine', '2026-02-30T10:00', '0000-01-01T00:00:00Z', '2026-01-01T25:00'],
  time: () => [8, {}, '24:00', '8', '10:60'],
  boolean: () => ['yes', 1, {}, []],
  'three-state': () => ['yes', 1, {}, []],
  choice: () => ['NOPE', 3, {}, ['Romana']],
  select: (field: Extract<Field, { type: 'select' }>) =>
    field.multiple
      ? ['a', 7, {}, [0], ['a'], [-1], [1.5], [2 ** 31], [absent]]
      : ['a', 0, -1, 1.5, {}, [1], true, 2 ** 31, 99_999_999_999, absent],
  table: () => [],
};

/** Empty values, accepted only by optional fields. */
const nothing = ['', '   ', null, undefined];

const stored = (entity: Entity) =>
  Object.entries(entity.fields).filter(([, field]) => field.type !== 'table');
const each = (entities as readonly Entity[]).map((entity) => [entity.path, entity] as const);

const state = async () => {
  const [row] = await server.database.sql`
    select (select count(*) from audit_log) as changes, (select count(*) from users) as accounts`;
  return row;
};

/** Posts and puts a body and expects both to be refused with the field's path. */
async function refused(entity: Entity, body: unknown, path: string): Promise<void> {
  for (const response of [
    await admin.post(entity.path, body),
    await admin.put(`${entity.path}/${id}`, body),
  ]) {
    const shown = `${entity.path}.${path} = ${JSON.stringify((body as Draft)[path])}`;
    expect([shown, response.statusCode]).toEqual([shown, 400]);
    const { error, errors = [] } = response.json<ErrorBody>();
    expect(error).toBe('validation.failed');
    const problems = errors.filter((problem) => problem.path === path || problem.path.startsWith(`${path}.`));
    expect([shown, problems.length]).not.toEqual([shown, 0]);
    for (const problem of errors) {
      for (const language of [ro.errors, en.errors, fr.errors] as ReadonlyArray<Record<string, string>>) {
        expect(language[problem.error]).toEqual(expect.any(String));
      }
    }
  }
}

describe.each(each)('[API-4] wrong input for %s', (path, entity) => {
  beforeEach(async () => {
    const make = drafts[path];
    if (!make) throw new Error(`no draft is known for ${path}`);
    draft = await make(server);
    id = (await admin.post(path, draft)).json<{ id: number }>().id;
    draft = await make(server);
  });

  test.each(stored(entity))(
    '[API-4] of %s is refused with its path and writes nothing',
    async (name, field) => {
      const before = await state();
      const wrong = [
        ...wrongValues[field.type](field as never),
        ...(field.required ? nothing : []),
        ...(field.type === 'text' || field.type === 'email' ? ['a\0b@c.d', '\ud800'] : []),
      ];
      expect(wrong.length).toBeGreaterThan(0);
      for (const value of wrong) await refused(entity, { ...draft, [name]: value }, name);
      expect(await state()).toEqual(before);
    },
  );

  it('[API-4] an unknown field is refused by its name', async () => {
    const before = await state();
    for (const name of ['surprise', 'search', 'password_hash', 'ID'])
      await refused(entity, { ...draft, [name]: 1 }, name);
    expect(await state()).toEqual(before);
  });

  it('[API-4] a body that is not an object is refused', async () => {
    const before = await state();
    const json = { 'content-type': 'application/json' };
    for (const body of ['[]', '"text"', '5', 'null', '{', '', '{"__proto__":{"a":1}}', '['.repeat(2000)]) {
      expect((await admin.post(path, body, json)).statusCode).toBe(400);
      expect((await admin.put(`${path}/${id}`, body, json)).statusCode).toBe(400);
    }
    expect(await state()).toEqual(before);
  });

  it('[API-4] fields the server returns but does not store are accepted and ignored', async () => {
    const returned = Object.fromEntries(
      [...Object.keys(entity.computed), 'id', ...Object.keys(entity.fields)]
        .filter((name) => entity.fields[name] === undefined || entity.fields[name]?.type === 'table')
        .map((name) => [name, 'ignored']),
    );
    const response = await admin.post(path, { ...draft, ...returned });
    expect(response.statusCode).toBe(201);
    expect(Object.values(response.json<Draft>())).not.toContain('ignored');
  });
});
