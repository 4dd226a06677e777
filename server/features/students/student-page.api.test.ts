import { beforeAll, describe, expect, it } from 'vitest';
import type { LogEntry } from '#contract/administration.ts';
import type { Contest } from '#contract/contestations.ts';
import type { StudentPage } from '#contract/student-page.ts';
import { systemAuthor } from '#server/db/database.ts';
import { type NewSettlement, settle } from '#server/exams/regrading.ts';
import {
  anAssignment,
  anEnrolment,
  aSecretary,
  aSeries,
  aStudent,
  aTeacher,
  type SignedInPerson,
  signedIn,
} from '#server/testing/accounts.ts';
import { aContestedExam, aFinishedExam, filed } from '#server/testing/contestations.ts';
import { aCustomExam, type CustomExam } from '#server/testing/exams.ts';
import { editStudent } from '#server/testing/people-forms.ts';
import { errorOf } from '#server/testing/refusals.ts';
import { useTestServer } from '#server/testing/server.ts';
import { aRunningExam, sittingOf } from '#server/testing/sittings.ts';
import { useSignedInAs } from '#server/testing/use-signed-in.ts';

const server = useTestServer();
const admin = useSignedInAs(server, 'admin');
let secretary: SignedInPerson;
let exam: CustomExam;
let sitter: SignedInPerson;
let studentId: number;
let groupId: number;

async function teaching(part: 'holder' | 'collaborator', disciplineId: number): Promise<SignedInPerson> {
  const teacher = await aTeacher(server);
  await server.database.transaction(
    systemAuthor,
    (tx) =>
      tx`insert into discipline_teachers (discipline_id, email, part) values (${disciplineId}, ${teacher.email}, ${part})`,
  );
  return signedIn(server, teacher);
}

beforeAll(async () => {
  exam = await aCustomExam(server, { parts: 2, questions: 2 });
  const running = await aRunningExam(server, exam);
  await running.save(1, [0]);
  await running.finish();
  await server.database.transaction(
    systemAuthor,
    (tx) =>
      tx`update appointments set extra_minutes = 10, extra_reason = 'dislexie', needs_accessible = true where id = ${running.appointment.id}`,
  );
  sitter = running.student;
  groupId = running.exam.groupId;
  const [row] = await server.database.sql<
    { id: number }[]
  >`select id from students where user_id = ${sitter.userId}`;
  studentId = row?.id ?? 0;
  secretary = await signedIn(server, await aSecretary(server, { collegeId: exam.studyPlace.collegeId }));
});

const pageOf = async (caller: SignedInPerson, id = studentId) =>
  (await caller.get(`students/${id}/page`)).json<StudentPage>();

describe('[ADMIN-2] a student’s page', () => {
  it('[ADMIN-2] shows the office enrolments, appointments, sittings and the account', async () => {
    for (const caller of [admin, secretary]) {
      const page = await pageOf(caller);
      expect(page).toMatchObject({
        email: sitter.email,
        cnp: '6020304123450',
        phoneNumber: '0712345678',
        enrolments: [{ id: studentId, year: 1 }],
        appointments: [
          {
            examCustom: 'Examen de semestru',
            ...{ extraTime: 10, extraTimeReason: 'dislexie', accessibleSeat: true },
          },
        ],
        account: {
          userId: sitter.userId,
          password: 'own',
          isSignedIn: true,
          disabledAt: null,
          mayChange: true,
        },
      });
      // The second part of the sitting continues.
      expect(page.sittings).toHaveLength(2);
      expect(page.sittings.filter(({ finishedAt }) => finishedAt !== null)).toHaveLength(1);
      expect(page.account?.isSitting).toBe(true);
    }
  });

  it('[ROLE-11] shows a teacher of the series no personal data and no account', async () => {
    const [held = 0] = exam.disciplineIds;
    const collaborator = await teaching('collaborator', held);
    const page = await pageOf(collaborator);
    expect(page).toMatchObject({ email: sitter.email, cnp: null, phoneNumber: null, account: null });
    expect(page.enrolments).toHaveLength(1);
    expect(errorOf(await collaborator.get(`students/${studentId}/history`))).toEqual([403, 'auth.forbidden']);
  });

  it('[ROLE-5] shows a holder the exams of the disciplines they hold, a collaborator none', async () => {
    const [held = 0] = exam.disciplineIds;
    const holder = await pageOf(await teaching('holder', held));
    expect(holder.sittings).toHaveLength(1);
    expect(holder.appointments).toMatchObject([
      { extraTime: 10, extraTimeReason: null, accessibleSeat: false },
    ]);
    const collaborator = await pageOf(await teaching('collaborator', held));
    expect(collaborator).toMatchObject({ sittings: [], appointments: [] });
  });

  it('[ROLE-11] shows the reason for extra time at appointments of the viewer’s own office only', async () => {
    const [held = 0] = exam.disciplineIds;
    const elsewhere = await anEnrolment(server, sitter, { studyPlace: await aSeries(server) });
    const [section] = await server.database.sql<{ collegeId: number }[]>`
      select college_id as "collegeId" from students where id = ${elsewhere.studentId}`;
    const both = await teaching('holder', held);
    await anAssignment(server, both, { collegeId: section?.collegeId ?? 0 });
    const office = await signedIn(server, both);
    const page = await pageOf(office, elsewhere.studentId);
    expect(page.cnp).not.toBeNull();
    expect(page.appointments).toMatchObject([{ studentId, extraTime: 10, extraTimeReason: null }]);
  });

  it('[ROLE-5] shows the reason for extra time in a sitting to the student’s office, and only the minutes to a holder', async () => {
    const [held = 0] = exam.disciplineIds;
    for (const office of [admin, secretary])
      expect(await sittingOf(office, groupId)).toMatchObject({ extraTime: 10, extraTimeReason: 'dislexie' });
    const holder = await teaching('holder', held);
    expect(await sittingOf(holder, groupId)).toMatchObject({ extraTime: 10, extraTimeReason: null });
  });

  it('[ROLE-5] [CONT-6] shows the contestations of a sitting to administrators and to holders of the contested discipline', async () => {
    const contested = await aContestedExam(server);
    const sat = await aFinishedExam(server, contested);
    const id = await filed(sat, [1]);
    const [row] = await server.database.sql<{ id: number }[]>`
      select id from students where user_id = ${sat.student.userId}`;
    const contestsFor = async (caller: SignedInPerson) =>
      (await pageOf(caller, row?.id)).sittings.map(({ contests }) => contests);
    const [holder] = contested.holders as [SignedInPerson];
    const office = await signedIn(
      server,
      await aSecretary(server, { collegeId: contested.exam.studyPlace.collegeId }),
    );
    for (const caller of [admin, holder]) expect(await contestsFor(caller)).toEqual([[{ id, status: 'DP' }]]);
    expect(await contestsFor(office)).toEqual([[]]);
    const [question] = (await holder.get(`examContests/${id}`)).json<Contest>().questions;
    await holder.put(`examContests/${id}/resolve`, {
      questions: [{ examQuestionId: question?.examQuestionId, accepted: false }],
    });
    expect(await contestsFor(admin)).toEqual([[{ id, status: 'RS' }]]);
  });

  it('[ROLE-6] hides the data of another college and unreachable students from a secretary', async () => {
    const shared = await aStudent(server, { studyPlace: exam.studyPlace });
    const elsewhere = await anEnrolment(server, shared, {});
    expect((await pageOf(secretary, shared.studentId)).enrolments).toHaveLength(1);
    expect((await pageOf(secretary, shared.studentId)).account?.mayChange).toBe(false);
    expect((await pageOf(admin, shared.studentId)).enrolments).toHaveLength(2);
    for (const path of ['page', 'history'])
      expect(errorOf(await secretary.get(`students/${elsewhere.studentId}/${path}`))).toEqual([
        404,
        'resource.notFound',
      ]);
    const stranger = await signedIn(server, await aTeacher(server));
    expect(errorOf(await stranger.get(`students/${studentId}/page`))).toEqual([404, 'resource.notFound']);
    expect(errorOf(await sitter.get(`students/${studentId}/page`))[0]).toBe(409);
  });
});

describe('[ADMIN-2] the history of a student', () => {
  it('[ADMIN-2] lists who changed what, with the account if it may be opened', async () => {
    const student = await aStudent(server, { studyPlace: exam.studyPlace });
    expect((await editStudent(secretary, student.studentId, { groupeNumber: '7' })).statusCode).toBe(200);
    await secretary.post(`users/${student.userId}/disable`, {});
    const history = await secretary.get(`students/${student.studentId}/history?take=2`);
    expect(Number(history.headers['x-total-count'])).toBe(4);
    expect(history.json<LogEntry[]>()).toMatchObject([
      { action: 'accountDisabled', entity: 'users', actor: { id: secretary.userId } },
      {
        action: 'update',
        entity: 'students',
        changes: [{ field: 'group_number', before: null, after: '7' }],
      },
    ]);
    await anEnrolment(server, student, {});
    const narrower = (await secretary.get(`students/${student.studentId}/history`)).json<LogEntry[]>();
    expect(narrower.map(({ entity }) => entity)).toEqual(['students', 'students']);
  });

  it('[ROLE-11] [ADMIN-2] lists results and annulments to the office, contestations and settlements to those who see them', async () => {
    const contested = await aContestedExam(server);
    const [holder] = contested.holders as [SignedInPerson];
    const office = await signedIn(
      server,
      await aSecretary(server, { collegeId: contested.exam.studyPlace.collegeId }),
    );
    // Without answers: full points always change the score.
    const sat = await aFinishedExam(server, contested, { answer: [] });
    const id = await filed(sat, [1, 2]);
    const { questions: contestedQuestions } = (await holder.get(`examContests/${id}`)).json<Contest>();
    const decided = await holder.put(`examContests/${id}/resolve`, {
      questions: contestedQuestions.map(({ examQuestionId }, index) => ({
        examQuestionId,
        ...(index === 0 ? { accepted: false } : { accepted: true, settle: 'fullPoints', reach: 'student' }),
      })),
    });
    expect(decided.statusCode, decided.body).toBe(200);
    expect((await admin.post(`sittings/${sat.exam.groupId}/annul`, { reason: 'Alarmă' })).statusCode).toBe(
      204,
    );

    const historyOf = async (caller: SignedInPerson) =>
      (await caller.get(`students/${sat.student.studentId}/history?take=100`)).json<LogEntry[]>();
    const kindsOf = (entries: readonly LogEntry[]) =>
      new Set(entries.map(({ action, entity }) => `${entity} ${action}`));
    const seen = await historyOf(admin);
    expect([...kindsOf(seen)]).toEqual(
      expect.arrayContaining([
        'exams result',
        'appointments annulled',
        'exam_contests insert',
        'exam_contest_questions insert',
        'settlements resolved',
        'exam_contests resolved',
      ]),
    );
    const results = seen.filter(({ entity, action }) => entity === 'exams' && action === 'result');
    // The first result when the exam ended, the second after the settlement; the name says which exam it is.
    expect(results).toHaveLength(2);
    expect(results[0]?.changes.map(({ field }) => field)).toContain('score');
    expect(results[0]?.subject).toMatch(/, /);
    const statuses = seen.flatMap(({ changes }) => changes).filter(({ field }) => field === 'status');
    expect(statuses).toContainEqual({ field: 'status', before: 'DP', after: 'PAC' });

    const ofOffice = await historyOf(office);
    expect([...kindsOf(ofOffice)]).toEqual(expect.arrayContaining(['exams result', 'appointments annulled']));
    expect(ofOffice.filter(({ entity }) => /contest|settle/.test(entity))).toEqual([]);
    expect([...kindsOf(seen), ...kindsOf(ofOffice)].filter((kind) => kind.endsWith('sealed'))).toEqual([]);
    expect(errorOf(await holder.get(`students/${sat.student.studentId}/history`))).toEqual([
      403,
      'auth.forbidden',
    ]);
    const stranger = await signedIn(server, await aSecretary(server, { ...(await aSeries(server)) }));
    expect(errorOf(await stranger.get(`students/${sat.student.studentId}/history`))).toEqual([
      404,
      'resource.notFound',
    ]);
  });

  it('[ROLE-5] lists settlements of every reach, to a secretary who holds a discipline those of its questions', async () => {
    const contested = await aContestedExam(server, { disciplines: 2 });
    const sat = await aFinishedExam(server, contested);
    const elsewhere = await aFinishedExam(server, await aContestedExam(server));
    const disciplines = await server.database.sql<
      { position: number; version: number; discipline: number }[]
    >`
      select q.position, v.id as version, c.discipline_id as discipline from exam_questions q
        join question_versions v on v.id = q.question_version_id join questions b on b.id = v.question_id
        join chapters c on c.id = b.chapter_id where q.exam_id = ${sat.exam.id} order by q.position`;
    const askedOf = (index: number) => {
      const [first, second] = disciplines.filter(
        ({ discipline }) => discipline === contested.exam.disciplineIds[index],
      );
      if (!first || !second) throw new Error('two questions of each discipline are asked');
      return { position: first.position, version: second.version };
    };
    const [mine, others] = [askedOf(0), askedOf(1)];
    const settled = async (...settlements: NewSettlement[]) =>
      (
        await server.database.transaction({ actorId: admin.userId, requestId: undefined }, (tx) =>
          settle(tx, settlements, { by: admin.userId }),
        )
      ).settlementIds;
    const { id: examId } = sat.exam;
    const full = { kind: 'fullPoints', reach: 'student', examId } as const;
    const removed = { kind: 'removeAnswer', reach: 'session', examId, answers: 1 } as const;
    const mode = { kind: 'scoringMode', scoringMode: 'WRONG_CANCELS' } as const;
    const ofMine = await settled(
      { ...full, position: mine.position },
      { ...removed, questionVersionId: mine.version },
    );
    const ofOthers = await settled(
      { ...full, position: others.position },
      { ...removed, questionVersionId: others.version },
    );
    const ofExam = await settled(
      { ...mode, reach: 'session', examId },
      { ...mode, reach: 'student', examId },
    );
    await settled({ ...mode, reach: 'session', examId: elsewhere.exam.id });

    const { collegeId } = contested.exam.studyPlace;
    const [holder, colleague] = contested.holders as [SignedInPerson, SignedInPerson];
    await anAssignment(server, holder, { collegeId });
    const seenBy = async (caller: SignedInPerson) =>
      (await caller.get(`students/${sat.student.studentId}/history?take=100`))
        .json<LogEntry[]>()
        .flatMap(({ entity, entityId }) => (entity === 'settlements' ? [Number(entityId)] : []))
        .sort((a, b) => a - b);
    const office = await signedIn(server, holder);
    expect(await seenBy(office)).toEqual(ofMine);
    expect(await seenBy(admin)).toEqual([...ofMine, ...ofOthers, ...ofExam]);
    await server.database.transaction(
      systemAuthor,
      (tx) => tx`update discipline_teachers set email = ${holder.email} where email = ${colleague.email}`,
    );
    expect(await seenBy(office)).toEqual([...ofMine, ...ofOthers, ...ofExam]);
  });
});
