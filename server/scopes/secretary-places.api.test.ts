import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '#domain/access/actor.ts';
import {
  type Assignment,
  collegeInScope,
  inScope,
  managesSecretary,
  type StudyPlace,
  sectionInScope,
} from '#domain/access/secretary-scope.ts';
import type { Fragment } from '#server/db/database.ts';
import { useTestDatabase } from '#server/testing/database.ts';
import {
  collegesInScope,
  placesInScope,
  secretariesInScope,
  sectionsInScope,
  seriesInScope,
} from './secretary-places.ts';
import { viewerOf } from './viewer.ts';

/** Two colleges with two sections each, every section with a series in each of two years, and a student in each series. */
const database = useTestDatabase({ max: 2 });
let series: StudyPlace[];
let students: Array<StudyPlace & { id: number }>;

beforeAll(async () => {
  const { sql } = database;
  await sql`insert into colleges (code, name) select n::text, 'C' from generate_series(1, 2) n`;
  await sql`insert into sections (college_id, code, name) select c.id, n::text, 'S' from colleges c, generate_series(1, 2) n`;
  await sql`insert into series (section_id, code, name, year) select s.id, n, 'X', n from sections s, generate_series(1, 2) n`;
  await sql`insert into users (email, name) values ('someone@exam.test', 'Someone')`;
  await sql`insert into students (email, first_name, last_name, cnp, phone_number, year, college_id, section_id, series_id)
    select 'someone@exam.test', 'A', 'B', 'AB123456', '1', r.year, s.college_id, s.id, r.id
      from series r join sections s on s.id = r.section_id`;
  series = await sql<
    StudyPlace[]
  >`select s.college_id as "collegeId", s.id as "sectionId", r.id as "seriesId", r.year
    from series r join sections s on s.id = r.section_id order by r.id`;
  students = await sql<
    Array<StudyPlace & { id: number }>
  >`select id, college_id as "collegeId", section_id as "sectionId",
    series_id as "seriesId", year from students order by id`;
});
/** Assignments the screens allow: series only within a section. */
const anAssignment = (): fc.Arbitrary<Assignment> =>
  fc
    .record({
      of: fc.constantFrom(...series),
      depth: fc.integer({ min: 0, max: 2 }),
      year: fc.integer({ min: 0, max: 3 }),
    })
    .map(({ of, depth, year }) => ({
      collegeId: of.collegeId,
      sectionId: depth > 0 ? of.sectionId : undefined,
      seriesIds: depth > 1 ? [of.seriesId] : [],
      year,
    }));

const ids = async (table: string, condition: Fragment): Promise<number[]> =>
  (
    await database.sql<
      { id: number }[]
    >`select r.id from ${database.sql(table)} r where ${condition} order by id`
  ).map((row) => row.id);
const unique = (values: readonly number[]) => [...new Set(values)].sort((left, right) => left - right);

describe('[ROLE-6] the SQL scope equals the domain rule', () => {
  it('[ROLE-6] for students, colleges, sections and series', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anAssignment(), { maxLength: 4 }), async (assignments) => {
        const { sql } = database;
        expect(await ids('students', placesInScope(sql, assignments, 'r'))).toEqual(
          students.filter((index) => inScope(assignments, index)).map((student) => student.id),
        );
        expect(await ids('series', seriesInScope(sql, assignments, 'r'))).toEqual(
          series
            .filter((studyPlace) => inScope(assignments, studyPlace))
            .map((studyPlace) => studyPlace.seriesId),
        );
        expect(await ids('sections', sectionsInScope(sql, assignments, 'r'))).toEqual(
          unique(
            series
              .filter((studyPlace) => sectionInScope(assignments, studyPlace))
              .map((studyPlace) => studyPlace.sectionId),
          ),
        );
        expect(await ids('colleges', collegesInScope(sql, assignments, 'r'))).toEqual(
          unique(
            series
              .filter((studyPlace) => collegeInScope(assignments, studyPlace.collegeId))
              .map((studyPlace) => studyPlace.collegeId),
          ),
        );
      }),
      { numRuns: 150 },
    );
  });

  it('[ROLE-3] for the secretaries that general secretaries manage', async () => {
    const { sql } = database;
    await sql`insert into secretaries (email, college_id, section_id, year)
      select distinct 'someone@exam.test'::citext, c.id, s.id, 1 from colleges c left join sections s on s.college_id = c.id
      union all select 'someone@exam.test', id, null, 0 from colleges`;
    const rows = await sql<Array<{ id: number; collegeId: number; sectionId: number | null }>>`
      select id, college_id as "collegeId", section_id as "sectionId" from secretaries order by id`;
    await fc.assert(
      fc.asyncProperty(fc.array(anAssignment(), { maxLength: 3 }), async (assignments) => {
        expect(await ids('secretaries', secretariesInScope(sql, assignments, 'r'))).toEqual(
          rows
            .filter((row) => managesSecretary(assignments, { ...row, sectionId: row.sectionId ?? undefined }))
            .map((row) => row.id),
        );
      }),
      { numRuns: 100 },
    );
  });

  it('[ROLE-6] with the stored assignments', async () => {
    const { sql } = database;
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(anAssignment(), {
          maxLength: 3,
          selector: (one) => JSON.stringify({ ...one, seriesIds: [] }),
        }),
        async (assignments) => {
          await sql`delete from secretaries where email = 'someone@exam.test'`;
          for (const { collegeId, sectionId, seriesIds, year } of assignments) {
            const [row] = await sql<
              { id: number }[]
            >`insert into secretaries (email, college_id, section_id, year)
            values ('someone@exam.test', ${collegeId}, ${sectionId ?? null}, ${year}) returning id`;
            for (const seriesId of seriesIds)
              await sql`insert into secretary_series (secretary_id, series_id) values (${row?.id ?? 0}, ${seriesId})`;
          }
          const actor: Actor = {
            userId: 1,
            email: 'SOMEONE@exam.test',
            roles: ['Secretar'],
            dean: false,
            year: 0,
            studentId: undefined,
          };
          expect((await viewerOf(sql, actor)).assignments).toEqual(assignments);
          expect((await viewerOf(sql, { ...actor, roles: ['Profesori'] })).assignments).toEqual([]);
        },
      ),
      { numRuns: 30 },
    );
  });
});
