import type { BodyOfCall } from '#contract/call.ts';
import type { DayPasswordPlace, DaySheet, DaySlip, makeDayPasswords } from '#contract/day-passwords.ts';
import { refuse } from '#domain/errors.ts';
import { passwordSource, rolesOf } from '#domain/sign-in/account-roles.ts';
import { type Account, accountColumns } from '#server/accounts/account.ts';
import { nameChanges } from '#server/db/audit-entry.ts';
import type { Author, Queryable, Transaction } from '#server/db/database.ts';
import { isSatNow } from '#server/exams/conditions.ts';
import type { Services } from '#server/services.ts';
import { inventPassword } from './passwords.ts';

/** As typed from paper: capitals and blanks do not matter. */
const asPrinted = (password: string) => password.replaceAll(/\s/g, '').toLowerCase();

const hashOf = ({ tokens }: Pick<Services, 'tokens'>, userId: number, password: string) =>
  tokens.seal('day password', `${userId} ${asPrinted(password)}`);

const isUsable = (sql: Queryable, userId: number, hash: string) => sql`
  d.user_id = ${userId} and d.day = current_date and d.hash = ${hash}
  and (d.used_at is null or exists (select from exams sat where sat.user_id = d.user_id and ${sql.unsafe(isSatNow('sat'))}))`;

/** Whether a password is one of the account's printed ones for today; one lookup, so it needs no turn in a queue. */
export async function isDayPassword(services: Services, userId: number, password: string): Promise<boolean> {
  const { sql } = services.database;
  const hash = hashOf(services, userId, password);
  const rows = await sql`select from day_passwords d where ${isUsable(sql, userId, hash)}`;
  return rows.count > 0;
}

/** Uses up a day password; false when another sign-in was faster. */
export async function takeDayPassword(
  services: Services,
  tx: Transaction,
  userId: number,
  password: string,
): Promise<boolean> {
  const hash = hashOf(services, userId, password);
  await nameChanges(tx, 'dayPasswordUsed');
  const used = await tx`update day_passwords d set used_at = now() where ${isUsable(tx, userId, hash)}`;
  await nameChanges(tx, '');
  return used.count > 0;
}

/** The rooms and slots of a day with appointments. */
export async function selectPlaces(sql: Queryable, examDate: string): Promise<DayPasswordPlace[]> {
  return sql<DayPasswordPlace[]>`
    select a.room_slot_id as "examRoomSlotId", r.name as room, r.building, to_char(min(a.starts_at), 'HH24:MI') as "startsAt",
           to_char(max(a.ends_at), 'HH24:MI') as "endsAt", count(*)::int as students
      from appointments a join rooms r on r.id = a.room_id
     where a.exam_date = ${examDate} and a.annulled_at is null
     group by a.room_slot_id, r.id order by min(a.starts_at), r.priority, r.id limit 500`;
}

type Body = BodyOfCall<typeof makeDayPasswords>;
type Person = Account &
  Pick<DaySlip, 'studentName' | 'nrMatricol' | 'row' | 'seat'> & { readonly place: string };

/**
 * The students of a room or series, each account once, in the order of seats or names; locked against being
 * disabled.
 */
async function selectPeople(tx: Transaction, body: Body): Promise<Person[]> {
  const name = tx`p.last_name || ' ' || p.first_name as "studentName", p.matricol as "nrMatricol"`;
  if ('examRoomSlotId' in body)
    return tx<Person[]>`
      select ${accountColumns(tx)}, ${name}, a.row_number::int as row, a.seat_number::int as seat,
             r.name || ', ' || r.building || ' · ' || to_char(a.starts_at, 'HH24:MI') as place
        from appointments a join students p on p.id = a.student_id join users u on u.id = p.user_id join rooms r on r.id = a.room_id
       where a.exam_date = ${body.examDate} and a.room_slot_id = ${body.examRoomSlotId} and a.annulled_at is null
       order by a.row_number, a.seat_number, a.id for share of u`;
  return tx<Person[]>`
    select ${accountColumns(tx)}, ${name}, null as row, null as seat, s.name || ' · ' || r.name as place
      from students p join users u on u.id = p.user_id join series r on r.id = p.series_id join sections s on s.id = r.section_id
     where p.series_id = ${body.seriesId} order by p.last_name collate "ro-x-icu", p.first_name collate "ro-x-icu", p.id
     for share of u`;
}

/** The sheet a password is printed on; printing it again replaces its passwords and no others. */
const sheetOf = (body: Body) =>
  'examRoomSlotId' in body ? `slot ${body.examRoomSlotId}` : `series ${body.seriesId}`;

/** Creates the passwords of a sheet. They are returned once and stored only as keyed hashes (AUTH-4). */
export async function printDayPasswords(services: Services, body: Body, author: Author): Promise<DaySheet> {
  const settings = await services.settings.current();
  if (!settings.ldapForStudents) refuse('dayPassword.noDirectory');
  const { examDate } = body;
  return services.database.transaction(author, async (tx) => {
    const [today] = await tx<{ past: boolean }[]>`select ${examDate}::date < current_date as past`;
    if (today?.past) refuse('dayPassword.past');
    const people = await selectPeople(tx, body);
    const seen = new Set<number>();
    const slips = people
      .filter(({ id }) => !seen.has(id) && seen.add(id))
      .map((person) => {
        const isLocal = passwordSource(rolesOf(person), settings) === 'local';
        const why = person.disabled ? ('disabled' as const) : isLocal ? ('local' as const) : null;
        const { studentName, email, nrMatricol, row, seat } = person;
        const password = why === null ? inventPassword() : null;
        return { userId: person.id, slip: { studentName, email, nrMatricol, row, seat, password, why } };
      });
    if (slips.length === 0) refuse('dayPassword.nobody');
    const made = slips.flatMap(({ userId, slip: { password } }) =>
      password === null ? [] : [{ userId, hash: hashOf(services, userId, password) }],
    );
    await nameChanges(tx, 'dayPasswordMade');
    const printed = made.map(({ userId }) => userId);
    // Those who have left the room or the series, and slips from before sheets were distinguished.
    await tx`
      delete from day_passwords where day = ${examDate}::date and used_at is null
         and (sheet = ${sheetOf(body)} and user_id <> all(${printed}::int[]) or sheet = '' and user_id = any(${printed}::int[]))`;
    await tx`
      insert into day_passwords (user_id, day, sheet, hash)
      select m.user_id, ${examDate}::date, ${sheetOf(body)}, m.hash
        from unnest(${printed}::int[], ${made.map(({ hash }) => hash)}::text[]) as m (user_id, hash)
      on conflict on constraint day_passwords_once do update set hash = excluded.hash, made_at = now(), used_at = null`;
    return { examDate, place: people[0]?.place ?? '', slips: slips.map(({ slip }) => slip) };
  });
}
