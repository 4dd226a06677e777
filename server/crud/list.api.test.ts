import { beforeAll, describe, expect, it } from 'vitest';
import type { Item } from '#contract/item.ts';
import { aSeries, aStudent, type StudyPlace } from '#server/testing/accounts.ts';
import { useTestServer } from '#server/testing/server.ts';
import { useSignedInAs } from '#server/testing/use-signed-in.ts';

const server = useTestServer();
const admin = useSignedInAs(server, 'admin');
let studyPlace: StudyPlace;

beforeAll(async () => {
  studyPlace = await aSeries(server, { name: 'Seria Șofran' });
  for (const [lastName, firstName] of people)
    await aStudent(server, { studyPlace: studyPlace, lastName, firstName });
});

const people = [
  ['Țăran', 'Zoe'],
  ['Șandru', 'Ana'],
  ['Sabău', 'Ilinca'],
  ['Szabó', 'Réka'],
  ['Turcu', 'Horațiu'],
  ['Ănescu', 'Vlad'],
  ['Anescu', 'Vlad'],
  ['Stan_Ion', 'Radu'],
  ['Stan%Ion', 'Radu'],
  ['Stan\\Ion', 'Radu'],
] as const;

async function listed(query: string): Promise<{ names: unknown[]; total: number; items: Item[] }> {
  const response = await admin.get(`students?${query}`);
  expect(response.statusCode).toBe(200);
  const items = response.json<Item[]>();
  return {
    items,
    names: items.map((item) => item.lastName),
    total: Number(response.headers['x-total-count']),
  };
}
const found = async (text: string) => (await listed(`search=${encodeURIComponent(text)}`)).names;

describe('[UX-5] searching', () => {
  it('[UX-5] matches any part of a text, ignoring diacritics and case', async () => {
    expect(await found('TARAN')).toEqual(['Țăran']);
    expect(await found('țaR')).toEqual(['Țăran']);
    expect(await found('szabo reka')).toEqual(['Szabó']);
    expect(await found('horatiu turcu')).toEqual(['Turcu']);
    // Cedilla letters, and a letter with a combining mark.
    expect(await found('ţăran')).toEqual(['Țăran']);
    expect(await found('T\u0326ăran')).toEqual(['Țăran']);
  });

  it('[UX-5] matches one or two letters', async () => {
    expect(await found('zo')).toEqual(['Țăran']);
    expect(await found('É')).toEqual(expect.arrayContaining(['Szabó']));
  });

  it('[UX-5] treats pattern characters literally', async () => {
    expect(await found('stan_')).toEqual(['Stan_Ion']);
    expect(await found('stan%')).toEqual(['Stan%Ion']);
    expect(await found('n%')).toEqual(['Stan%Ion']);
    expect(await found('stan\\')).toEqual(['Stan\\Ion']);
    // The full-width form folds to the plain one and is still no wildcard.
    expect(await found('sta％ion')).toEqual([]);
  });

  it('[UX-5] finds nothing without a match', async () => {
    expect(await listed('search=nimeni')).toEqual({ items: [], names: [], total: 0 });
  });

  it('[STRUCT-5] a student row includes the names of college, section and series', async () => {
    const { items } = await listed('search=sandru');
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({
      pkStudent: items[0]?.id,
      seriesName: 'Seria Șofran',
      sectionName: expect.any(String),
      collegeName: expect.any(String),
      language: 'Romana',
      year: 1,
    });
  });
});

describe('[UX-5] sorting and paging', () => {
  const inRomanianOrder = [
    'Anescu',
    'Ănescu',
    'Sabău',
    'Stan_Ion',
    'Stan\\Ion',
    'Stan%Ion',
    'Szabó',
    'Șandru',
    'Turcu',
    'Țăran',
  ];

  it('[UX-5] names sort in Romanian order: ă after a, ș after s, ț after t', async () => {
    expect((await listed('sort=lastName')).names).toEqual(inRomanianOrder);
    expect((await listed('sort=lastName&desc=true')).names).toEqual(inRomanianOrder.toReversed());
  });

  it('[API-2] rows have the entity’s order by default', async () => {
    expect((await listed('')).names).toEqual(inRomanianOrder);
  });

  it('[API-2] every page continues after the previous one', async () => {
    for (const query of [
      'sort=lastName',
      'sort=lastName&desc=true',
      'search=a&sort=firstName',
      'sort=seriesName',
    ]) {
      const whole = await listed(`${query}&take=500`);
      for (const take of [1, 3, 4]) {
        const pages: Item[] = [];
        for (let skip = 0; skip < whole.total; skip += take) {
          const page = await listed(`${query}&take=${take}&skip=${skip}`);
          expect(page.total).toBe(whole.total);
          pages.push(...page.items);
        }
        expect(pages).toEqual(whole.items);
      }
    }
  });

  it('[API-2] pages read from either end are equal', async () => {
    await server.database.sql`insert into rooms (name, building, seat_numbers, priority)
      select 'Sala mare ' || n, 'Corp Z', 10, 1 from generate_series(1, 3500) n`;
    const numbers = async (query: string) => {
      const response = await admin.get(`examrooms?search=sala+mare&sort=id&${query}`);
      expect(response.headers['x-total-count']).toBe('3500');
      return response.json<Item[]>().map((item) => item.name);
    };
    expect(await numbers('take=2')).toEqual(['Sala mare 1', 'Sala mare 2']);
    expect(await numbers('take=2&skip=1748')).toEqual(['Sala mare 1749', 'Sala mare 1750']);
    expect(await numbers('take=2&skip=1752')).toEqual(['Sala mare 1753', 'Sala mare 1754']);
    expect(await numbers('take=50&skip=3498')).toEqual(['Sala mare 3499', 'Sala mare 3500']);
    expect(await numbers('take=2&skip=3497&desc=true')).toEqual(['Sala mare 3', 'Sala mare 2']);
  });

  it('[API-2] a page beyond the end is empty with the right total', async () => {
    expect(await listed('skip=1000')).toMatchObject({ items: [], total: people.length });
  });

  it('[UX-5] students with the same last name sort by first name, in both directions', async () => {
    const studyPlace = await aSeries(server);
    for (const firstName of ['Ștefan', 'Ana', 'Sorin'])
      await aStudent(server, { studyPlace, lastName: 'Ionescu', firstName });
    const firstNames = async (query: string) =>
      (await listed(`seriesId=${studyPlace.seriesId}&${query}`)).items.map((item) => item.firstName);
    expect(await firstNames('')).toEqual(['Ana', 'Sorin', 'Ștefan']);
    expect(await firstNames('sort=lastName&desc=true')).toEqual(['Ștefan', 'Sorin', 'Ana']);
    expect(await firstNames('take=1&skip=2')).toEqual(['Ștefan']);
    for (const { id } of (await listed(`seriesId=${studyPlace.seriesId}`)).items)
      await admin.delete(`students/${id}`);
  });

  it('[UX-5] a list and its export are filtered by faculty, section, series and year', async () => {
    const studyPlace = await aSeries(server, { year: 5 });
    const { studentId } = await aStudent(server, { studyPlace, lastName: 'Altul' });
    const names = async (query: string) => (await listed(query)).names;
    for (const filter of [
      `collegeId=${studyPlace.collegeId}`,
      `sectionId=${studyPlace.sectionId}`,
      `seriesId=${studyPlace.seriesId}`,
      'year=5',
      `collegeId=${studyPlace.collegeId}&year=5`,
    ])
      expect([filter, await names(filter)]).toEqual([filter, ['Altul']]);
    expect(await names(`collegeId=${studyPlace.collegeId}&year=1`)).toEqual([]);
    expect(await names(`collegeId=${studyPlace.collegeId}&search=pop`)).toEqual([]);
    const exported = await admin.get(
      `students/export?format=csv&columns=lastName&collegeId=${studyPlace.collegeId}`,
    );
    expect(exported.body.trim().split(/\r?\n/).slice(1)).toEqual(['Altul']);
    expect((await admin.get('students?collegeId=abc')).statusCode).toBe(400);
    await admin.delete(`students/${studentId}`);
  });

  it('[UX-5] ties sort by id', async () => {
    const { items } = await listed('sort=year');
    const ids = items.map((item) => item.id);
    expect(ids).toEqual(ids.toSorted((left, right) => left - right));
  });

  it('[API-2] an unknown column is refused', async () => {
    for (const sort of ['nope', 'password_hash', 'lastName;drop table students', 'sections']) {
      const response = await admin.get(`students?sort=${encodeURIComponent(sort)}`);
      expect(response.statusCode).toBe(400);
      expect(response.json()).toMatchObject({
        error: 'validation.failed',
        errors: [{ path: 'sort', error: 'validation.choice' }],
      });
    }
  });

  it('[API-2] a page of a wrong size is refused', async () => {
    for (const query of ['skip=-1', 'take=0', 'take=501', 'skip=abc', 'desc=maybe', 'take=1.5']) {
      expect((await admin.get(`students?${query}`)).statusCode).toBe(400);
    }
  });
});

describe('[API-2] children of one row', () => {
  it('[API-2] are listed below their parent and by parent id', async () => {
    const other = await aSeries(server, { collegeId: studyPlace.collegeId });
    const { collegeId, sectionId, seriesId } = studyPlace;
    const ids = async (path: string) => {
      const response = await admin.get(path);
      expect([path, response.statusCode]).toEqual([path, 200]);
      expect(Number(response.headers['x-total-count'])).toBe(response.json().length);
      return response.json<Item[]>().map((item) => item.id);
    };
    const sections = [sectionId, other.sectionId];
    for (const path of [
      `colleges/${collegeId}/sections?sort=id`,
      `colleges/sections?collegesId=${collegeId}&sort=id`,
      `colleges/sections?collegeId=${collegeId}&sort=id`,
    ]) {
      expect(await ids(path)).toEqual(sections);
    }
    expect(await ids(`sections/${sectionId}/series`)).toEqual([seriesId]);
    expect(await ids(`sections/series?sectionId=${other.sectionId}`)).toEqual([other.seriesId]);
    expect(await ids(`sections/${sectionId}/series?search=nimic`)).toEqual([]);
  });

  it('[API-2] of a missing parent answer 404; without a parent the query is refused', async () => {
    expect((await admin.get('colleges/99999/sections')).statusCode).toBe(404);
    expect((await admin.get('colleges/sections?collegeId=99999')).statusCode).toBe(404);
    expect((await admin.get('colleges/sections')).json()).toMatchObject({
      error: 'validation.failed',
      errors: [{ path: 'collegeId', error: 'validation.required' }],
    });
  });

  it('[UX-5] are counted and summed on their parent', async () => {
    const room = await admin.post('examrooms', { name: 'Sume', building: 'B', seatNumbers: 30, priority: 1 });
    const { id } = room.json<Item>();
    expect(room.json()).toMatchObject({ rowSeats: 0, slotCount: 0 });
    for (const rowNumber of [1, 2]) await admin.post('rows', { examRoomId: id, rowNumber, seats: 12 });
    await admin.post('examroomslots', { examRoomId: id, startHour: '08:00', endHour: '09:00' });
    expect((await admin.get(`examrooms/${id}`)).json()).toMatchObject({ rowSeats: 24, slotCount: 1 });
  });
});
