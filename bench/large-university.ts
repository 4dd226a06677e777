import { mailbox, type Origin, randomName } from '#seed/names.ts';
import { seededRandom } from '#seed/random.ts';
import { type Database, systemAuthor, type Transaction } from '#server/db/database.ts';

const COLLEGES = 8;
const ROWS_AT_ONCE = 5000;
const origins: readonly Origin[] = ['romanian', 'romanian', 'romanian', 'hungarian', 'french', 'english'];

type StudyPlace = { collegeId: number; sectionId: number; seriesId: number; year: number };

/** Colleges with three sections each, and a series per section and year. */
async function loadStructure(tx: Transaction): Promise<StudyPlace[]> {
  await tx`insert into colleges (code, name)
    select 'C' || n, 'Facultatea nr. ' || n from generate_series(1, ${COLLEGES}::int) n`;
  await tx`insert into sections (college_id, code, name)
    select c.id, 'S' || n, 'Specializarea ' || n from colleges c, generate_series(1, 3) n where c.code like 'C%'`;
  await tx`insert into series (section_id, code, name, year)
    select s.id, n, 'Seria ' || n, n from sections s, generate_series(1, 6) n where s.code like 'S%'`;
  return await tx<StudyPlace[]>`
    select college_id as "collegeId", section_id as "sectionId", r.id as "seriesId", year
      from series r join sections s on s.id = r.section_id order by r.id`;
}

async function inBatches<T>(count: number, make: (n: number) => T, store: (rows: T[]) => Promise<unknown>) {
  for (let start = 0; start < count; start += ROWS_AT_ONCE) {
    const size = Math.min(ROWS_AT_ONCE, count - start);
    await store(Array.from({ length: size }, (_, index) => make(start + index + 1)));
  }
}

async function loadStudents(
  tx: Transaction,
  count: number,
  studyPlaces: readonly StudyPlace[],
): Promise<void> {
  const random = seededRandom(1);
  const make = (n: number) => {
    const origin = random.pick(origins);
    const { first, last } = randomName(random, origin);
    const studyPlace = random.pick(studyPlaces);
    return {
      email: `${mailbox(first, last)}.${n}@exam.test`,
      first_name: first,
      // Double surnames, so 100,000 students do not share sixty names.
      last_name: n % 3 === 0 ? last : `${last}-${randomName(random, origin).last}`,
      cnp: `X${String(n).padStart(9, '0')}`,
      phone_number: '0712345678',
      year: studyPlace.year,
      college_id: studyPlace.collegeId,
      section_id: studyPlace.sectionId,
      series_id: studyPlace.seriesId,
      matricol: `${studyPlace.collegeId}/${n}`,
    };
  };
  await inBatches(count, make, async (rows) => {
    const accounts = await tx<{ id: number; email: string }[]>`insert into users ${tx(
      rows.map((row) => ({ email: row.email, name: `${row.first_name} ${row.last_name}` })),
    )} returning id, email`;
    const ids = new Map(accounts.map(({ id, email }) => [email, id]));
    await tx`insert into students ${tx(rows.map((row) => ({ ...row, user_id: ids.get(row.email) ?? 0 })))}`;
  });
}

async function loadRooms(tx: Transaction, count: number): Promise<void> {
  const random = seededRandom(2);
  const kinds = ['Sala', 'Amfiteatrul', 'Laboratorul', 'Cabinetul', 'Șopronul'];
  const make = (n: number) => ({
    name: `${random.pick(kinds)} ${randomName(random, random.pick(origins)).last} ${n}`,
    building: `Clădirea ${String.fromCharCode(65 + (n % 26))}`,
    seat_numbers: 20 + (n % 80),
    priority: n % 10,
  });
  await inBatches(count, make, (rows) => tx`insert into rooms ${tx(rows)}`);
}

/** A university far larger than any real one, so a list that is fast here is fast everywhere. */
export async function loadLargeUniversity(database: Database, rows: number): Promise<void> {
  await database.transaction(systemAuthor, async (tx) => {
    // Skip audit entries and key checks while loading.
    await tx`set local session_replication_role = replica`;
    const studyPlaces = await loadStructure(tx);
    await loadStudents(tx, rows, studyPlaces);
    await loadRooms(tx, rows);
  });
  await database.sql`vacuum analyze`;
}
