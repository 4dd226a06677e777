import { beforeAll, describe, expect, it } from 'vitest';
import type { Item } from '#contract/item.ts';
import {
  anEnrolment,
  aSecretary,
  aSeries,
  aStudent,
  aTeacher,
  type SignedInPerson,
  signedIn,
  signedInAs,
} from '#server/testing/accounts.ts';
import { correct, newAddress, resultsOf, signIn, takeWholeExam } from '#server/testing/corrections.ts';
import { aCandidate, aCustomExam, anAppointment, type CustomExam } from '#server/testing/exams.ts';
import { editStudent, studentForm } from '#server/testing/people-forms.ts';
import { useTestServer } from '#server/testing/server.ts';
import { runningExam } from '#server/testing/sittings.ts';

const server = useTestServer();
let custom: CustomExam;
let admin: SignedInPerson;
let secretary: SignedInPerson;
beforeAll(async () => {
  custom = await aCustomExam(server, { questions: 2 });
  admin = await signedInAs(server, 'admin');
  secretary = await signedIn(server, await aSecretary(server, { collegeId: custom.studyPlace.collegeId }));
});

const accountAt = async (email: string) =>
  (await server.database.sql<{ id: number }[]>`select id from users where email = ${email}`)[0]?.id;

/** A student with a result. */
async function aSitter(): Promise<SignedInPerson & { examId: number }> {
  const candidate = await aCandidate(server, custom);
  await takeWholeExam(server, candidate, candidate.appointment.examId);
  return { ...candidate, examId: candidate.appointment.examId };
}

describe('[SAFE-22] addresses that change owners', () => {
  it('[SAFE-22] two students exchange mixed-up addresses through a third one and keep everything', async () => {
    const [one, two] = [await aSitter(), await aSitter()];
    for (const [who, email] of [
      [one, newAddress()],
      [two, one.email],
      [one, two.email],
    ] as const)
      expect((await correct(secretary, who, email)).statusCode).toBe(200);
    for (const [address, who] of [
      [two.email, one],
      [one.email, two],
    ] as const) {
      const now = await signIn(server, address);
      expect([now.userId, await resultsOf(now)]).toEqual([who.userId, [who.examId]]);
    }
  });

  it('[SAFE-22] a direct exchange is refused, since both would share one account and password for a while', async () => {
    const [one, two] = [await aSitter(), await aSitter()];
    await editStudent(secretary, one.studentId ?? 0, { cnp: '6140101070075' });
    const refused = await correct(secretary, one, two.email);
    expect([refused.statusCode, refused.json().errors]).toEqual([
      409,
      [{ path: 'email', error: 'student.addressOfAnother', params: {} }],
    ]);
    const form = await studentForm(secretary, one.studentId ?? 0, { email: two.email, nrMatricol: null });
    expect((await admin.post('students', form)).json().error).toBe('student.addressOfAnother');
    expect([await resultsOf(one), await resultsOf(two)]).toEqual([[one.examId], [two.examId]]);
  });

  it('[SAFE-22] an address belongs to its current owner, not to a former one', async () => {
    const former = await aSitter();
    await correct(secretary, former, newAddress());
    const next = await aSitter();
    await correct(secretary, next, former.email);
    expect(await resultsOf(await signIn(server, former.email))).toEqual([next.examId]);
    const form = await studentForm(admin, next.studentId ?? 0, { email: next.email, nrMatricol: null });
    const newcomer = (await admin.post('students', form)).json<Item>();
    expect([former.userId, next.userId]).not.toContain(newcomer.userId);
  });
});

describe('[SAFE-22] the addresses of staff', () => {
  it('[SAFE-22] a teacher whose address is corrected keeps account, sign-in, enrolment and a running exam', async () => {
    const teacher = await aTeacher(server, { name: 'Dr. Ana Pop' });
    const enrolment = await anEnrolment(server, teacher, { studyPlace: custom.studyPlace });
    const { examId } = await anAppointment(server, { student: enrolment, customExamId: custom.id });
    const caller = await signedIn(server, enrolment);
    const begun = (await caller.post('prepareExam/')).json();
    const email = newAddress();
    const corrected = await admin.put(`teachers/${teacher.userId}`, { name: 'Dr. Ana Pop', email });
    expect(corrected.statusCode).toBe(200);
    expect((await runningExam(server, caller, begun).save(1, [0])).statusCode).toBe(200);
    expect((await admin.get(`students/${enrolment.studentId}`)).json()).toMatchObject({
      email,
      userId: teacher.userId,
    });
    await takeWholeExam(server, await signIn(server, email, enrolment.studentId), examId);
  });

  it('[SAFE-22] a secretary whose address is corrected keeps account, name and sign-in', async () => {
    const studyPlace = await aSeries(server);
    const person = await aSecretary(server, { collegeId: studyPlace.collegeId, name: 'Maria Stan' });
    const caller = await signedIn(server, person);
    const email = newAddress();
    const draft = { email, college: studyPlace.collegeId, section: null, series: [], year: 0 };
    expect((await admin.put(`secretars/${person.secretaryId}`, draft)).json()).toMatchObject({
      userId: person.userId,
    });
    expect((await caller.get('profile')).json()).toMatchObject({ name: 'Maria Stan' });
    expect((await signIn(server, email)).userId).toBe(person.userId);
  });

  it('[SAFE-22] an assignment given to another user’s address leaves both accounts with their owners', async () => {
    const [person, other] = [await aSecretary(server), await aStudent(server)];
    const draft = { email: other.email, college: person.collegeId, section: null, series: [], year: 0 };
    expect((await admin.put(`secretars/${person.secretaryId}`, draft)).json()).toMatchObject({
      userId: other.userId,
    });
    expect(await accountAt(person.email)).toBe(person.userId);
    expect(await accountAt(other.email)).toBe(other.userId);
  });
});
