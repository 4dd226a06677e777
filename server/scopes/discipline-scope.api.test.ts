import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '#domain/access/actor.ts';
import {
  type Assignment,
  disciplineInScope,
  managesDiscipline,
  type TaughtPlace,
} from '#domain/access/secretary-scope.ts';
import type { Fragment } from '#server/db/database.ts';
import { useTestDatabase } from '#server/testing/database.ts';
import { chapterScope } from './chapter-scope.ts';
import { disciplineScope, disciplinesInScope, disciplinesManaged } from './discipline-scope.ts';

type Discipline = TaughtPlace & { readonly id: number };

/** Two colleges with two sections each, three series in each section, and disciplines taught to some of them in two years. */
const database = useTestDatabase({ max: 2 });
let disciplines: Discipline[];

beforeAll(async () => {
  const { sql } = database;
  await sql`insert into university_years (start_year, end_year) values (2026, 2027)`;
  await sql`insert into colleges (code, name) select n::text, 'C' from generate_series(1, 2) n`;
  await sql`insert into sections (college_id, code, name) select c.id, n::text, 'S' from colleges c, generate_series(1, 2) n`;
  await sql`insert into series (section_id, code, name, year) select s.id, n, 'X', 1 from sections s, generate_series(1, 3) n`;
  // One discipline per year and per subset of the three series, as bits; subset 0 has no series yet.
  await sql`insert into disciplines (code, description, university_year_id, college_id, section_id, year, semester)
    select choice || '/' || year, 'D', (select id from university_years), s.college_id, s.id, year, 1
      from sections s, generate_series(0, 7) choice, generate_series(1, 2) year`;
  await sql`insert into discipline_series (discipline_id, series_id)
    select d.id, r.id from disciplines d join series r on r.section_id = d.section_id
     where split_part(d.code, '/', 1)::int & (1 << (r.code::int - 1)) <> 0`;
  await sql`insert into chapters (discipline_id, code, description, removed_at)
    select id, n::text, 'K', case n when 2 then now() end from disciplines, generate_series(1, 2) n`;
  await sql`insert into users (email, name) values ('someone@exam.test', 'Someone')`;
  await sql`insert into discipline_teachers (discipline_id, email, part)
    select id, 'someone@exam.test', case id % 3 when 0 then 'holder' else 'collaborator' end
      from disciplines where id % 3 < 2`;
  disciplines = await sql<Discipline[]>`select id, college_id as "collegeId", section_id as "sectionId", year,
    array(select series_id from discipline_series where discipline_id = d.id order by 1) as "seriesIds"
    from disciplines d order by id`;
});
/** Assignments the screens allow: series only within a section. */
const anAssignment = (): fc.Arbitrary<Assignment> =>
  fc
    .record({
      of: fc.constantFrom(...disciplines.filter(({ seriesIds }) => seriesIds.length > 0)),
      depth: fc.integer({ min: 0, max: 2 }),
      year: fc.integer({ min: 0, max: 3 }),
    })
    .map(({ of, depth, year }) => ({
      collegeId: of.collegeId,
      sectionId: depth > 0 ? of.sectionId : undefined,
      seriesIds: depth > 1 ? of.seriesIds : [],
      year,
    }));

const ids = async (table: string, condition: Fragment | undefined): Promise<number[]> =>
  (
    await database.sql<{ id: number }[]>`
      select r.id from ${database.sql(table)} r where ${condition ?? database.sql`true`} order by id`
  ).map((row) => row.id);
const idsOf = (rows: readonly { id: number }[]) => rows.map((row) => row.id);

describe('[ROLE-6] the SQL for a secretary’s disciplines equals the domain rule', () => {
  it('[ROLE-6] for reading and for managing', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anAssignment(), { maxLength: 4 }), async (assignments) => {
        const { sql } = database;
        expect(await ids('disciplines', disciplinesInScope(sql, assignments, 'r'))).toEqual(
          idsOf(disciplines.filter((taught) => disciplineInScope(assignments, taught))),
        );
        expect(await ids('disciplines', disciplinesManaged(sql, assignments, 'r'))).toEqual(
          idsOf(disciplines.filter((taught) => managesDiscipline(assignments, taught))),
        );
      }),
      { numRuns: 200 },
    );
  });
});

describe('the scope of disciplines and chapters', () => {
  const actor = (roles: Actor['roles'], dean = false): Actor => ({
    userId: 1,
    email: 'SOMEONE@exam.test',
    roles,
    dean,
    year: 0,
    studentId: undefined,
  });
  const reached = async (who: Actor, purpose: 'read' | 'write') =>
    ids('disciplines', disciplineScope(database.sql, { actor: who, assignments: [] }, 'r', purpose));
  const chapters = async (who: Actor, purpose: 'read' | 'write') => {
    const found = await ids(
      'chapters',
      chapterScope(database.sql, { actor: who, assignments: [] }, 'r', purpose),
    );
    const rows = await database.sql<{ of: number }[]>`
      select distinct discipline_id as of from chapters where id = any(${found}) order by 1`;
    const [removed] =
      await database.sql`select from chapters where id = any(${found}) and removed_at is not null`;
    expect(removed).toBeUndefined();
    return rows.map((row) => row.of);
  };
  const all = () => idsOf(disciplines);
  const where = (parts: readonly number[]) => idsOf(disciplines.filter(({ id }) => parts.includes(id % 3)));

  it('[ROLE-5] a teacher reads what they teach, and changes the chapters of what they hold', async () => {
    const teacher = actor(['Profesori']);
    expect(await reached(teacher, 'read')).toEqual(where([0, 1]));
    expect(await reached(teacher, 'write')).toEqual([]);
    expect(await chapters(teacher, 'read')).toEqual(where([0, 1]));
    expect(await chapters(teacher, 'write')).toEqual(where([0]));
  });

  it('[ROLE-5] teaching rights need the role of a teacher', async () => {
    const student = actor(['Studenti']);
    expect([await reached(student, 'read'), await chapters(student, 'write')]).toEqual([[], []]);
  });

  it('[ROLE-10] the dean’s office reads everything and writes nothing', async () => {
    const dean = actor(['Secretar'], true);
    expect([await reached(dean, 'read'), await reached(dean, 'write')]).toEqual([all(), []]);
    expect([await chapters(dean, 'read'), await chapters(dean, 'write')]).toEqual([all(), []]);
  });

  it('[ROLE-11] an admin reaches everything except removed chapters', async () => {
    const admin = actor(['Admin']);
    expect([await reached(admin, 'write'), await chapters(admin, 'write')]).toEqual([all(), all()]);
  });
});
