import { beforeAll, describe, expect, it } from 'vitest';
import type { StudentExam } from '#contract/students-exams.ts';
import {
  aSecretary,
  aSeries,
  aTeacher,
  type Person,
  type SignedInPerson,
  signedIn,
  signedInAs,
} from '#server/testing/accounts.ts';
import { aContestedExam, aFinishedExam, filed } from '#server/testing/contestations.ts';
import {
  aCandidate,
  aCustomExam,
  anIntegrativeExam,
  aSession,
  aTaughtDiscipline,
  type CustomExam,
} from '#server/testing/exams.ts';
import { useTestServer } from '#server/testing/server.ts';
import { aRunningExam, correctAt, sittingOf } from '#server/testing/sittings.ts';
import { upload } from '#server/testing/upload.ts';
import { useSignedInAs } from '#server/testing/use-signed-in.ts';

const server = useTestServer();
const admin = useSignedInAs(server, 'admin');
let custom: CustomExam;
beforeAll(async () => {
  custom = await aCustomExam(server, { questions: 4 });
});

const rows = async (caller: SignedInPerson, query: string) =>
  (await caller.get(`studentsExams?${query}`)).json<StudentExam[]>();
const teaches = (person: Person, disciplineId: number, part: 'holder' | 'collaborator') => server.database
  .sql`
  insert into discipline_teachers (discipline_id, email, part) values (${disciplineId}, ${person.email}, ${part})`;

/** A cohort: one perfect exam, one empty exam, one running, one absent student, all of one session. */
async function aCohort() {
  const exam = await aCustomExam(server, { questions: 4 });
  const sessionId = await aSession(server);
  const best = await aRunningExam(server, exam, { sessionId });
  for (let index = 1; index <= 4; index += 1)
    await best.save(index, await correctAt(best, index), { seq: index });
  await best.finish();
  const empty = await aRunningExam(server, exam, { sessionId });
  await empty.finish();
  const running = await aRunningExam(server, exam, { sessionId });
  const absent = await aCandidate(server, exam, { sessionId, from: -200, to: -10 });
  await aCandidate(server, exam, { sessionId, from: 300, to: 420 });
  return { exam, sessionId, best, empty, running, absent };
}

describe('the list of students’ exams', () => {
  it('[RESU-3] has the fields of the spec, filters, totals and an export; absent students appear', async () => {
    const { exam, sessionId, best, empty, running } = await aCohort();
    const all = await rows(admin, `examCustomId=${exam.id}`);
    expect(all.map(({ examId, state }) => [examId, state]).sort()).toEqual(
      [
        [best.exam.id, 'finished'],
        [empty.exam.id, 'finished'],
        [running.exam.id, 'running'],
        [null, 'absent'],
      ].sort(),
    );
    expect(all.find(({ examId }) => examId === best.exam.id)).toMatchObject({
      groupId: best.exam.groupId,
      firstName: expect.any(String),
      lastName: expect.any(String),
      numarMatricol: expect.any(String),
      year: exam.studyPlace.year,
      score: 40,
      maxPoints: 40,
      grade: 10,
      isPartial: false,
    });
    const { seriesId } = exam.studyPlace;
    for (const [query, count] of [
      [`sessionId=${sessionId}`, 4],
      [`sessionId=${await aSession(server)}`, 0],
      [`pkDiscipline=${exam.disciplineIds[0]}`, 4],
      [`pkDiscipline=${custom.disciplineIds[0]}&examCustomId=${exam.id}`, 0],
      [`seriesId=${seriesId}`, 4],
      [`seriesId=${custom.studyPlace.seriesId}&examCustomId=${exam.id}`, 0],
      [`examCustomId=${exam.id}&state=absent`, 1],
      [`examCustomId=${exam.id}&search=nimeni`, 0],
    ] as const) {
      const response = await admin.get(`studentsExams?${query}`);
      expect([query, response.headers['x-total-count'], response.json().length]).toEqual([
        query,
        String(count),
        count,
      ]);
    }
    expect((await admin.get(`studentsExams/totals?examCustomId=${exam.id}`)).json()).toEqual({
      sat: 2,
      absent: 1,
      running: 1,
      annulled: 0,
      passed: 1,
      mean: 5.5,
    });
    const byGrade = await rows(admin, `examCustomId=${exam.id}&sort=grade&desc=true&take=1`);
    expect(byGrade[0]?.examId).toBe(best.exam.id);
    const file = await admin.get(
      `studentsExams/export?examCustomId=${exam.id}&format=csv&lang=ro&columns=examId,state,grade&sort=grade`,
    );
    expect(file.body.slice(1).trimEnd().split('\r\n')).toEqual([
      'Nr.,Stare,Notă',
      `${empty.exam.id},încheiat,1`,
      `${best.exam.id},încheiat,10`,
      expect.stringMatching(/în desfășurare|neprezentat/),
      expect.stringMatching(/în desfășurare|neprezentat/),
    ]);
    // The column of contestations shows their state, as the list does.
    const contested = await aContestedExam(server);
    await filed(await aFinishedExam(server, contested), [1]);
    await aFinishedExam(server, contested);
    const columns = await admin.get(
      `studentsExams/export?examCustomId=${contested.exam.id}&format=csv&lang=ro&columns=state,contests&sort=examId`,
    );
    expect(columns.body.slice(1).trimEnd().split('\r\n')).toEqual([
      'Stare,Contestație',
      'încheiat,Depusă',
      'încheiat,',
    ]);
    const { customExams } = (await admin.get('studentsExams/choices')).json();
    expect(customExams).toContainEqual({ id: exam.id, name: 'Examen de semestru' });
  });

  it('[RESU-3] [ROLE-5] [ROLE-10] shows holders, secretaries and the dean’s office the exams in their scope', async () => {
    const { exam } = await aCohort();
    const holder = await aTeacher(server);
    const collaborator = await aTeacher(server);
    await teaches(holder, exam.disciplineIds[0] ?? 0, 'holder');
    await teaches(collaborator, exam.disciplineIds[0] ?? 0, 'collaborator');
    const { collegeId } = exam.studyPlace;
    const seen = async (caller: SignedInPerson) => (await rows(caller, `examCustomId=${exam.id}`)).length;
    expect(await seen(await signedIn(server, holder))).toBe(4);
    expect(await seen(await signedIn(server, collaborator))).toBe(0);
    expect(await seen(await signedIn(server, await aSecretary(server, { collegeId })))).toBe(4);
    expect(await seen(await signedInAs(server, 'secretary'))).toBe(0);
    const dean = await signedInAs(server, 'dean');
    expect(await seen(dean)).toBe(4);
    // A dean who also teaches can open exams of held disciplines, and only list the others.
    const opened = async (caller: SignedInPerson) =>
      (await rows(caller, `examCustomId=${exam.id}`)).filter(({ mayOpen }) => mayOpen);
    expect(await opened(dean)).toEqual([]);
    const [other] = await rows(admin, `examCustomId=${exam.id}&state=running`);
    expect((await dean.get(`sittings/${other?.groupId}`)).statusCode).toBe(404);
    await teaches(dean, exam.disciplineIds[0] ?? 0, 'holder');
    const open = await opened(dean);
    expect(open).toHaveLength(3);
    for (const { groupId } of open) expect((await dean.get(`sittings/${groupId}`)).statusCode).toBe(200);
    expect((await (await signedInAs(server, 'student')).get('studentsExams')).statusCode).toBe(403);
  });

  it('[RESU-3] [ROLE-5] [UX-14] of an integrative exam shows a holder the score and questions of their discipline', async () => {
    const studyPlace = await aSeries(server);
    const [first, second] = [
      await aTaughtDiscipline(server, { studyPlace, questions: 3 }),
      await aTaughtDiscipline(server, { studyPlace, questions: 2 }),
    ];
    const integrative = await anIntegrativeExam(server, studyPlace, [
      { disciplineId: first.id, questions: 3 },
      { disciplineId: second.id, questions: 2 },
    ]);
    const { id } = integrative;
    const exam = await aRunningExam(server, integrative);
    for (let index = 1; index <= 5; index += 1)
      await exam.save(index, await correctAt(exam, index), { seq: index });
    await upload(exam.student, 'uploadExamRecording', Buffer.from('[]'), {
      fileName: `${exam.exam.groupId}.json`,
    });
    await exam.finish();
    const holder = await aTeacher(server);
    await teaches(holder, second.id, 'holder');
    const caller = await signedIn(server, holder);
    expect(await rows(caller, `examCustomId=${id}`)).toMatchObject([
      { score: 20, maxPoints: 20, grade: null, isPartial: true },
    ]);
    expect(await rows(admin, `examCustomId=${id}`)).toMatchObject([
      { score: 50, grade: 10, isPartial: false },
    ]);
    // So does the exported list.
    const listed = async (who: SignedInPerson) => {
      const columns = 'columns=score,maxPoints,grade';
      const file = await who.get(`studentsExams/export?examCustomId=${id}&format=csv&lang=en&${columns}`);
      return file.body.trimEnd().split('\r\n').slice(1);
    };
    expect([await listed(caller), await listed(admin)]).toEqual([['20,20,'], ['50,50,10']]);
    const { exams, recordings, recordingsClosed } = await sittingOf(caller, exam.exam.groupId);
    expect([recordings, recordingsClosed]).toEqual([[], 'part']);
    expect((await sittingOf(admin, exam.exam.groupId)).recordingsClosed).toBeNull();
    expect(exams[0]).toMatchObject({ score: 20, maxPoints: 20, grade: null, isPartial: true });
    expect(exams[0]?.questionExams).toHaveLength(2);
    expect(exams[0]?.history.filter(({ event }) => event === 'saved')).toHaveLength(2);
    const finalScore = async (who: SignedInPerson) =>
      (await sittingOf(who, exam.exam.groupId)).exams[0]?.history.find(({ event }) => event === 'finished')
        ?.score;
    expect([await finalScore(caller), await finalScore(admin)]).toEqual([null, 50]);
    const empty = await aRunningExam(server, integrative);
    await empty.finish();
    const inOrder = async (who: SignedInPerson, sort: string) =>
      (await rows(who, `examCustomId=${id}&sort=${sort}`)).map(({ examId }) => examId);
    for (const column of ['score', 'grade', 'maxPoints'])
      expect(await inOrder(caller, column)).toEqual(await inOrder(caller, `${column}&desc=true`));
    expect(await inOrder(admin, 'grade')).toEqual([empty.exam.id, exam.exam.id]);
    await admin.post(`sittings/${empty.exam.groupId}/annul`, { reason: 'Probă' });
    const preview = (await caller.get(`previewExam?examId=${exam.exam.id}`)).json();
    expect([preview.questionExams.length, preview.exam.score, preview.exam.grade]).toEqual([2, 20, null]);
    const rescoredBy = async (who: SignedInPerson) =>
      (await who.post('statistics/whatIf', { examCustomId: id, mode: 'JUST_CORRECT' })).json();
    expect(await rescoredBy(caller)).toMatchObject({
      isPartial: true,
      changed: 0,
      oldMean: null,
      oldPassed: null,
      newPassed: null,
      exams: [],
    });
    const exportedBy = async (who: SignedInPerson) => {
      const path = `statistics/whatIf/export?examCustomId=${id}&mode=JUST_CORRECT&format=csv&lang=en`;
      return (await who.get(path)).body.trimEnd().split('\r\n').slice(1);
    };
    expect(await exportedBy(caller)).toEqual([expect.stringMatching(/,20,20,,$/)]);
    const figures = async (who: SignedInPerson) =>
      (await who.get(`statistics/exams?examCustomId=${id}`)).json();
    expect(await figures(caller)).toMatchObject({
      isPartial: true,
      mean: 20,
      meanGrade: null,
      passRate: null,
      distribution: [],
    });
    // One exam is too few for a pass rate.
    expect(await figures(admin)).toMatchObject({ meanGrade: 10, passRate: null });
    const relative = await signedInAs(server, 'admin');
    await server.database.sql`
      insert into relatives (user_id, student_id) values (${relative.userId}, ${exam.student.studentId ?? 0})`;
    expect(await rescoredBy(relative)).toMatchObject({ sittings: 0, leftOut: 1, exams: [] });
    expect(await rescoredBy(admin)).toMatchObject({
      isPartial: false,
      leftOut: 0,
      oldMean: 10,
      oldPassed: 1,
      exams: [],
    });
    expect(await exportedBy(admin)).toEqual([expect.stringMatching(/,50,50,10,10$/)]);
    expect((await caller.get(`studentsExams/totals?examCustomId=${id}`)).json()).toMatchObject({
      sat: 1,
      passed: 0,
      mean: null,
    });
    const events = (await caller.get(`exams/${exam.exam.id}/events`)).json();
    expect(events.filter(({ event }: { event: string }) => event === 'saved')).toHaveLength(2);
    expect(events.at(-1)).toMatchObject({ event: 'finished', client: { cause: 'student' } });
    for (const shown of ['score', 'grade', 'maxPoints'])
      expect(events.at(-1).client).not.toHaveProperty(shown);
    const whole = (await admin.get(`exams/${exam.exam.id}/events`)).json();
    expect(whole.at(-1).client).toMatchObject({ score: 50, grade: 10, maxPoints: 50 });
  });
});
