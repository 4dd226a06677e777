import { afterEach, describe, expect, it, test } from 'vitest';
import type { Item } from '#contract/item.ts';
import { type Draft, drafts } from '#server/testing/drafts.ts';
import { useTestServer } from '#server/testing/server.ts';
import { useSignedInAs } from '#server/testing/use-signed-in.ts';

const server = useTestServer();
const admin = useSignedInAs(server, 'admin');

afterEach(() => server.database.sql`delete from exam_sessions`);

const aSession = async (changed: Draft = {}): Promise<Draft> => ({
  ...(await drafts.sessions?.(server)),
  ...changed,
});
const june = { startDate: '2026-06-01', endDate: '2026-06-20' };

describe('[STRUCT-4] the dates of a session', () => {
  test.each([
    ['endDate', { startDate: '2026-06-02', endDate: '2026-06-01' }],
    ['contestEndDate', { contestStartDate: '2026-06-02T10:00', contestEndDate: '2026-06-02T09:59' }],
    [
      'contestResolveEndDate',
      {
        contestStartDate: '2026-06-02T10:00',
        contestEndDate: '2026-06-03T10:00',
        contestResolveEndDate: '2026-06-03T09:00',
      },
    ],
    // 10:00 in Bucharest is 07:00 UTC in summer.
    ['examScheduleEnd', { examScheduleStart: '2026-06-02T10:00', examScheduleEnd: '2026-06-02T06:59:00Z' }],
  ])('[STRUCT-4] refuse %s before its start', async (path, changed) => {
    const response = await admin.post('sessions', await aSession(changed));
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({
      error: 'validation.failed',
      errors: [{ path, error: 'validation.endBeforeStart', params: {} }],
    });
  });

  it('[STRUCT-4] accept an end equal to the start', async () => {
    const moment = '2026-06-02T10:00:00.000Z';
    const response = await admin.post(
      'sessions',
      await aSession({
        startDate: '2026-06-02',
        endDate: '2026-06-02',
        contestStartDate: moment,
        contestEndDate: moment,
        contestResolveEndDate: moment,
        examScheduleStart: moment,
        examScheduleEnd: '2026-06-02T13:00',
      }),
    );
    expect(response.statusCode).toBe(201);
    // Without an offset it is local time in Bucharest.
    expect(response.json<Item>().examScheduleEnd).toBe(moment);
  });

  it('[STRUCT-4] come with defaults for mode, simulation and pre-generation', async () => {
    const draft = await aSession();
    delete draft.gradE_CALC_MODE;
    delete draft.simulation;
    delete draft.pregenerateExamSession;
    expect((await admin.post('sessions', draft)).json()).toMatchObject({
      gradE_CALC_MODE: 'FULL_MATCH',
      simulation: false,
      pregenerateExamSession: false,
    });
  });

  it('[STRUCT-4] need at least one module', async () => {
    const response = await admin.post('sessions', await aSession({ examSessionModules: [] }));
    expect(response.json()).toMatchObject({
      errors: [{ path: 'examSessionModules', error: 'validation.selectOne' }],
    });
  });

  it('[STRUCT-4] keep, change and name the chosen modules', async () => {
    const draft = await aSession();
    const [first, second] = draft.examSessionModules as number[];
    const { id } = (await admin.post('sessions', draft)).json<Item>();
    const third = (await admin.post('modules', { index: 9, name: 'Al treilea' })).json<Item>();
    const changed = await admin.put(`sessions/${id}`, {
      ...draft,
      examSessionModules: [third.id, second, second],
    });
    expect(changed.json<Item>().examSessionModules).toEqual([second, third.id]);
    expect(changed.json<Item>().moduleNames).toEqual(expect.arrayContaining(['Al treilea']));
    expect((await admin.delete(`modules/${third.id}`)).json()).toEqual({
      error: 'resource.inUse',
      params: { by: 'session', count: 1 },
    });
    expect((await admin.delete(`modules/${first}`)).statusCode).toBe(204);
  });
});

describe('[STRUCT-4] overlapping sessions', () => {
  it('[MSG-8] are refused, naming the other one', async () => {
    await admin.post('sessions', await aSession({ ...june, description: 'Vara' }));
    for (const days of [
      { startDate: '2026-06-20', endDate: '2026-06-30' },
      { startDate: '2026-05-01', endDate: '2026-06-01' },
      { startDate: '2026-06-05', endDate: '2026-06-06' },
      { startDate: '2026-01-01', endDate: '2026-12-31' },
    ]) {
      const response = await admin.post('sessions', await aSession(days));
      expect([response.statusCode, response.json()]).toEqual([
        409,
        { error: 'session.overlap', params: { description: 'Vara' } },
      ]);
    }
  });

  it('[STRUCT-4] do not include consecutive ones, nor a session saved again', async () => {
    const draft = await aSession(june);
    const { id } = (await admin.post('sessions', draft)).json<Item>();
    expect((await admin.put(`sessions/${id}`, { ...draft, endDate: '2026-06-21' })).statusCode).toBe(200);
    const next = await admin.post(
      'sessions',
      await aSession({ startDate: '2026-06-22', endDate: '2026-07-01' }),
    );
    expect(next.statusCode).toBe(201);
    const moved = await admin.put(`sessions/${next.json<Item>().id}`, await aSession(june));
    expect(moved.json()).toMatchObject({ error: 'session.overlap' });
  });

  it('[STRUCT-4] are accepted when the settings allow it', async () => {
    await server.set({ allowOverlappingSession: true });
    await admin.post('sessions', await aSession(june));
    expect((await admin.post('sessions', await aSession(june))).statusCode).toBe(201);
    await server.set({ allowOverlappingSession: false });
    expect((await admin.post('sessions', await aSession(june))).statusCode).toBe(409);
  });
});

it('[MSG-8] refuses a missing session with its own code', async () => {
  for (const response of [
    await admin.get('sessions/999999'),
    await admin.put('sessions/999999', await aSession()),
    await admin.delete('sessions/999999'),
  ]) {
    expect([response.statusCode, response.json()]).toEqual([404, { error: 'session.notFound', params: {} }]);
  }
});
