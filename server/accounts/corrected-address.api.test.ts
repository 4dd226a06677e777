import { decodeJwt } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Item } from '#contract/item.ts';
import { prepareDuePapers } from '#server/exams/official-papers.ts';
import {
  anAccount,
  anEnrolment,
  aSecretary,
  aStudent,
  aTeacher,
  type SignedInPerson,
  signedIn,
  signedInAs,
  testPassword,
} from '#server/testing/accounts.ts';
import {
  correct,
  countStrayRows,
  newAddress,
  record,
  resultsOf,
  signIn,
  takeWholeExam,
} from '#server/testing/corrections.ts';
import {
  aCandidate,
  aCustomExam,
  anAppointment,
  aSession,
  aTaughtDiscipline,
  type CustomExam,
} from '#server/testing/exams.ts';
import { useTestServer } from '#server/testing/server.ts';
import { aRunningExam, runningExam } from '#server/testing/sittings.ts';

const server = useTestServer();
let custom: CustomExam;
let admin: SignedInPerson;
let secretary: SignedInPerson;
beforeAll(async () => {
  custom = await aCustomExam(server, { questions: 2 });
  admin = await signedInAs(server, 'admin');
  secretary = await signedIn(server, await aSecretary(server, { collegeId: custom.studyPlace.collegeId }));
});

type AccountRow = { id: number; email: string; passwordHash: string | null; invited: boolean };
async function accountAt(email: string): Promise<AccountRow | undefined> {
  const [row] = await server.database.sql<AccountRow[]>`
    select id, email, password_hash as "passwordHash", invited_at is not null as invited from users where email = ${email}`;
  return row;
}

const signInStatus = async (email: string) =>
  (await server.caller().post('login', { email, password: testPassword })).statusCode;

/** A student with an appointment, and a second enrolment under the correct address. */
async function aCandidateWithAnotherAccount() {
  const candidate = await aCandidate(server, custom);
  const right = await aStudent(server, { studyPlace: custom.studyPlace });
  return { candidate, right };
}

describe('[SAFE-22] correcting an address renames an account with a single enrolment', () => {
  it('[SAFE-22] before the exam: the waiting paper can be begun, answered, handed in, recorded and viewed', async () => {
    const candidate = await aCandidate(server, custom);
    await prepareDuePapers(server.services);
    const email = newAddress();
    expect((await correct(secretary, candidate, email)).json()).toMatchObject({
      email,
      userId: candidate.userId,
    });
    await takeWholeExam(server, candidate, candidate.appointment.examId);
    expect((await accountAt(candidate.email))?.id).toBeUndefined();
    expect(await signInStatus(candidate.email)).toBe(401);
    const again = await signIn(server, email, candidate.studentId);
    expect(again.userId).toBe(candidate.userId);
    expect(await resultsOf(again)).toEqual([candidate.appointment.examId]);
  });

  it('[SAFE-22] before the exam: a later sign-in can begin as well', async () => {
    const candidate = await aCandidate(server, custom);
    await prepareDuePapers(server.services);
    const email = newAddress();
    await correct(secretary, candidate, email);
    await takeWholeExam(server, await signIn(server, email), candidate.appointment.examId);
  });

  it('[SAFE-22] [AUTH-8] during the exam: sign-in, writer and saves continue', async () => {
    const exam = await aRunningExam(server, custom);
    const { student } = exam;
    const email = newAddress();
    expect((await exam.save(1, [0])).statusCode).toBe(200);
    expect((await correct(secretary, student, email)).statusCode).toBe(200);
    expect((await exam.save(2, [1])).statusCode).toBe(200);
    expect((await exam.storedAt(1)).ticks).not.toBe(0);
    expect((await exam.storedAt(2)).ticks).not.toBe(0);
    const renewed = (await student.post('renewToken', {})).json();
    expect(decodeJwt(renewed.accessToken)).toMatchObject({ Email: email, sub: String(student.userId) });
    expect((await server.caller(renewed.accessToken).get('profile')).json()).toMatchObject({
      pkStudent: student.studentId,
    });
    expect((await exam.finish()).json()).toMatchObject({ status: 'Finished' });
    expect((await record(student, exam.exam.groupId)).statusCode).toBe(201);
    expect(await resultsOf(student)).toEqual([exam.exam.id]);
  });

  it('[SAFE-22] during the exam: a sign-in with the new address resumes it', async () => {
    const exam = await aRunningExam(server, custom);
    await exam.save(1, [0]);
    const email = newAddress();
    await correct(secretary, exam.student, email);
    const again = await signIn(server, email);
    const resumed = (await again.post('prepareExam/')).json();
    expect(resumed).toMatchObject({ id: exam.exam.id, status: 'Started' });
    const taken = (await again.get(`fullExam?groupId=${exam.exam.groupId}`)).json();
    const here = runningExam(server, again, { ...resumed, writer: taken.writer });
    expect((await here.save(2, [0])).statusCode).toBe(200);
    expect((await here.storedAt(1)).ticks).not.toBe(0);
  });

  it('[SAFE-22] after the exam: result and recording stay, and a late recording still arrives', async () => {
    const exam = await aRunningExam(server, custom);
    const { groupId } = exam.exam;
    await exam.finish();
    await record(exam.student, groupId);
    const email = newAddress();
    await correct(secretary, exam.student, email);
    expect(await resultsOf(exam.student)).toEqual([exam.exam.id]);
    expect(await resultsOf(await signIn(server, email))).toEqual([exam.exam.id]);
    expect((await record(exam.student, groupId, 2)).json()).toEqual({ name: `${groupId}.2.json` });
  });

  it('[SAFE-22] a change of case only is the same address', async () => {
    const candidate = await aCandidate(server, custom);
    const email = candidate.email.toUpperCase();
    expect((await correct(secretary, candidate, email)).json()).toMatchObject({ email });
    expect((await accountAt(email))?.id).toBe(candidate.userId);
    await takeWholeExam(server, candidate, candidate.appointment.examId);
  });

  it('[SAFE-22] [SAFE-13] the audit log records who changed which address', async () => {
    const student = await aStudent(server, { studyPlace: custom.studyPlace });
    const email = newAddress();
    await correct(secretary, student, email);
    const entries = await server.database.sql`
      select actor_id, action, entity, audit_decrypted(before) ->> 'email' as before,
             audit_decrypted(after) ->> 'email' as after from audit_log
       where (entity = 'users' and entity_id = ${String(student.userId)}
              or entity = 'students' and entity_id = ${String(student.studentId)}) and before is not null
       order by entity`;
    const change = {
      actor_id: secretary.userId,
      action: 'addressCorrected',
      before: student.email,
      after: email,
    };
    expect([...entries]).toEqual([
      { ...change, entity: 'students' },
      { ...change, entity: 'users' },
    ]);
  });
});

describe('[SAFE-22] correcting to an address with an account moves the enrolment', () => {
  it('[SAFE-22] before the exam: the account of the new address begins the waiting paper', async () => {
    const { candidate, right } = await aCandidateWithAnotherAccount();
    await prepareDuePapers(server.services);
    expect((await correct(secretary, candidate, right.email)).json()).toMatchObject({ userId: right.userId });
    expect(await countStrayRows(server)).toBe(0);
    await takeWholeExam(
      server,
      await signIn(server, right.email, candidate.studentId),
      candidate.appointment.examId,
    );
    expect((await candidate.post('prepareExam/')).json()).toMatchObject({ id: 0, status: 'exam.none' });
    expect(await resultsOf(candidate)).toEqual([]);
  });

  it('[SAFE-22] during the exam: it is refused with its own message and changes nothing; afterwards it works', async () => {
    const exam = await aRunningExam(server, custom);
    const { student } = exam;
    const right = await aStudent(server, { studyPlace: custom.studyPlace });
    const refused = await correct(secretary, student, right.email);
    expect([refused.statusCode, refused.json()]).toEqual([
      409,
      {
        error: 'student.sitting',
        params: {},
        errors: [{ path: 'email', error: 'student.sitting', params: {} }],
      },
    ]);
    expect((await secretary.get(`students/${student.studentId}`)).json()).toMatchObject({
      email: student.email,
      userId: student.userId,
    });
    expect(await signInStatus(student.email)).toBe(200);
    expect((await exam.save(1, [0])).statusCode).toBe(200);
    await exam.finish();
    await record(student, exam.exam.groupId);

    expect((await correct(secretary, student, right.email)).statusCode).toBe(200);
    const owner = await signIn(server, right.email, student.studentId);
    expect(await resultsOf(owner)).toEqual([exam.exam.id]);
    expect((await owner.put(`examScore/?examId=${exam.exam.id}`)).statusCode).toBe(200);
    expect((await record(owner, exam.exam.groupId, 2)).json().name).toBe(`${exam.exam.groupId}.2.json`);
    expect(await resultsOf(student)).toEqual([]);
    expect((await student.put(`examScore/?examId=${exam.exam.id}`)).statusCode).toBe(404);
  });

  it('[SAFE-22] a recording still in the browser arrives after the exam moved to the other account', async () => {
    const exam = await aRunningExam(server, custom);
    const right = await aStudent(server, { studyPlace: custom.studyPlace });
    await exam.finish();
    await correct(secretary, exam.student, right.email);
    expect((await record(exam.student, exam.exam.groupId)).statusCode).toBe(201);
    const stranger = await aCandidate(server, custom);
    expect((await record(stranger, exam.exam.groupId, 2)).statusCode).toBe(404);
  });

  it('[SAFE-22] while a simulation runs it is refused too, so no tick is lost', async () => {
    await aSession(server, { simulation: true });
    const { id: pkDiscipline } = await aTaughtDiscipline(server, {
      studyPlace: custom.studyPlace,
      questions: 2,
    });
    const student = await signedIn(server, await aStudent(server, { studyPlace: custom.studyPlace }));
    const right = await aStudent(server, { studyPlace: custom.studyPlace });
    const begun = (await student.post('prepareSimulation', { pkDiscipline })).json();
    expect(begun).toMatchObject({ status: 'Started' });
    expect((await correct(secretary, student, right.email)).json().error).toBe('student.sitting');
    await student.put(`examFinish/?examId=${begun.id}`);
    expect((await correct(secretary, student, right.email)).statusCode).toBe(200);
    const owner = await signIn(server, right.email, student.studentId);
    expect((await owner.get('examsPreview?kind=simulation')).json()).toMatchObject([
      { exam: { id: begun.id } },
    ]);
  });

  it('[SAFE-22] the abandoned account keeps no password for the next owner of its address', async () => {
    const { candidate, right } = await aCandidateWithAnotherAccount();
    await correct(secretary, candidate, right.email);
    expect(await accountAt(candidate.email)).toMatchObject({ id: candidate.userId, passwordHash: null });
    expect(await signInStatus(candidate.email)).toBe(401);
    expect(await signInStatus(right.email)).toBe(200);
  });
});

describe('[SAFE-22] an account with more rows is not renamed', () => {
  it('[SAFE-22] with another enrolment: only the corrected one moves, with its papers and results', async () => {
    const person = await anAccount(server);
    const [first, second] = [
      await anEnrolment(server, person, { studyPlace: custom.studyPlace }),
      await anEnrolment(server, person, { studyPlace: custom.studyPlace }),
    ];
    const examIds = [];
    for (const [index, enrolment] of [first, second].entries()) {
      const { examId } = await anAppointment(server, { student: enrolment, customExamId: custom.id });
      await takeWholeExam(server, await signedIn(server, enrolment), examId);
      examIds.push(examId);
      // A person has no overlapping appointments, so each gets its own day.
      const days = index + 1;
      await server.database
        .sql`update appointments set starts_at = starts_at - make_interval(days => ${days}),
        ends_at = ends_at - make_interval(days => ${days}) where exam_id = ${examId}`;
    }
    const email = newAddress();
    const changed = (await correct(secretary, first, email)).json<Item>();
    expect(changed.userId).not.toBe(person.userId);
    expect(await accountAt(person.email)).toMatchObject({ id: person.userId });
    expect(await resultsOf(await signIn(server, person.email))).toEqual([examIds[1]]);
    const moved = await signedIn(server, {
      userId: Number(changed.userId),
      email,
      studentId: first.studentId,
    });
    expect(await resultsOf(moved)).toEqual([examIds[0]]);
    expect(await countStrayRows(server)).toBe(0);
  });

  it('[SAFE-22] of a teacher: the teacher keeps address, disciplines and trials', async () => {
    const teacher = await aTeacher(server);
    const enrolment = await anEnrolment(server, teacher, { studyPlace: custom.studyPlace });
    const { examId } = await anAppointment(server, { student: enrolment, customExamId: custom.id });
    await prepareDuePapers(server.services);
    const email = newAddress();
    const changed = (await correct(admin, enrolment, email)).json<Item>();
    expect(await accountAt(teacher.email)).toMatchObject({ id: teacher.userId });
    const moved = { userId: Number(changed.userId), email, studentId: enrolment.studentId };
    expect(moved.userId).not.toBe(teacher.userId);
    await takeWholeExam(server, await signedIn(server, moved), examId);
  });
});
