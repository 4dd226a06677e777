import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BulkResult } from '#contract/office-appointments.ts';
import { type Database, openDatabase } from '#server/db/database.ts';
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts';
import { migrate } from '#server/db/migrate.ts';
import { openTokens } from '#server/http/tokens.ts';
import { buildIfNeeded } from '#tools/build.mjs';
import { Candidates } from './exam/candidates.ts';
import { Figures } from './exam/figures.ts';
import { Connection, openLoop, requestText } from './exam/http-load.ts';
import { runScript } from './exam/pgbench.ts';
import { benchSecret, type ServerProcess, startServer } from './exam/server-process.ts';
import { loadBank, loadStudents, settle, signInOf } from './exam/sittings-data.ts';
import { percentile } from './percentile.ts';

/**
 * Students race for the last seats of a day through two server processes; then bookings per second compared
 * with a hand-written insert on the same tables, all students opening booking at once, and all booked in bulk. See
 * docs/performance.md.
 */
const ROUNDS = Number(process.env.ROUNDS ?? 200);
const RACERS = Number(process.env.RACERS ?? 500);
const SEATS = Number(process.env.SEATS ?? 50);
const STUDENTS = Number(process.env.STUDENTS ?? 3_000);
const OPEN_SECONDS = 10;
const CONNECTIONS = 50;
/** Students per request of a bulk, as on the page. */
const BATCH = 250;
const print = (line: string) => console.log(line);

/** A small room with the last seats of the day, and a large one on another day. */
const small = { room: 2, slot: 2, days: 3 };
const large = { room: 3, slot: 3, days: 4 };

async function loadRooms({ sql }: Database): Promise<{ small: string; large: string }> {
  const [days] = await sql<{ small: string; large: string }[]>`
    select (current_date + ${small.days}::int)::text as small, (current_date + ${large.days}::int)::text as large`;
  await deleteBookings(sql);
  await sql.unsafe(`
    delete from room_slots;
    insert into rooms (name, building, seat_numbers, priority) values ('Sala mică', 'A', ${SEATS}, 2), ('Aula mare', 'A', ${RACERS}, 3);
    insert into room_slots (id, room_id, start_hour, end_hour) overriding system value
      values (${small.slot}, ${small.room}, '08:00', '12:00'), (${large.slot}, ${large.room}, '08:00', '12:00')`);
  if (!days) throw new Error('the database does not tell the day');
  return days;
}

async function deleteBookings(sql: Database['sql']): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`delete from appointment_mails`;
    await tx`delete from appointments`;
  });
}

type Outcome = { readonly milliseconds: number; readonly status: number; readonly body: string };

/** Sends one request per student over the connections of all servers, as fast as they answer. */
async function rush(servers: readonly ServerProcess[], requests: readonly string[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  let sent = 0;
  await Promise.all(
    servers.flatMap(({ port }) =>
      Array.from({ length: CONNECTIONS }, async () => {
        const connection = new Connection(port);
        for (let n = sent++; n < requests.length; n = sent++) {
          const began = performance.now();
          const { status, body } = await connection.send(requests[n] ?? '');
          outcomes.push({ milliseconds: performance.now() - began, status, body });
        }
        connection.close();
      }),
    ),
  );
  return outcomes;
}

const times = (outcomes: readonly Outcome[]) => outcomes.map(({ milliseconds }) => milliseconds);

/** The same work without the product: take the lowest free seat with `insert … on conflict`, again until there is one. */
const bookByHand = `
create or replace function book_by_hand(student integer, day date) returns void language plpgsql as $$
begin
  loop
    insert into appointments (student_id, custom_exam_id, exam_session_id, exam_date, room_id, room_slot_id, row_number, seat_number,
                              starts_at, ends_at, booked_by)
    select student, 1, 1, day, ${large.room}, ${large.slot}, 0, s, day + time '08:00', day + time '12:00', student
      from generate_series(1, ${RACERS}) s
     where not exists (select from appointments a where a.room_slot_id = ${large.slot} and a.exam_date = day
                          and a.row_number = 0 and a.seat_number = s)
     order by s limit 1
    on conflict on constraint appointments_seat_once do nothing;
    exit when found;
  end loop;
end $$`;

/** Students per second that pgbench seats by hand with as many connections; each of them gets a seat. */
async function bookWithPlainSql({ sql }: Database, url: string, examDate: string): Promise<number> {
  await sql.unsafe(bookByHand);
  const script = `\\set n :n + 1
\\set student :client_id * ${RACERS / CONNECTIONS} + :n
select book_by_hand(:student, '${examDate}'::date);
`;
  const milliseconds = await runScript(url, script, { clients: CONNECTIONS, each: RACERS / CONNECTIONS });
  const [stored] = await sql<{ count: number }[]>`select count(*)::int as count from appointments`;
  if (stored?.count !== RACERS) throw new Error(`${stored?.count} of ${RACERS} students were seated by hand`);
  return (1000 * RACERS) / milliseconds;
}

const bulkDays = 5;
const admin = 9_000_000;

/** Rooms and slots with a seat for every student on a day of its own. */
async function loadBulk({ sql }: Database, tokens: Awaited<ReturnType<typeof openTokens>>) {
  await deleteBookings(sql);
  await sql`select setval(pg_get_serial_sequence('room_slots', 'id'), max(id)) from room_slots`;
  await sql.unsafe(`
    with made as (insert into rooms (name, building, seat_numbers, priority)
                    select 'Sala ' || n, 'B', 200, 1 from generate_series(1, ${Math.ceil(STUDENTS / 600)}) n returning id),
         lines as (insert into seat_rows (room_id, row_number, seats) select id, n, 20 from made, generate_series(1, 10) n returning id)
    insert into room_slots (room_id, start_hour, end_hour)
    select id, t.a, t.b from made, (values (time '08:00', time '11:00'), ('11:00', '14:00'), ('14:00', '17:00')) as t (a, b)`);
  await sql`insert into users (id, email, name, is_admin) overriding system value
            values (${admin}, 'admin@exam.test', 'Admin', true)`;
  await sql`insert into sign_ins (id, user_id, expires_at) values (${signInOf(admin)}::uuid, ${admin}, now() + interval '1 day')`;
  const iat = Math.floor(Date.now() / 1000);
  const token = await tokens.issue({
    ...{ sub: String(admin), jti: signInOf(admin), exp: iat + 80_000, iat, Language: 'ro' },
    ...{ Email: 'admin@exam.test', Year: 0, role: 'Admin', dean: false, pkStudent: null },
  });
  const [day] = await sql<
    { examDate: string }[]
  >`select (current_date + ${bulkDays}::int)::text as "examDate"`;
  const rows = await sql<{ matricol: string }[]>`select matricol from students order by id limit ${STUDENTS}`;
  const body = {
    examCustomId: 1,
    examDate: day?.examDate ?? '',
    matricols: rows.map(({ matricol }) => matricol),
  };
  return { token, body };
}

/** Books all students in bulk: a preview, then its places in the requests of the page. True when everybody is seated as shown. */
async function bookInBulk(
  database: Database,
  { port }: ServerProcess,
  figures: Figures,
  { token, body }: Awaited<ReturnType<typeof loadBulk>>,
): Promise<boolean> {
  await deleteBookings(database.sql);
  const post = async (query: string, sent: object): Promise<BulkResult> => {
    const response = await fetch(`http://127.0.0.1:${port}/api/umfst/appointments/bulk${query}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(sent),
    });
    if (!response.ok) throw new Error(`bulk: ${response.status} ${await response.text()}`);
    return (await response.json()) as BulkResult;
  };
  const began = performance.now();
  const preview = await post('?dryRun', body);
  const reviewed = performance.now();
  let created = 0;
  for (let from = 0; from < preview.placed.length; from += BATCH) {
    const part = preview.placed.slice(from, from + BATCH);
    const matricols = part.map(({ matricol }) => matricol);
    const places = part.map(({ matricol, examRoomSlotId, examRow, seatNumber }) => ({
      ...{ matricol, examRoomSlotId, examRow, seatNumber },
    }));
    created += (await post('', { ...body, matricols, places })).created;
  }
  const written = performance.now();
  const name = `bulk of ${STUDENTS} students`;
  figures.add(`${name}: preview`, 's', (reviewed - began) / 1000);
  figures.add(`${name}: written with progress`, 's', (written - reviewed) / 1000);
  figures.add(`${name}: together`, 's', (written - began) / 1000, { atMost: 30 });
  const [stored] = await database.sql<{ people: number; seats: number }[]>`
    select count(*)::int as people, count(distinct (room_slot_id, row_number, seat_number))::int as seats from appointments`;
  return [created, stored?.people, stored?.seats].every((count) => count === STUDENTS);
}

process.exitCode = await (async () => {
  await buildIfNeeded();
  const dataDir = await mkdtemp(join(tmpdir(), 'exam-bench-booking-'));
  const cluster = await startEmbeddedPostgres({ dataDir, settings: { max_connections: '300' } });
  const servers: ServerProcess[] = [];
  const figures = new Figures();
  let sound = true;
  try {
    await migrate(cluster.url);
    const database = openDatabase(cluster.url, { max: 4 });
    await loadBank(database);
    await loadStudents(database, 1, Math.max(STUDENTS, RACERS));
    const days = await loadRooms(database);
    await settle(database);
    const tokens = await openTokens(database, benchSecret);
    const candidates = await Candidates.signedIn(tokens, Math.max(STUDENTS, RACERS));
    for (let n = 0; n < 2; n += 1) servers.push(await startServer(cluster.url));
    print(
      `Machine: ${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}, durable. ${ROUNDS} rounds, ${RACERS} students, ${SEATS} seats.`,
    );
    const bookings = (hall: typeof small, examDate: string) =>
      Array.from({ length: RACERS }, (_, index) =>
        requestText({
          method: 'POST',
          path: 'appointments',
          token: candidates.tokenOf(index + 1),
          body: JSON.stringify({
            examCustomId: 1,
            examDate,
            examRoomId: hall.room,
            examRoomSlotId: hall.slot,
          }),
        }),
      );

    for (let round = 1; round <= ROUNDS; round += 1) {
      await deleteBookings(database.sql);
      const outcomes = await rush(servers, bookings(small, days.small));
      const won = outcomes.filter(({ status }) => status === 201);
      const lost = outcomes.filter(({ status }) => status === 409);
      const [stored] = await database.sql<{ seats: number; people: number }[]>`
        select count(distinct seat_number)::int as seats, count(*)::int as people from appointments`;
      const strange = outcomes.filter(({ status }) => status !== 201 && status !== 409);
      if (
        strange.length > 0 ||
        outcomes.length !== RACERS ||
        won.length !== SEATS ||
        stored?.seats !== SEATS ||
        stored.people !== SEATS
      ) {
        sound = false;
        print(
          `round ${round}: ${won.length} won, ${lost.length} lost, ${strange.length} others, stored ${stored?.people} on ${stored?.seats} seats: ${strange[0]?.status} ${strange[0]?.body}`,
        );
      }
      const [wonP99, lostP99] = [won, lost].map((all) => percentile(times(all), 0.99)) as [number, number];
      figures.add('p99 of a won race', 'ms', wonP99);
      figures.add('p99 of a lost race', 'ms', lostP99);
      figures.add('p99 of a lost race ÷ p99 of a won one', '×', lostP99 / wonP99, { atMost: 2 });
    }

    for (let round = 1; round <= Math.min(ROUNDS, 5); round += 1) {
      await deleteBookings(database.sql);
      const began = performance.now();
      const outcomes = await rush(servers, bookings(large, days.large));
      const perSecond = RACERS / ((performance.now() - began) / 1000);
      if (outcomes.some(({ status }) => status !== 201)) sound = false;
      await deleteBookings(database.sql);
      const byHand = await bookWithPlainSql(database, cluster.url, days.large);
      figures.add('bookings/s', '/s', perSecond);
      figures.add('p99 of a booking', 'ms', percentile(times(outcomes), 0.99));
      figures.add('hand-written bookings/s', '/s', byHand);
      figures.add('bookings/s ÷ hand-written insert', '×', perSecond / byHand, { atLeast: 0.5 });
    }

    await deleteBookings(database.sql);
    const opening = (from: number) =>
      Array.from({ length: STUDENTS / 2 }, (_, index) => candidates.tokenOf(2 * index + from)).flatMap(
        (token) => [
          requestText({ method: 'GET', path: 'bookableExams', token }),
          requestText({ method: 'GET', path: 'freeDays?examCustomId=1', token }),
        ],
      );
    const loads = await Promise.all(
      servers.map(({ port }, index) =>
        openLoop(port, { requests: opening(index + 1), seconds: OPEN_SECONDS, connections: CONNECTIONS }),
      ),
    );
    const failed = loads.reduce((sum, load) => sum + load.failed, 0);
    figures.add(`${STUDENTS} students open booking in ${OPEN_SECONDS} s: failures`, '', failed, {
      atMost: 0,
    });
    figures.add(
      `${STUDENTS} students open booking in ${OPEN_SECONDS} s: p99`,
      'ms',
      percentile(
        loads.flatMap(({ latencies }) => latencies),
        0.99,
      ),
      { atMost: 1000 },
    );
    const bulk = await loadBulk(database, tokens);
    await settle(database);
    for (let round = 1; round <= Math.min(ROUNDS, 3); round += 1)
      sound = (await bookInBulk(database, servers[0] as ServerProcess, figures, bulk)) && sound;
    const [deadlocks] = await database.sql<{ count: number }[]>`
      select deadlocks::int as count from pg_stat_database where datname = current_database()`;
    figures.add('deadlocks', '', deadlocks?.count ?? 0, { atMost: 0 });
    await database.close();
    const reached = figures.print();
    print(sound ? 'Every round gave exactly the seats, and everybody was answered.' : 'A round went wrong.');
    return reached && sound ? 0 : 1;
  } finally {
    for (const server of servers) await server.stop();
    await cluster.stop();
    await rm(cluster.dataDir, { recursive: true, force: true });
    await rm(dataDir, { recursive: true, force: true });
  }
})();
