import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { openClient } from '#server/db/client.ts';
import type { Sql, Transaction } from '#server/db/database.ts';

/** Somebody with a seat and an open slot; the password is that of the demo. */
export type Candidate = {
  readonly email: string;
  /** What `prepareExam?examId=` takes, and the id of the first exam of the sitting. */
  readonly examId: number;
};

type Seat = {
  readonly questions?: number;
  /** How many disciplines, each an exam of its own. */
  readonly parts?: number;
  readonly minutes?: number;
  /** When the slot begins and ends, in minutes from now. */
  readonly from?: number;
  readonly to?: number;
};

export type ExamRoom = {
  /** Seats a new student for a new custom exam. */
  candidate(seat?: Seat): Promise<Candidate>;
  /** What the database has of an exam: the letters of each question, in order; skipped ones with a dash. */
  stored(examId: number): Promise<string[]>;
  finishCause(examId: number): Promise<string | null>;
  /** Lets the time of a sitting end so many seconds from now. */
  endIn(examId: number, seconds: number): Promise<void>;
  /** Ends every sign-in of somebody, as if their token had expired. */
  expire(email: string): Promise<void>;
  readonly sql: Sql;
  close(): Promise<void>;
};

type Id = { readonly id: number };
const letters = (ticks: number) =>
  Array.from({ length: 31 }, (_, place) =>
    ticks & (1 << place) ? String.fromCharCode(65 + place) : '',
  ).join('');

/** A room full of exams in the demo university, reached past the product. */
export function openExamRoom(url: string = inject('postgresUrl')): ExamRoom {
  const sql = openClient(url, { max: 2, name: 'exam-platform-journeys' });

  async function customExam(tx: Transaction, name: string, seat: Seat): Promise<number> {
    const questions = seat.questions ?? 5;
    const taught = await tx<{ id: number; series: number; college: number; section: number; year: number }[]>`
      select d.id, min(s.series_id) as series, d.college_id as college, d.section_id as section, d.year
        from disciplines d join discipline_series s on s.discipline_id = d.id join discipline_structures x on x.discipline_id = d.id
        join chapters c on c.discipline_id = d.id join questions q on q.chapter_id = c.id and q.removed_at is null
       group by d.id having count(distinct q.id) >= ${questions} order by d.section_id, d.year, d.id`;
    const parts = seat.parts ?? 1;
    const first = taught.find(
      (one) =>
        taught.filter(({ section, year }) => section === one.section && year === one.year).length >= parts,
    );
    if (!first) throw new Error('the demo teaches too little for such an exam');
    const asked = taught
      .filter(({ section, year }) => section === first.section && year === first.year)
      .slice(0, parts);
    const [exam] = await tx<Id[]>`
      insert into custom_exams (name, college_id, section_id, year, duration_minutes)
      values (${name}, ${first.college}, ${first.section}, ${first.year}, ${seat.minutes ?? 60}) returning id`;
    if (!exam) throw new Error('the custom exam was not made');
    await tx`insert into custom_exam_series (custom_exam_id, series_id) values (${exam.id}, ${first.series})`;
    for (const [at, discipline] of asked.entries()) {
      const [part] = await tx<Id[]>`
        insert into custom_exam_parts (custom_exam_id, position, kind, credits) values (${exam.id}, ${at + 1}, 'summative', 5) returning id`;
      await tx`insert into custom_exam_disciplines (part_id, custom_exam_id, kind, discipline_id, position, questions, credits)
        values (${part?.id ?? 0}, ${exam.id}, 'summative', ${discipline.id}, 1, ${questions}, 5)`;
    }
    return exam.id;
  }

  /** One room for every candidate, so that lists of rooms stay as short as the demo has them. */
  async function sharedRoom(tx: Transaction): Promise<{ roomId: number; slotId: number }> {
    await tx`select pg_advisory_xact_lock(hashtext('the room of the candidates'))`;
    const [found] = await tx<{ roomId: number; slotId: number }[]>`
      select r.id as "roomId", s.id as "slotId" from rooms r join room_slots s on s.room_id = r.id where r.name = 'Aula candidaților'`;
    if (found) return found;
    const [made] = await tx<{ roomId: number; slotId: number }[]>`
      with room as (
        insert into rooms (name, building, seat_numbers, priority) values ('Aula candidaților', 'Corp A', 30000, 9) returning id)
      insert into room_slots (room_id, start_hour, end_hour) select id, '08:00', '20:00' from room
      returning room_id as "roomId", id as "slotId"`;
    if (!made) throw new Error('the room was not made');
    return made;
  }

  return {
    sql,
    candidate: (seat = {}) =>
      sql.begin(async (tx) => {
        const mark = randomUUID().slice(0, 8);
        const email = `candidat.${mark}@exam.test`;
        const examId = await customExam(tx, `Examen de probă ${mark}`, seat);
        await tx`insert into users (email, name, language, password_hash)
          select ${email}, 'Ioana Marin', 'ro', password_hash from users where email = 'student@exam.test'`;
        const [student] = await tx<Id[]>`
          insert into students (email, first_name, last_name, cnp, phone_number, year, college_id, section_id, series_id, matricol)
          select ${email}, 'Ioana', 'Marin', ${`EXT${mark}`}, '0700000000', c.year, c.college_id, c.section_id, s.series_id, ${`M-${mark}`}
            from custom_exams c join custom_exam_series s on s.custom_exam_id = c.id where c.id = ${examId} returning id`;
        const { roomId, slotId } = await sharedRoom(tx);
        const [appointment] = await tx<{ examId: number }[]>`
          insert into appointments (student_id, custom_exam_id, exam_session_id, exam_date, room_id, room_slot_id, row_number,
            seat_number, starts_at, ends_at)
          select ${student?.id ?? 0}, ${examId}, (select min(id) from exam_sessions), current_date, ${roomId}, ${slotId}, 3, ${student?.id ?? 0},
            now() + make_interval(mins => ${seat.from ?? -5}), now() + make_interval(mins => ${seat.to ?? 120})
          returning exam_id as "examId"`;
        if (!appointment) throw new Error('the appointment was not made');
        return { email, examId: appointment.examId };
      }),
    stored: async (examId) => {
      const rows = await sql<{ ticks: number; marks: number }[]>`
        select ticks, marks from exam_questions where exam_id = ${examId} order by position`;
      return rows.map(({ ticks, marks }) => (marks & 1 ? `-${letters(ticks)}` : letters(ticks)));
    },
    finishCause: async (examId) => {
      const [exam] = await sql<{ cause: string | null }[]>`
        select finish_cause as cause from exams where id = ${examId}`;
      return exam?.cause ?? null;
    },
    endIn: async (examId, seconds) => {
      await sql`update exams set deadline = now() + make_interval(secs => ${seconds})
        where group_id = (select group_id from exams where id = ${examId})`;
    },
    expire: async (email) => {
      await sql`update sign_ins set expires_at = now() - interval '1 second'
        where user_id = (select id from users where email = ${email})`;
    },
    close: () => sql.end(),
  };
}
