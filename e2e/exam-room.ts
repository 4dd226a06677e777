import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { insertAppointment, minutesFromNow } from '#server/appointments/appointments.ts';
import { insertCustomExam } from '#server/appointments/custom-exams.ts';
import { openClient } from '#server/db/client.ts';
import type { Sql, Transaction } from '#server/db/database.ts';
import { useStarted } from '#server/testing/use-started.ts';

/** A student with a seat and an open slot, who has the demo password. */
export type Candidate = {
  readonly email: string;
  /** The id that `prepareExam?examId=` takes, and the id of the first exam of the sitting. */
  readonly examId: number;
};

type Seat = {
  readonly questions?: number;
  /** How many disciplines, each a separate exam. */
  readonly parts?: number;
  readonly minutes?: number;
  /** When the slot begins and ends, in minutes from now. */
  readonly from?: number;
  readonly to?: number;
};

export type ExamRoom = {
  /** Creates a custom exam and a student with an appointment for it. */
  candidate(seat?: Seat): Promise<Candidate>;
  /** The stored letters of each question, in order; a dash for a skipped question. */
  stored(examId: number): Promise<string[]>;
  finishCause(examId: number): Promise<string | null>;
  /** Moves the deadline of a sitting to the given number of seconds from now. */
  endIn(examId: number, seconds: number): Promise<void>;
  /** Ends every sign-in of a candidate, as if the token had expired. */
  expire(email: string): Promise<void>;
  readonly sql: Sql;
  close(): Promise<void>;
};

type Id = { readonly id: number };
const letters = (ticks: number) =>
  Array.from({ length: 31 }, (_, index) =>
    ticks & (1 << index) ? String.fromCharCode(65 + index) : '',
  ).join('');

/** Exams in the demo university, created directly in the database. */
function openExamRoom(): ExamRoom {
  const sql = openClient(inject('postgresUrl'), {
    max: 2,
    name: 'exam-platform-journeys',
    settings: { TimeZone: 'Europe/Bucharest' },
  });

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
    const disciplines = taught
      .filter(({ section, year }) => section === first.section && year === first.year)
      .slice(0, parts);
    return insertCustomExam(tx, {
      name,
      collegeId: first.college,
      sectionId: first.section,
      year: first.year,
      seriesIds: [first.series],
      durationMinutes: seat.minutes ?? 60,
      parts: disciplines.map(({ id }) => ({
        credits: 5,
        disciplines: [{ disciplineId: id, questions, credits: 5 }],
      })),
    });
  }

  /** All candidates share one room, so the room list stays short. */
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
        const [session] = await tx<Id[]>`select min(id) as id from exam_sessions`;
        const appointment = await insertAppointment(tx, {
          studentId: student?.id ?? 0,
          customExamId: examId,
          examSessionId: session?.id ?? 0,
          ...(await sharedRoom(tx)),
          row: 3,
          seat: student?.id ?? 0,
          ...(await minutesFromNow(tx, seat.from ?? -5, seat.to ?? 120)),
        });
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

/** Opens an exam room for the tests of this file. */
export const useExamRoom = (): ExamRoom =>
  useStarted(
    async () => openExamRoom(),
    (room) => room.close(),
  );
