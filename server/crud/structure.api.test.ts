import { describe, expect, it } from 'vitest';
import type { Item } from '#contract/item.ts';
import { aCollege, aDiscipline, aSection, aSeries, aStudent } from '#server/testing/accounts.ts';
import { drafts } from '#server/testing/drafts.ts';
import { useTestServer } from '#server/testing/server.ts';
import { useSignedInAs } from '#server/testing/use-signed-in.ts';

const server = useTestServer();
const admin = useSignedInAs(server, 'admin');

describe('[STRUCT-7] what is in use cannot be deleted', () => {
  it('[STRUCT-7] the refusal names what uses it and how often', async () => {
    const studyPlace = await aSeries(server);
    await aSeries(server, studyPlace);
    for (let n = 0; n < 3; n += 1) await aStudent(server, { studyPlace });
    const refusal = async (path: string) => {
      const response = await admin.delete(path);
      expect(response.statusCode).toBe(409);
      return response.json();
    };
    const inUse = (by: string, count: number) => ({ error: 'resource.inUse', params: { by, count } });
    expect(await refusal(`colleges/${studyPlace.collegeId}`)).toEqual(inUse('section', 1));
    expect(await refusal(`sections/${studyPlace.sectionId}`)).toEqual(inUse('serie', 2));
    expect(await refusal(`series/${studyPlace.seriesId}`)).toEqual(inUse('student', 3));
    expect((await admin.get(`series/${studyPlace.seriesId}`)).statusCode).toBe(200);
  });

  it('[STRUCT-7] cannot be deleted while disciplines or secretaries use it', async () => {
    const { studyPlace } = await aDiscipline(server);
    expect((await admin.delete(`series/${studyPlace.seriesId}`)).json()).toMatchObject({
      params: { by: 'discipline', count: 1 },
    });
    const free = await aSeries(server);
    const draft = {
      email: 's@exam.test',
      college: free.collegeId,
      section: free.sectionId,
      series: [free.seriesId],
      year: 1,
    };
    expect((await admin.post('secretars', draft)).statusCode).toBe(201);
    expect((await admin.delete(`series/${free.seriesId}`)).json()).toMatchObject({
      params: { by: 'secretar', count: 1 },
    });
  });

  it('[STRUCT-7] cannot be moved to another parent', async () => {
    const studyPlace = await aSeries(server);
    await aStudent(server, { studyPlace });
    const other = await aSection(server, { collegeId: studyPlace.collegeId });
    const draft = (await admin.get(`series/${studyPlace.seriesId}`)).json<Item>();
    const moved = await admin.put(`series/${studyPlace.seriesId}`, { ...draft, sectionId: other.sectionId });
    expect([moved.statusCode, moved.json()]).toEqual([
      409,
      { error: 'resource.inUse', params: { by: 'student', count: 1 } },
    ]);
    const renamed = await admin.put(`series/${studyPlace.seriesId}`, { ...draft, name: 'Altfel' });
    expect(renamed.json()).toMatchObject({ name: 'Altfel' });
  });
});

describe('[STRUCT-9] default percents', () => {
  it('[STRUCT-9] add up to 100 when both are set', async () => {
    for (const path of ['colleges', 'sections']) {
      const draft = await drafts[path]?.(server);
      const set = (simple: number | null, multiple: number | null) =>
        admin.post(path, { ...draft, defaultPSimpleQuestions: simple, defaultPMultipleQuestions: multiple });
      expect((await set(40, 61)).json()).toMatchObject({
        errors: [{ path: 'defaultPMultipleQuestions', error: 'validation.percentSum' }],
      });
      expect((await set(40, null)).statusCode).toBe(201);
    }
  });

  it('[STRUCT-9] allowEditPercent is yes, no or unset', async () => {
    for (const allowEditPercent of [true, false, null]) {
      const draft = await drafts.colleges?.(server);
      expect((await admin.post('colleges', { ...draft, allowEditPercent })).json()).toMatchObject({
        allowEditPercent,
      });
    }
  });
});

describe('[API-4] unique values', () => {
  it('[API-4] a code twice is a duplicate, naming the field', async () => {
    const draft = await drafts.colleges?.(server);
    await admin.post('colleges', draft);
    const again = await admin.post('colleges', draft);
    expect([again.statusCode, again.json()]).toEqual([
      409,
      { error: 'resource.duplicate', params: { field: 'code' } },
    ]);
  });

  it('[STRUCT-2] the same code may be used in another section', async () => {
    const [one, other] = [await aSection(server), await aSection(server)];
    const series = { code: 1, name: 'A', year: 1 };
    expect((await admin.post('series', { ...series, sectionId: one.sectionId })).statusCode).toBe(201);
    expect((await admin.post('series', { ...series, sectionId: other.sectionId })).statusCode).toBe(201);
    expect((await admin.post('series', { ...series, sectionId: one.sectionId })).statusCode).toBe(409);
  });
});

describe('[STRUCT-1] university years', () => {
  it('[STRUCT-1] may be open, and never end before they start', async () => {
    expect((await admin.post('universityYears', {})).json()).toMatchObject({
      startYear: null,
      endYear: null,
    });
    expect((await admin.post('universityYears', { startYear: 2026, endYear: 2025 })).json()).toMatchObject({
      errors: [{ path: 'endYear', error: 'validation.endBeforeStart' }],
    });
  });
});

it('[UX-7] a dependent choice must belong to its parent choice', async () => {
  const [here, there] = [await aSeries(server), await aSeries(server)];
  const draft = await drafts.students?.(server);
  const studyPlace = (collegeId: number, sectionId: number, seriesId: number) =>
    admin.post('students', { ...draft, collegeId, sectionId, seriesId });
  expect((await studyPlace(here.collegeId, there.sectionId, there.seriesId)).json()).toMatchObject({
    errors: [{ path: 'sectionId', error: 'validation.reference' }],
  });
  expect((await studyPlace(here.collegeId, here.sectionId, there.seriesId)).json()).toMatchObject({
    errors: [{ path: 'seriesId', error: 'validation.reference' }],
  });
  const secretary = { email: 'x@exam.test', college: here.collegeId, section: here.sectionId, year: 1 };
  expect(
    (await admin.post('secretars', { ...secretary, series: [here.seriesId, there.seriesId] })).json(),
  ).toMatchObject({
    errors: [{ path: 'series', error: 'validation.reference' }],
  });
  expect(
    (
      await admin.post('sections', { collegeId: (await aCollege(server)) + 1000, code: 'x', name: 'x' })
    ).json(),
  ).toMatchObject({
    errors: [{ path: 'collegeId', error: 'validation.reference' }],
  });
});
