import { describe, expect, it } from 'vitest';
import type { YearCopy, YearSeries } from '#contract/year-copies.ts';
import { aSeries, aStudent, type StudyPlace } from '#server/testing/accounts.ts';
import { useTestServer } from '#server/testing/server.ts';
import { all, useYearCopies } from '#server/testing/year-copies.ts';

const server = useTestServer();
const { admin, aYear, taught, runJob, read, copied } = useYearCopies(server);

describe('[IMP-5] moving students up a year', () => {
  it('[IMP-5] is refused into a year that is not later; disciplines can be copied there', async () => {
    const [earlier, later] = [await aYear(), await aYear()];
    const studyPlace = await aSeries(server, { year: 1 });
    const { studentId } = await aStudent(server, { studyPlace });
    const series = [{ id: studyPlace.seriesId, except: [] }];
    const into = (toYearId: number, fromYearId: number) =>
      admin.post('yearCopies', { fromYearId, toYearId, disciplines: null, series });
    const refused = await into(earlier, later);
    expect([refused.statusCode, refused.json().error]).toEqual([409, 'yearCopy.notLater']);
    expect((await admin.get(`students/${studentId}`)).json()).toMatchObject({ year: 1 });
    expect((await into(later, earlier)).statusCode).toBe(201);
    const { yearId } = await taught();
    await server.database
      .sql`update university_years set start_year = 2099, end_year = 2100 where id = ${yearId}`;
    expect((await copied({ fromYearId: yearId, toYearId: earlier, ...all })).counts.questions).toBe(6);
  });

  const seriesIn = async (toYearId: number, { seriesId }: StudyPlace) =>
    (await admin.get(`yearCopies/series?toYearId=${toYearId}&take=500`))
      .json<YearSeries[]>()
      .find(({ id }) => id === seriesId);
  const placeOf = async (id: number) => {
    const { year, seriesId } = (await admin.get(`students/${id}`)).json();
    return { year, seriesId };
  };

  it('[IMP-5] creates the series of the next year and moves the chosen students once', async () => {
    const yearId = await aYear();
    const toYearId = await aYear();
    const first = await aSeries(server, { year: 1, name: 'Seria A' });
    const second = await aSeries(server, {
      collegeId: first.collegeId,
      sectionId: first.sectionId,
      year: 2,
      name: 'Seria A',
    });
    // A series becomes the one with its code in the next year.
    await server.database
      .sql`update series set code = 77 where id in (${first.seriesId}, ${second.seriesId})`;
    const ana = await aStudent(server, { studyPlace: first });
    const repeater = await aStudent(server, { studyPlace: first });
    const dan = await aStudent(server, { studyPlace: second });
    expect(await seriesIn(toYearId, first)).toMatchObject({ students: 2, booked: 0, hasNext: true });
    expect(await seriesIn(toYearId, second)).toMatchObject({ students: 1, hasNext: false });
    const moving = (
      await admin.get(`yearCopies/students?toYearId=${toYearId}&seriesId=${first.seriesId}`)
    ).json<{ id: number }[]>();
    expect(moving.map(({ id }) => id).sort()).toEqual([ana.studentId, repeater.studentId].sort());

    const body = {
      fromYearId: yearId,
      toYearId,
      series: [
        { id: first.seriesId, except: [repeater.studentId] },
        { id: second.seriesId, except: [] },
      ],
    };
    expect((await copied(body)).counts).toMatchObject({ students: 2, studentsDone: 2, moved: 2 });
    expect(await placeOf(ana.studentId)).toEqual({ year: 2, seriesId: second.seriesId });
    expect(await placeOf(repeater.studentId)).toEqual({ year: 1, seriesId: first.seriesId });
    const third = await placeOf(dan.studentId);
    expect(third.year).toBe(3);
    expect((await admin.get(`series/${third.seriesId}`)).json()).toMatchObject({ name: 'Seria A', year: 3 });

    // Ana is in the second series now; a second run does not move her again.
    expect(await seriesIn(toYearId, second)).toBeUndefined();
    const again = await admin.post('yearCopies', {
      ...body,
      disciplines: null,
      series: [{ id: second.seriesId, except: [] }],
    });
    expect([again.statusCode, again.json().error]).toEqual([409, 'yearCopy.nothingChosen']);
    expect(await placeOf(ana.studentId)).toEqual({ year: 2, seriesId: second.seriesId });
  });

  it('[IMP-5] moves students up to year 8 and no further', async () => {
    const [fromYearId, toYearId] = [await aYear(), await aYear()];
    const [seventh, last] = [await aSeries(server, { year: 7 }), await aSeries(server, { year: 8 })];
    const climbing = await aStudent(server, { studyPlace: seventh });
    const staying = await aStudent(server, { studyPlace: last });
    expect([await seriesIn(toYearId, seventh), await seriesIn(toYearId, last)]).toEqual([
      expect.objectContaining({ students: 1 }),
      undefined,
    ]);
    const series = [seventh, last].map(({ seriesId }) => ({ id: seriesId, except: [] }));
    expect((await copied({ fromYearId, toYearId, series })).counts).toMatchObject({ students: 1, moved: 1 });
    expect((await placeOf(climbing.studentId)).year).toBe(8);
    expect(await placeOf(staying.studentId)).toEqual({ year: 8, seriesId: last.seriesId });
  });

  it('[IMP-5] leaves a student who changed series after the start, until a later run moves them', async () => {
    const [yearId, toYearId] = [await aYear(), await aYear()];
    const studyPlace = await aSeries(server, { year: 4 });
    const elsewhere = await aSeries(server, {
      collegeId: studyPlace.collegeId,
      sectionId: studyPlace.sectionId,
      year: 4,
    });
    const student = await aStudent(server, { studyPlace });
    const { id } = (
      await admin.post('yearCopies', {
        fromYearId: yearId,
        toYearId,
        disciplines: null,
        series: [{ id: studyPlace.seriesId, except: [] }],
      })
    ).json<YearCopy>();
    await server.database
      .sql`update students set series_id = ${elsewhere.seriesId} where id = ${student.studentId}`;
    await runJob(id);
    expect((await read(id)).counts).toMatchObject({ students: 1, studentsDone: 1, moved: 0 });
    expect(await placeOf(student.studentId)).toEqual({ year: 4, seriesId: elsewhere.seriesId });

    // They are offered with the series they are in now, and a later run moves them.
    expect(await seriesIn(toYearId, elsewhere)).toMatchObject({ students: 1 });
    const later = await copied({
      fromYearId: yearId,
      toYearId,
      series: [{ id: elsewhere.seriesId, except: [] }],
    });
    expect(later.counts).toMatchObject({ students: 1, studentsDone: 1, moved: 1 });
    expect((await placeOf(student.studentId)).year).toBe(5);
    expect(await seriesIn(toYearId, elsewhere)).toBeUndefined();
  });
});
