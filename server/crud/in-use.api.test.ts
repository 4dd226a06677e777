import { describe, expect, it, test } from 'vitest';
import { entities } from '#contract/entities/registry.ts';
import type { Entity } from '#contract/entity.ts';
import type { Item } from '#contract/item.ts';
import { insertCustomExam, type NewCustomExam } from '#server/appointments/custom-exams.ts';
import { systemAuthor } from '#server/db/database.ts';
import { crudHooks } from '#server/hooks-of-entities.ts';
import { aDiscipline, aSection, aSeries, aStudent, aTeacher } from '#server/testing/accounts.ts';
import { aCustomExam, anAppointment, aSession } from '#server/testing/exams.ts';
import { useTestServer } from '#server/testing/server.ts';
import { useSignedInAs } from '#server/testing/use-signed-in.ts';
import { linkedFields } from './columns.ts';

const server = useTestServer();
const admin = useSignedInAs(server, 'admin');

/** An appointment that is over, with everything it depends on, by API path. */
async function anAppointmentAndItsGround() {
  const exam = await aCustomExam(server, { questions: 2 });
  const student = await aStudent(server, { studyPlace: exam.studyPlace });
  const sessionId = await aSession(server);
  const { id } = await anAppointment(server, {
    student,
    customExamId: exam.id,
    sessionId,
    from: -180,
    to: -60,
  });
  const [slot] = await server.database.sql<{ roomId: number; slotId: number }[]>`
    select room_id as "roomId", room_slot_id as "slotId" from appointments where id = ${id}`;
  return {
    examrooms: slot?.roomId,
    examroomslots: slot?.slotId,
    sessions: sessionId,
    students: student.studentId,
  };
}

describe('[STRUCT-7] what an appointment or a custom exam depends on cannot be deleted', () => {
  const held = ['examrooms', 'examroomslots', 'sessions', 'students'] as const;
  test.each(held)('[STRUCT-7] %s cannot be deleted while an appointment uses them', async (path) => {
    const ground = await anAppointmentAndItsGround();
    const refused = await admin.delete(`${path}/${ground[path]}`);
    expect([refused.statusCode, refused.json()]).toEqual([
      409,
      { error: 'resource.inUse', params: { by: 'appointment', count: 1 } },
    ]);
    await server.database.sql`delete from appointments where student_id = ${ground.students}`;
    expect((await admin.delete(`${path}/${ground[path]}`)).statusCode).toBe(204);
  });

  it('[STRUCT-7] a custom exam prevents the deletion of its section, series and disciplines', async () => {
    const { studyPlace } = await aDiscipline(server);
    const here = await aSection(server);
    const anExam = { name: 'Examen', year: 1, durationMinutes: 60 };
    const store = (exam: NewCustomExam) =>
      server.database.transaction(systemAuthor, (tx) => insertCustomExam(tx, exam));
    await store({ ...anExam, ...here, seriesIds: [], parts: [] });
    const inUse = { error: 'resource.inUse', params: { by: 'customExam', count: 1 } };
    expect((await admin.delete(`sections/${here.sectionId}`)).json()).toEqual(inUse);

    const free = await aSeries(server, studyPlace);
    const { id: disciplineId } = await aDiscipline(server, { studyPlace, holders: [await aTeacher(server)] });
    await store({
      ...anExam,
      collegeId: studyPlace.collegeId,
      sectionId: studyPlace.sectionId,
      seriesIds: [free.seriesId],
      parts: [{ disciplines: [{ disciplineId, questions: 5 }] }],
    });
    expect((await admin.delete(`series/${free.seriesId}`)).json()).toEqual(inUse);
    expect((await admin.delete(`disciplines/${disciplineId}`)).json()).toEqual(inUse);

    const draft = (await admin.get(`disciplines/${disciplineId}`)).json<Item>();
    const moved = await admin.put(`disciplines/${disciplineId}`, { ...draft, series: [free.seriesId] });
    expect([moved.statusCode, moved.json().error]).toEqual([409, 'discipline.placeInUse']);
  });

  it('[STRUCT-7] a slot with appointments cannot move to another room', async () => {
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

  it('[STRUCT-7] a student with an exam cannot be deleted, and the message names the exam', async () => {
    const exam = await aCustomExam(server, { questions: 2 });
    const student = await aStudent(server, { studyPlace: exam.studyPlace });
    await server.database.sql`
      insert into exam_groups (kind, user_id, student_id, discipline_id, name, duration_s, seed)
      values ('simulation', ${student.userId}, ${student.studentId}, ${exam.disciplineIds[0] ?? 0}, 'x', 60, 'x')`;
    const refused = await admin.delete(`students/${student.studentId}`);
    expect(refused.json()).toEqual({ error: 'resource.inUse', params: { by: 'exam', count: 1 } });
  });
});

it('[STRUCT-7] every table that can block a deletion has a name for the message', async () => {
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
  const named = [...ofEntities, ...Object.keys(crudHooks.otherTables)];
  expect(holding.map(({ name }) => name).filter((name) => !named.includes(name))).toEqual([]);
  expect(holding.length).toBeGreaterThan(10);
});
