import { describe, expect, it, test } from 'vitest';
import type { Item } from '#contract/item.ts';
import {
  aCollege,
  anAssignment,
  aSecretary,
  aSeries,
  signedIn,
  signedInAs,
} from '#server/testing/accounts.ts';
import { type Draft, drafts } from '#server/testing/drafts.ts';
import { useTestServer } from '#server/testing/server.ts';
import { useSignedInAs } from '#server/testing/use-signed-in.ts';

const server = useTestServer();
const admin = useSignedInAs(server, 'admin');

const aDraft = async (changed: Draft = {}): Promise<Draft> => ({
  ...(await drafts.secretars?.(server)),
  ...changed,
});

describe('[STRUCT-6] an assignment', () => {
  it('[MSG-7] is refused when it repeats a college, section and year, ignoring the case of the address', async () => {
    const draft = await aDraft({ email: 'Ioana@exam.test' });
    await admin.post('secretars', draft);
    const again = await admin.post('secretars', { ...draft, email: 'ioana@EXAM.test', series: draft.series });
    expect([again.statusCode, again.json()]).toEqual([409, { error: 'secretary.duplicate', params: {} }]);
    const { seriesId } = await aSeries(server, {
      collegeId: Number(draft.college),
      sectionId: Number(draft.section),
      year: 4,
    });
    expect((await admin.post('secretars', { ...draft, series: [seriesId], year: 4 })).statusCode).toBe(201);
    const general = { email: 'ioana@exam.test', college: draft.college, year: 0 };
    expect((await admin.post('secretars', general)).statusCode).toBe(201);
    expect((await admin.post('secretars', general)).json()).toEqual({
      error: 'secretary.duplicate',
      params: {},
    });
  });

  test.each([
    ['section', { section: null, series: [] }, 'validation.required'],
    ['series', { series: [] }, 'validation.selectOne'],
    ['section', { section: null, year: 0 }, 'validation.required'],
  ])('[STRUCT-6] is refused without %s where it is required', async (path, changed, error) => {
    const response = await admin.post('secretars', await aDraft(changed));
    expect(response.statusCode).toBe(400);
    expect(response.json<{ errors: unknown[] }>().errors).toContainEqual({ path, error, params: {} });
  });

  it('[STRUCT-6] of a year has series of that year', async () => {
    const { seriesId, ...studyPlace } = await aSeries(server, { year: 2 });
    const draft = { college: studyPlace.collegeId, section: studyPlace.sectionId, series: [seriesId] };
    const response = await admin.post('secretars', await aDraft({ ...draft, year: 3 }));
    expect(response.json()).toMatchObject({ errors: [{ path: 'series', error: 'validation.otherYear' }] });
    expect((await admin.post('secretars', await aDraft({ ...draft, year: 0 }))).statusCode).toBe(201);
  });

  it('[STRUCT-6] of year 0 needs neither section nor series', async () => {
    const response = await admin.post('secretars', {
      email: 'g@exam.test',
      college: await aCollege(server),
      year: 0,
    });
    expect(response.json()).toMatchObject({
      section: null,
      sectionName: null,
      series: [],
      seriesNames: [],
      year: 0,
    });
  });

  it('[STRUCT-6] creates the account it needs', async () => {
    await admin.post('secretars', await aDraft({ email: 'maria.stan@exam.test' }));
    const [account] = await server.database.sql`select name from users where email = 'maria.stan@exam.test'`;
    expect(account).toEqual({ name: 'maria.stan' });
  });
});

describe('[ROLE-3] general secretaries', () => {
  it('[ROLE-3] manage only the secretaries of their own colleges', async () => {
    const [own, foreign] = [await aSeries(server), await aSeries(server)];
    const general = await signedIn(server, await aSecretary(server, { collegeId: own.collegeId }));
    const inOwn = (studyPlace: typeof own) => ({
      college: studyPlace.collegeId,
      section: studyPlace.sectionId,
      series: [studyPlace.seriesId],
      year: 1,
    });
    const colleague = (await admin.post('secretars', await aDraft(inOwn(own)))).json<Item>();
    const stranger = (await admin.post('secretars', await aDraft(inOwn(foreign)))).json<Item>();

    const seen = (await general.get('secretars?take=500')).json<Item[]>();
    expect(seen.map((item) => item.college)).toEqual([own.collegeId, own.collegeId]);
    expect(
      (
        await general.put(
          `secretars/${colleague.id}`,
          await aDraft({ ...inOwn(own), email: 'alta@exam.test' }),
        )
      ).statusCode,
    ).toBe(200);
    expect((await general.post('secretars', await aDraft(inOwn(own)))).statusCode).toBe(201);
    expect((await general.delete(`secretars/${colleague.id}`)).statusCode).toBe(204);

    expect((await general.get(`secretars/${stranger.id}`)).statusCode).toBe(404);
    expect((await general.put(`secretars/${stranger.id}`, await aDraft(inOwn(own)))).statusCode).toBe(404);
    expect((await general.delete(`secretars/${stranger.id}`)).statusCode).toBe(404);
    const outside = await general.post('secretars', await aDraft(inOwn(foreign)));
    expect(outside.json<{ errors: unknown[] }>().errors).toContainEqual({
      path: 'college',
      error: 'validation.reference',
      params: {},
    });
  });

  it('[ROLE-3] do not manage a college where they are limited to a year of study', async () => {
    const [own, bound] = [await aCollege(server), await aSeries(server)];
    const person = await aSecretary(server, { collegeId: own });
    await anAssignment(server, person, { ...bound, seriesIds: [bound.seriesId] });
    const general = await signedIn(server, person);
    expect((await general.get('secretars')).json<Item[]>().map((item) => item.college)).toEqual([own]);
    const draft = { college: bound.collegeId, section: bound.sectionId, series: [bound.seriesId], year: 1 };
    expect((await general.post('secretars', await aDraft(draft))).json()).toMatchObject({
      errors: [{ path: 'college', error: 'validation.outOfReach' }],
    });
  });

  it('[ROLE-3] cannot widen an assignment that names a section', async () => {
    const studyPlace = await aSeries(server);
    const general = await signedIn(
      server,
      await aSecretary(server, { collegeId: studyPlace.collegeId, sectionId: studyPlace.sectionId }),
    );
    const whole = { email: general.email, college: studyPlace.collegeId, year: 0 };
    expect((await general.post('secretars', whole)).statusCode).toBe(400);
    expect(
      (
        await general.post('secretars', {
          ...whole,
          section: studyPlace.sectionId,
          series: [studyPlace.seriesId],
          year: 1,
        })
      ).statusCode,
    ).toBe(201);
  });

  it('[ROLE-3] are the only secretaries who manage others', async () => {
    const secretary = await signedInAs(server, 'secretary');
    expect((await secretary.get('secretars')).statusCode).toBe(403);
    expect((await secretary.post('secretars', await aDraft())).statusCode).toBe(403);
  });
});
