import { beforeAll, describe, expect, it } from 'vitest';
import type { SessionStatistics } from '#contract/session-statistics.ts';
import { insertCustomExam } from '#server/appointments/custom-exams.ts';
import { systemAuthor } from '#server/db/database.ts';
import { aTeacher, type SignedInPerson, signedIn, signedInAs } from '#server/testing/accounts.ts';
import { aCustomExam, aSession, aTaughtDiscipline, type CustomExam } from '#server/testing/exams.ts';
import { errorOf } from '#server/testing/refusals.ts';
import { useTestServer } from '#server/testing/server.ts';
import { aRunningExam, correctAt, type RunningExam } from '#server/testing/sittings.ts';
import { useSignedInAs } from '#server/testing/use-signed-in.ts';

const server = useTestServer();
const admin = useSignedInAs(server, 'admin');
let anatomy: CustomExam;
let otherDiscipline: number;
let integrative: number;
let sessionId: number;
let blank: RunningExam;

// Twelve sit anatomy: half of them know everything, half nothing. Two leave an integrative exam empty, which asks anatomy
// and another discipline. One sits anatomy in another session.
beforeAll(async () => {
  anatomy = await aCustomExam(server, { name: 'Anatomie', questions: 4, bank: 4, percentSimple: 0 });
  const { studyPlace, disciplineIds } = anatomy;
  const [anatomyDiscipline = 0] = disciplineIds;
  otherDiscipline = (await aTaughtDiscipline(server, { studyPlace, questions: 2 })).id;
  integrative = await server.database.transaction(systemAuthor, (tx) =>
    insertCustomExam(tx, {
      ...studyPlace,
      seriesIds: [studyPlace.seriesId],
      name: 'Integrativ',
      durationMinutes: 60,
      parts: [
        {
          groupName: 'Clinică',
          credits: 5,
          disciplines: [
            { disciplineId: anatomyDiscipline, questions: 2 },
            { disciplineId: otherDiscipline, questions: 2 },
          ],
        },
      ],
    }),
  );
  sessionId = await aSession(server, { mode: 'PERFECT_MATCH' });
  for (let person = 0; person < 12; person += 1) {
    const exam = await aRunningExam(server, anatomy, { sessionId });
    for (const { position } of person < 6 ? await exam.stored() : [])
      await exam.save(position, await correctAt(exam, position), { seq: position });
    await exam.finish();
  }
  for (let person = 0; person < 2; person += 1) {
    blank = await aRunningExam(server, { id: integrative, studyPlace, disciplineIds }, { sessionId });
    await blank.finish();
  }
  await (await aRunningExam(server, anatomy, { sessionId: await aSession(server) })).finish();
});

const read = async (more = '', caller: SignedInPerson = admin) =>
  (await caller.get(`statistics/sessions/${sessionId}${more}`)).json<SessionStatistics>();

async function holderOf(disciplineId: number): Promise<SignedInPerson> {
  const holder = await aTeacher(server);
  await server.database.sql`
    insert into discipline_teachers (discipline_id, email, part) values (${disciplineId}, ${holder.email}, 'holder')`;
  return signedIn(server, holder);
}

describe('[RESU-5] statistics of a session', () => {
  it('show its grades and scores as a whole, and its exams side by side with the reliability of each', async () => {
    const statistics = await read();
    expect(statistics).toMatchObject({
      sessionName: 'Sesiunea de azi',
      fewest: 10,
      sittings: 14,
      graded: 14,
      meanGrade: expect.closeTo((6 * 10 + 8) / 14, 10),
      passRate: expect.closeTo(6 / 14, 10),
      total: 2,
    });
    expect(statistics).not.toHaveProperty('reliability');
    expect(statistics.distribution.flatMap(({ from, count }) => (count > 0 ? [[from, count]] : []))).toEqual([
      [1, 8],
      [9, 6],
    ]);
    expect(statistics.scores.flatMap(({ from, count }) => (count > 0 ? [[from, count]] : []))).toEqual([
      [0, 8],
      [90, 6],
    ]);
    expect(statistics.groups).toMatchObject([
      {
        id: anatomy.id,
        name: 'Anatomie',
        sittings: 12,
        meanShare: 0.5,
        meanGrade: 5.5,
        passRate: 0.5,
        reliability: expect.closeTo(1, 10),
        why: null,
      },
      {
        id: integrative,
        name: 'Integrativ',
        partName: 'Clinică',
        sittings: 2,
        meanShare: 0,
        meanGrade: 1,
        passRate: null,
        reliability: null,
        why: 'tooFew',
      },
    ]);
  });

  it('compare the disciplines over all exams that ask them, without a reliability over different exams', async () => {
    const { groups, total, sittings } = await read('?of=disciplines&sort=sittings&desc=true');
    expect([total, sittings]).toEqual([2, 14]);
    expect(groups).toMatchObject([
      {
        id: anatomy.disciplineIds[0],
        partId: null,
        sittings: 14,
        graded: 12,
        meanShare: expect.closeTo(6 / 14, 10),
        passRate: 0.5,
        reliability: null,
        why: 'notComparable',
      },
      { id: otherDiscipline, sittings: 2, graded: 0, meanGrade: null, passRate: null, why: 'tooFew' },
    ]);
  });

  it('sort and page at the server; missing figures come last in both directions', async () => {
    const namesOf = async (more: string) => (await read(more)).groups.map(({ name }) => name);
    expect(await namesOf('?sort=sittings')).toEqual(['Integrativ', 'Anatomie']);
    expect(await namesOf('?sort=passRate')).toEqual(['Anatomie', 'Integrativ']);
    expect(await namesOf('?sort=passRate&desc=true')).toEqual(['Anatomie', 'Integrativ']);
    expect(await namesOf('?sort=name&desc=true&take=1')).toEqual(['Integrativ']);
    expect(await namesOf('?sort=name&desc=true&take=1&skip=1')).toEqual(['Anatomie']);
    expect((await read('?take=1')).total).toBe(2);
  });

  it('[ROLE-5] cover what the viewer may study, without grades of exams seen in part', async () => {
    const holder = await holderOf(otherDiscipline);
    const own = await read('', holder);
    expect(own).toMatchObject({ sittings: 2, graded: 0, meanGrade: null, passRate: null, total: 1 });
    expect(own.groups).toMatchObject([{ id: integrative, sittings: 2, graded: 0, meanShare: 0 }]);
    expect((await read('?of=disciplines', holder)).groups.map(({ id }) => id)).toEqual([otherDiscipline]);
    expect(await read('', await signedInAs(server, 'teacher'))).toMatchObject({ sittings: 0, total: 0 });
    const path = `statistics/sessions/${sessionId}`;
    for (const role of ['secretary', 'student'] as const)
      expect((await (await signedInAs(server, role)).get(path)).statusCode).toBe(403);
    expect(errorOf(await admin.get('statistics/sessions/2147483647'))).toEqual([404, 'resource.notFound']);
  });

  it('leave out annulled sittings', async () => {
    await admin.post(`sittings/${blank.exam.groupId}/annul`, { reason: 'Probă' });
    expect(await read()).toMatchObject({ sittings: 13 });
    await admin.delete(`sittings/${blank.exam.groupId}/annul`);
    expect(await read()).toMatchObject({ sittings: 14 });
  });

  it('are exported as tables, which say where exams are too few or do not compare', async () => {
    const linesOf = async (more: string) => {
      const file = await admin.get(`statistics/sessions/${sessionId}/export?format=csv&lang=en&${more}`);
      return file.body.slice(1).trimEnd().split('\r\n');
    };
    expect(await linesOf('table=groups')).toEqual([
      'Exam or discipline,Exam,Exams,Share of the points,Mean grade,Passed,Reliability',
      expect.stringMatching(/^Anatomie,.*,12,0\.5,5\.5,0\.5,1$/),
      'Integrativ,Clinică,2,0,1,too few,too few',
    ]);
    const disciplines = await linesOf('table=groups&of=disciplines&sort=sittings&desc=true');
    expect(disciplines[1]).toMatch(/,,14,0\.429,5\.5,0\.5,different exams$/);
    expect(disciplines[2]).toMatch(/,,2,0,,,too few$/);
    expect(await linesOf('table=figures')).toEqual([
      'Exams,Share of the points,Mean grade,Passed',
      '14,0.429,4.857,0.429',
    ]);
    expect((await linesOf('table=distribution'))[1]).toBe('1,2,8');
    expect((await linesOf('table=scores'))[1]).toBe('0,10,8');
  });
});
