import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { entities } from '#contract/entities/registry.ts';
import type { Entity } from '#contract/entity.ts';
import type { Item } from '#contract/item.ts';
import { openings } from '#server/openings.ts';
import {
  aDiscipline,
  aSection,
  aSeries,
  aStudent,
  aTeacher,
  type SignedInPerson,
  signedInAs,
} from '#server/testing/accounts.ts';
import { aCustomExam, anAppointment, aSession } from '#server/testing/exams.ts';
import { type TestServer, testServer } from '#server/testing/server.ts';
import { linkedFields } from './columns.ts';

let server: TestServer;
let admin: SignedInPerson;

beforeAll(async () => {
  server = await testServer();
  admin = await signedInAs(server, 'admin');
});
afterAll(() => server.close());

/** An appointment with everything it hangs on, by the paths a screen would delete them at. */
async function anAppointmentAndItsGround() {
  const exam = await aCustomExam(server, { questions: 2 });
  const student = await aStudent(server, { place: exam.place });
  const sessionId = await aSession(server);
  const { id } = await anAppointment(server, { student, customExamId: exam.id, sessionId });
  const [place] = await server.database.sql<{ roomId: number; slotId: number }[]>`
    select room_id as "roomId", room_slot_id as "slotId" from appointments where id = ${id}`;
  return {
    examrooms: place?.roomId,
    examroomslots: place?.slotId,
    sessions: sessionId,
    students: student.studentId,
  };
}

describe('[STRUCT-7] what an appointment or a custom exam hangs on stays', () => {
  const held = ['examrooms', 'examroomslots', 'sessions', 'students'] as const;
  test.each(held)('[STRUCT-7] %s are held by an appointment, and let go with it', async (path) => {
    const ground = await anAppointmentAndItsGround();
    const refused = await admin.delete(`${path}/${ground[path]}`);
    expect([refused.statusCode, refused.json()]).toEqual([
      409,
      { error: 'resource.inUse', params: { by: 'appointment', count: 1 } },
    ]);
    await server.database.sql`delete from appointments where student_id = ${ground.students}`;
    expect((await admin.delete(`${path}/${ground[path]}`)).statusCode).toBe(204);
  });

  it('[STRUCT-7] a section, a series and a discipline are held by a custom exam', async () => {
    const { place } = await aDiscipline(server);
    const here = await aSection(server);
    const { sql } = server.database;
    await sql`insert into custom_exams (name, college_id, section_id, year, duration_minutes)
      values ('Examen', ${here.collegeId}, ${here.sectionId}, 1, 60)`;
    const inUse = { error: 'resource.inUse', params: { by: 'customExam', count: 1 } };
    expect((await admin.delete(`sections/${here.sectionId}`)).json()).toEqual(inUse);

    const free = await aSeries(server, place);
    const { id: disciplineId } = await aDiscipline(server, { place, holders: [await aTeacher(server)] });
    await sql`
      with exam as (insert into custom_exams (name, college_id, section_id, year, duration_minutes)
        values ('Examen', ${place.collegeId}, ${place.sectionId}, 1, 60) returning id),
      part as (insert into custom_exam_parts (custom_exam_id, position, kind)
        select id, 1, 'summative' from exam returning id, custom_exam_id),
      asked as (insert into custom_exam_disciplines (part_id, custom_exam_id, kind, discipline_id, position, questions)
        select id, custom_exam_id, 'summative', ${disciplineId}, 1, 5 from part)
      insert into custom_exam_series (custom_exam_id, series_id) select id, ${free.seriesId} from exam`;
    expect((await admin.delete(`series/${free.seriesId}`)).json()).toEqual(inUse);
    expect((await admin.delete(`disciplines/${disciplineId}`)).json()).toEqual(inUse);

    const draft = (await admin.get(`disciplines/${disciplineId}`)).json<Item>();
    const moved = await admin.put(`disciplines/${disciplineId}`, { ...draft, series: [free.seriesId] });
    expect([moved.statusCode, moved.json().error]).toEqual([409, 'discipline.placeInUse']);
  });

  it('[STRUCT-7] a slot in which somebody sits is not moved to another room', async () => {
    const [ground, other] = [await anAppointmentAndItsGround(), await anAppointmentAndItsGround()];
    const slot = (await admin.get(`examroomslots/${ground.examroomslots}`)).json<Item>();
    const moved = await admin.put(`examroomslots/${ground.examroomslots}`, {
      ...slot,
      examRoomId: other.examrooms,
      startHour: '06:00',
      endHour: '07:00',
    });
    expect([moved.statusCode, moved.json()]).toEqual([
      409,
      { error: 'resource.inUse', params: { by: 'appointment', count: 1 } },
    ]);
  });

  it('[STRUCT-7] whoever has sat an exam stays, and the exam is what is named', async () => {
    const exam = await aCustomExam(server, { questions: 2 });
    const student = await aStudent(server, { place: exam.place });
    await server.database.sql`
      insert into exam_groups (kind, user_id, student_id, discipline_id, name, duration_s, seed)
      values ('simulation', ${student.userId}, ${student.studentId}, ${exam.disciplineIds[0] ?? 0}, 'x', 60, 'x')`;
    const refused = await admin.delete(`students/${student.studentId}`);
    expect(refused.json()).toEqual({ error: 'resource.inUse', params: { by: 'exam', count: 1 } });
  });
});

it('[STRUCT-7] every table whose rows can hold a row of a screen in place has a name that is said then', async () => {
  const all = entities as readonly Entity[];
  const ofEntities = all.flatMap((entity) => [
    entity.table,
    ...linkedFields(entity).map(([, , link]) => link.table),
  ]);
  const holding = await server.database.sql<{ name: string }[]>`
    select distinct conrelid::regclass::text as name from pg_constraint
     where contype = 'f' and confdeltype in ('a', 'r')
       and confrelid = any(${all.map(({ table }) => table)}::regclass[])
       -- Accounts are never deleted.
       and confrelid <> 'users'::regclass`;
  const named = [...ofEntities, ...Object.keys(openings.otherTables)];
  expect(holding.map(({ name }) => name).filter((name) => !named.includes(name))).toEqual([]);
  expect(holding.length).toBeGreaterThan(10);
});
