import { beforeAll, describe, expect, it, test } from 'vitest';
import { entities } from '#contract/entities/registry.ts';
import { signedInAs } from '#server/testing/accounts.ts';
import { drafts } from '#server/testing/drafts.ts';
import { type Caller, useTestServer } from '#server/testing/server.ts';

const server = useTestServer();
let admin: Caller;
beforeAll(async () => {
  admin = await signedInAs(server, 'admin');
});

const kinds = {
  date: 'validation.date',
  'datetime-local': 'validation.date',
  time: 'validation.time',
} as const;
const fields = entities.flatMap((entity) =>
  Object.entries(entity.fields).flatMap(([name, field]) =>
    field.type in kinds ? [[entity.path, name, kinds[field.type as keyof typeof kinds]] as const] : [],
  ),
);

const offsets = [
  '+14:01',
  '+15:59',
  '+16:00',
  '+23:59',
  '-23:59',
  '+24:00',
  '+99:99',
  '+2',
  '+02:00:00',
  'Q',
];
const hostile: readonly unknown[] = [
  ...offsets.map((offset) => `2026-01-05T10:00:00${offset}`),
  '0000-01-01T00:00:00Z',
  '0000-00-00',
  '-000001-01-01T00:00:00Z',
  '275760-09-13',
  '+275760-09-13T00:00:00.001Z',
  '294277-01-01T00:00:00Z',
  '2026-12-31T23:59:60Z',
  '2026-12-31T24:00:01',
  '2026-02-30T10:00:00Z',
  '2026-13-01T10:00:00Z',
  '31/02/2026',
  '99:99',
  '24:00',
  'infinity',
  'now',
  'epoch',
  'allballs',
  '2026-01-05T10:00:00 Europe/Nowhere',
  `2026-01-05T10:00:00.${'0'.repeat(500)}Z`,
  20_260_105,
  true,
  {},
  ['2026-01-05'],
];

describe('a date or a time that does not exist', () => {
  it('is tested in every date and time field', () => {
    expect(fields.length).toBeGreaterThan(8);
  });

  test.each(fields)('[SAFE-17] in %s.%s is refused with its own message', async (path, field, code) => {
    const draft = await drafts[path]?.(server);
    const outcomes: unknown[] = [];
    for (const value of hostile) {
      const response = await admin.post(path, { ...draft, [field]: value });
      const { errors = [] } = response.json<{ errors?: { path: string; error: string }[] }>();
      const found = errors.find((one) => one.path === field);
      if (response.statusCode !== 400 || found?.error !== code)
        outcomes.push([value, response.statusCode, errors]);
    }
    expect(outcomes).toEqual([]);
  });
});

test.each(['2026-02-30', '2026-13-01', '2026-00-10', '0000-00-00'])(
  '[SAFE-17] a filter by %s, which is not a day, is refused',
  async (day) => {
    for (const path of ['administration/log?', 'administration/log/export?format=csv&lang=en&'])
      for (const end of ['from', 'to']) {
        const refused = await admin.get(`${path}${end}=${day}`);
        expect(refused.statusCode).toBe(400);
        expect(refused.body).toContain('validation.date');
      }
  },
);
