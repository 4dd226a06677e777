import { describe, expect, it } from 'vitest';
import { insertAppointment } from '#server/appointments/appointments.ts';
import { insertCustomExam } from '#server/appointments/custom-exams.ts';
import { aDiscipline, aSeries, aStudent, type Student } from '#server/testing/accounts.ts';
import { aSession } from '#server/testing/exams.ts';
import { type TestServer, useTestServer } from '#server/testing/server.ts';
import { refusalOfConstraint } from './constraint-refusals.ts';
import { systemAuthor } from './database.ts';

/** Two server processes on one database: refusals must not depend on the memory of one process. */
const first = useTestServer();
const second = useTestServer({ database: first });
const servers = [first, second] as const;

type Id = { readonly id: number };
const idOf = ([row]: readonly Id[]): number => row?.id ?? 0;

async function anExam(): Promise<number> {
  const { collegeId, sectionId } = await aSeries(first);
  const exam = {
    name: 'Examen',
    collegeId,
    sectionId,
    year: 1,
    seriesIds: [],
    durationMinutes: 60,
    parts: [],
  };
  return first.database.transaction(systemAuthor, (tx) => insertCustomExam(tx, exam));
}

let rooms = 0;
async function aSlot(): Promise<{ roomId: number; slotId: number }> {
  rooms += 1;
  const { sql } = first.database;
  const roomId = idOf(
    await sql<Id[]>`insert into rooms (name, building, seat_numbers, priority)
      values (${`Sala ${rooms}`}, 'B', 30, 1) returning id`,
  );
  const slotId = idOf(
    await sql<Id[]>`insert into room_slots (room_id, start_hour, end_hour)
      values (${roomId}, '08:00', '10:00') returning id`,
  );
  return { roomId, slotId };
}

type Wish = {
  readonly student: Student;
  readonly customExamId: number;
  readonly sessionId: number;
  readonly at: { readonly roomId: number; readonly slotId: number };
  readonly seat: number;
  readonly day?: string;
  readonly from?: string;
  readonly to?: string;
};

/** Makes an appointment and returns its outcome: ok, or the refusal's code. */
async function makeAppointment(server: TestServer, wish: Wish): Promise<string> {
  const {
    student,
    customExamId,
    sessionId,
    at,
    seat,
    day = '2026-06-10',
    from = '08:00',
    to = '10:00',
  } = wish;
  try {
    await server.database.transaction(systemAuthor, (tx) =>
      insertAppointment(tx, {
        studentId: student.studentId,
        customExamId,
        examSessionId: sessionId,
        ...at,
        row: 1,
        seat,
        startsAt: `${day} ${from}`,
        endsAt: `${day} ${to}`,
      }),
    );
    return 'made';
  } catch (error) {
    const refusal = refusalOfConstraint(error);
    if (!refusal) throw error;
    return refusal.code;
  }
}

describe('[APPT-2] a seat', () => {
  it('[SAFE-8] [APPT-2] goes to exactly one of many concurrent requests through two servers', async () => {
    const [sessionId, customExamId] = [await aSession(first), await anExam()];
    for (let round = 0; round < 5; round += 1) {
      const at = await aSlot();
      const students = await Promise.all(Array.from({ length: 6 }, () => aStudent(first)));
      const outcomes = await Promise.all(
        students.map((student, n) =>
          makeAppointment(servers[n % 2] as TestServer, { student, customExamId, sessionId, at, seat: 7 }),
        ),
      );
      expect(outcomes.sort()).toEqual([
        'appointment.seatTaken',
        'appointment.seatTaken',
        'appointment.seatTaken',
        'appointment.seatTaken',
        'appointment.seatTaken',
        'made',
      ]);
    }
  });

  it('[APPT-2] is distinct per day, slot and seat number', async () => {
    const [sessionId, customExamId, at, elsewhere] = [
      await aSession(first),
      await anExam(),
      await aSlot(),
      await aSlot(),
    ];
    const wish = async (changed: Partial<Wish>) =>
      makeAppointment(first, {
        student: await aStudent(first),
        customExamId,
        sessionId,
        at,
        seat: 1,
        ...changed,
      });
    expect(await wish({})).toBe('made');
    expect(await wish({})).toBe('appointment.seatTaken');
    expect(await wish({ seat: 2 })).toBe('made');
    expect(await wish({ day: '2026-06-11' })).toBe('made');
    expect(await wish({ at: elsewhere })).toBe('made');
  });

  it('must be in the room of its slot', async () => {
    const [here, there] = [await aSlot(), await aSlot()];
    const wish = {
      student: await aStudent(first),
      customExamId: await anExam(),
      sessionId: await aSession(first),
    };
    const at = { roomId: here.roomId, slotId: there.slotId };
    await expect(makeAppointment(first, { ...wish, at, seat: 1 })).rejects.toThrow('foreign key');
  });
});

describe('[APPT-2] a student', () => {
  it('[SAFE-8] [APPT-2] gets one appointment from two concurrent requests for the same exam', async () => {
    const [sessionId, customExamId] = [await aSession(first), await anExam()];
    for (let round = 0; round < 5; round += 1) {
      const student = await aStudent(first);
      const outcomes = await Promise.all(
        servers.map(async (server, n) =>
          makeAppointment(server, {
            student,
            customExamId,
            sessionId,
            at: await aSlot(),
            seat: 1,
            day: `2026-06-1${n}`,
          }),
        ),
      );
      expect(outcomes.sort()).toEqual(['appointment.examTwice', 'made']);
    }
  });

  it('[SAFE-8] never has overlapping appointments, also when two are made at once; consecutive ones are possible', async () => {
    const [student, sessionId] = [await aStudent(first), await aSession(first)];
    const sit = async (server: TestServer, from: string, to: string) =>
      makeAppointment(server, {
        student,
        customExamId: await anExam(),
        sessionId,
        at: await aSlot(),
        seat: 1,
        from,
        to,
      });
    const outcomes = await Promise.all([sit(first, '08:00', '10:00'), sit(second, '09:59', '12:00')]);
    expect(outcomes.sort()).toEqual(['appointment.elsewhere', 'made']);
    expect(await sit(first, '12:00', '14:00')).toBe('made');
  });
});

describe('the parts of a custom exam', () => {
  type Kind = 'summative' | 'integrative';
  async function aPart(customExamId: number, kind: Kind, position: number): Promise<number> {
    return idOf(
      await first.database.sql<
        Id[]
      >`insert into custom_exam_parts (custom_exam_id, position, kind, group_name)
        values (${customExamId}, ${position}, ${kind}, ${kind === 'integrative' ? 'Grup' : null}) returning id`,
    );
  }
  const ask = (customExamId: number, partId: number, kind: Kind, position: number, disciplineId: number) =>
    first.database.sql`
      insert into custom_exam_disciplines (part_id, custom_exam_id, kind, discipline_id, position, questions)
      values (${partId}, ${customExamId}, ${kind}, ${disciplineId}, ${position}, 5)`;

  it('a summative part has one discipline, an integrative one several', async () => {
    const exam = await anExam();
    const [summative, integrative] = [await aPart(exam, 'summative', 1), await aPart(exam, 'integrative', 2)];
    const discipline = async () => (await aDiscipline(first)).id;
    await ask(exam, summative, 'summative', 1, await discipline());
    await expect(ask(exam, summative, 'summative', 2, await discipline())).rejects.toThrow(
      'custom_exam_disciplines_alone',
    );
    await ask(exam, integrative, 'integrative', 1, await discipline());
    await ask(exam, integrative, 'integrative', 2, await discipline());
    // The kind stored with a discipline must match its part; otherwise a second discipline could be added.
    await expect(ask(exam, summative, 'integrative', 2, await discipline())).rejects.toThrow('foreign key');
  });

  it('no discipline appears twice, not even in different parts', async () => {
    const exam = await anExam();
    const [one, other] = [await aPart(exam, 'summative', 1), await aPart(exam, 'integrative', 2)];
    const { id } = await aDiscipline(first);
    await ask(exam, one, 'summative', 1, id);
    await expect(ask(exam, other, 'integrative', 1, id)).rejects.toThrow('custom_exam_disciplines_once');
  });

  it('a group has a name, a summative part has none', async () => {
    const exam = await anExam();
    const part = (kind: Kind, name: string | null) => first.database.sql`
      insert into custom_exam_parts (custom_exam_id, position, kind, group_name) values (${exam}, 1, ${kind}, ${name})`;
    await expect(part('integrative', null)).rejects.toThrow('custom_exam_parts_named');
    await expect(part('summative', 'Grup')).rejects.toThrow('custom_exam_parts_named');
  });
});

it('[EXAM-15] exam events are append-only', async () => {
  const { sql } = first.database;
  await sql`insert into exam_events (exam_id, save_id, kind) values (1, gen_random_uuid(), 'b')`;
  await expect(sql`update exam_events set kind = 'f'`).rejects.toThrow('only ever appended');
  await expect(sql`delete from exam_events`).rejects.toThrow('only ever appended');
});
