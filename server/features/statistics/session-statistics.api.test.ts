import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SessionStatistics } from '#contract/session-statistics.ts';
import { systemAuthor } from '#server/db/database.ts';
import {
  administrator,
  aTeacher,
  type SignedInPerson,
  signedIn,
  signedInAs,
} from '#server/testing/accounts.ts';
import { answerSheetReads } from '#server/testing/answer-sheet-reads.ts';
import { aChapter } from '#server/testing/bank.ts';
import {
  aCustomExam,
  anIntegrativeExam,
  aSession,
  aTaughtDiscipline,
  type CustomExam,
} from '#server/testing/exams.ts';
import { errorOf } from '#server/testing/refusals.ts';
import { useTestServer } from '#server/testing/server.ts';
import { aRunningExam, correctAt, type RunningExam } from '#server/testing/sittings.ts';
import { useSignedInAs } from '#server/testing/use-signed-in.ts';
import { sessionFigures } from './session-figures.ts';
import { sessionStatistics } from './session-statistics.ts';

const server = useTestServer();
const admin = useSignedInAs(server, 'admin');
let anatomy: CustomExam;
let otherDiscipline: number;
let integrative: number;
let sessionId: number;
let blank: RunningExam;

// Twelve sit anatomy: half of them know everything, half nothing. Two sit an integrative exam, which asks anatomy and another
// discipline: one knows only the other discipline, one nothing. One sits anatomy in another session.
beforeAll(async () => {
  anatomy = await aCustomExam(server, { name: 'Anatomie', questions: 4, bank: 4, percentSimple: 0 });
  const { studyPlace, disciplineIds } = anatomy;
  const [anatomyDiscipline = 0] = disciplineIds;
  otherDiscipline = (await aTaughtDiscipline(server, { studyPlace, questions: 2 })).id;
  integrative = (
    await anIntegrativeExam(server, studyPlace, [
      { disciplineId: anatomyDiscipline, questions: 2 },
      { disciplineId: otherDiscipline, questions: 2 },
    ])
  ).id;
  sessionId = await aSession(server, { mode: 'PERFECT_MATCH' });
  for (let person = 0; person < 12; person += 1) {
    const exam = await aRunningExam(server, anatomy, { sessionId });
    for (const { position } of person < 6 ? await exam.stored() : [])
      await exam.save(position, await correctAt(exam, position), { seq: position });
    await exam.finish();
  }
  for (let person = 0; person < 2; person += 1) {
    blank = await aRunningExam(server, { id: integrative, studyPlace, disciplineIds }, { sessionId });
    const known = person === 0 ? await questionsOf(blank, otherDiscipline) : [];
    for (const position of known)
      await blank.save(position, await correctAt(blank, position), { seq: position });
    await blank.finish();
  }
  await (await aRunningExam(server, anatomy, { sessionId: await aSession(server) })).finish();
});

/** The positions of the questions of a discipline in an exam. */
const questionsOf = async ({ exam }: RunningExam, disciplineId: number) =>
  (
    await server.database.sql<{ position: number }[]>`
      select x.position from exam_questions x join question_versions v on v.id = x.question_version_id
        join questions q on q.id = v.question_id join chapters c on c.id = q.chapter_id
       where x.exam_id = ${exam.id} and c.discipline_id = ${disciplineId}`
  ).map(({ position }) => position);

const counts = (bins: SessionStatistics['scores']) =>
  bins.flatMap(({ from, count }) => (count > 0 ? [[from, count]] : []));

const read = async (more = '', caller: SignedInPerson = admin) =>
  (await caller.get(`statistics/sessions/${sessionId}${more}`)).json<SessionStatistics>();

async function holderOf(...disciplineIds: number[]): Promise<SignedInPerson> {
  const holder = await aTeacher(server);
  await server.database.sql`
    insert into discipline_teachers (discipline_id, email, part)
    select id, ${holder.email}, 'holder' from unnest(${disciplineIds}::int[]) id`;
  return signedIn(server, holder);
}

describe('[RESU-5] statistics of a session', () => {
  it('show its grades and scores as a whole, and its exams side by side with the reliability of each', async () => {
    const statistics = await read();
    expect(statistics).toMatchObject({
      sessionName: 'Sesiunea de azi',
      fewest: 10,
      sittings: 14,
      exams: 14,
      graded: 14,
      meanGrade: expect.closeTo((6 * 10 + 5.5 + 7) / 14, 10),
      passRate: 0.5,
      total: 2,
    });
    expect(statistics).not.toHaveProperty('reliability');
    expect(counts(statistics.distribution)).toEqual([
      [1, 7],
      [5, 1],
      [9, 6],
    ]);
    expect(counts(statistics.scores)).toEqual([
      [0, 7],
      [50, 1],
      [90, 6],
    ]);
    expect(statistics.groups).toMatchObject([
      {
        id: anatomy.id,
        name: 'Anatomie',
        exams: 12,
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
        exams: 2,
        meanShare: null,
        meanGrade: null,
        passRate: null,
        reliability: null,
        why: 'tooFew',
      },
    ]);
  });

  it('compare the disciplines over all exams that ask them, without a reliability over different exams', async () => {
    const { groups, total, exams } = await read('?of=disciplines&sort=exams&desc=true');
    expect([total, exams]).toEqual([2, 14]);
    expect(groups).toMatchObject([
      {
        id: anatomy.disciplineIds[0],
        partId: null,
        exams: 14,
        graded: 12,
        meanShare: expect.closeTo(6 / 14, 10),
        passRate: 0.5,
        reliability: null,
        why: 'notComparable',
      },
      {
        id: otherDiscipline,
        exams: 2,
        graded: 0,
        meanShare: null,
        meanGrade: null,
        passRate: null,
        why: 'tooFew',
      },
    ]);
  });

  it('sort and page at the server; missing figures come last in both directions', async () => {
    const namesOf = async (more: string) => (await read(more)).groups.map(({ name }) => name);
    expect(await namesOf('?sort=exams')).toEqual(['Integrativ', 'Anatomie']);
    expect(await namesOf('?sort=passRate')).toEqual(['Anatomie', 'Integrativ']);
    expect(await namesOf('?sort=passRate&desc=true')).toEqual(['Anatomie', 'Integrativ']);
    expect(await namesOf('?sort=name&desc=true&take=1')).toEqual(['Integrativ']);
    expect(await namesOf('?sort=name&desc=true&take=1&skip=1')).toEqual(['Anatomie']);
    expect((await read('?take=1')).total).toBe(2);
  });

  it('[ROLE-5] cover what the viewer may study, without grades of exams seen in part', async () => {
    const holder = await holderOf(otherDiscipline);
    const own = await read('', holder);
    expect(own).toMatchObject({ exams: 2, graded: 0, meanGrade: null, passRate: null, total: 1 });
    expect(own.groups).toMatchObject([{ id: integrative, exams: 2, graded: 0, meanShare: null }]);
    expect(counts(own.distribution)).toEqual([]);
    // One knows all that the holder sees, which is half of the exam.
    expect(counts(own.scores)).toEqual([
      [0, 1],
      [90, 1],
    ]);
    expect((await read('?of=disciplines', holder)).groups.map(({ id }) => id)).toEqual([otherDiscipline]);
    expect(await read('', await signedInAs(server, 'teacher'))).toMatchObject({ exams: 0, total: 0 });
    const path = `statistics/sessions/${sessionId}`;
    for (const role of ['secretary', 'student'] as const)
      expect((await (await signedInAs(server, role)).get(path)).statusCode).toBe(403);
    expect(errorOf(await admin.get('statistics/sessions/2147483647'))).toEqual([404, 'resource.notFound']);
  });

  it('count a sitting of two parts once, and both its exams', async () => {
    const twoParts = await aCustomExam(server, { parts: 2, questions: 2 });
    const own = await aSession(server);
    const { student, exam } = await aRunningExam(server, twoParts, { sessionId: own });
    for (const { id } of await server.database.sql<{ id: number }[]>`
      select id from exams where group_id = ${exam.groupId} order by position`)
      await student.put(`examFinish/?examId=${id}`);
    const statistics = (await admin.get(`statistics/sessions/${own}`)).json<SessionStatistics>();
    expect(statistics).toMatchObject({ sittings: 1, exams: 2, graded: 2 });
    expect(statistics.groups).toMatchObject([{ exams: 1 }, { exams: 1 }]);
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
      'Integrativ,Clinică,2,too few,too few,too few,too few',
    ]);
    const disciplines = await linesOf('table=groups&of=disciplines&sort=exams&desc=true');
    expect(disciplines[1]).toMatch(/,,14,0\.429,5\.5,0\.5,different exams$/);
    expect(disciplines[2]).toMatch(/,,2,too few,,,too few$/);
    expect(await linesOf('table=figures')).toEqual([
      'Sittings,Exams,Share of the points,Mean grade,Passed',
      '14,14,0.464,5.179,0.5',
    ]);
    expect((await linesOf('table=distribution'))[1]).toBe('1,2,7');
    expect((await linesOf('table=scores'))[1]).toBe('0,10,7');
  });
});

describe('[RESU-5] [ROLE-5] grades of a session when questions move between disciplines', () => {
  let [anatomyDiscipline, chapterId] = [0, 0];
  let asked: number[];
  const moveTo = (chapter: number) =>
    server.database.transaction(
      systemAuthor,
      (tx) => tx`update questions set chapter_id = ${chapter} where id = any(${asked}::int[])`,
    );
  beforeAll(async () => {
    [anatomyDiscipline = 0] = anatomy.disciplineIds;
    const questions = await server.database.sql<{ id: number; chapterId: number }[]>`
      select q.id, c.id as "chapterId" from questions q join chapters c on c.id = q.chapter_id
       where c.discipline_id = ${anatomyDiscipline}`;
    chapterId = questions[0]?.chapterId ?? 0;
    asked = questions.map(({ id }) => id);
  });
  afterAll(() => moveTo(chapterId));

  it('stay hidden from who does not hold all disciplines that the exam examines', async () => {
    const holder = await holderOf(otherDiscipline);
    await moveTo(await aChapter(server, otherDiscipline));
    const seen = await read('', holder);
    // All its questions are theirs by now.
    expect(seen).toMatchObject({ exams: 2, graded: 0, meanShare: null, meanGrade: null });
    expect(counts(seen.scores)).toEqual([
      [0, 1],
      [50, 1],
    ]);
    expect(counts(seen.distribution)).toEqual([]);
    expect((await read('?of=disciplines', holder)).groups).toMatchObject([{ exams: 2, graded: 0 }]);
  });

  it('count for the discipline that has the questions now', async () => {
    const compared = async () => (await read('?of=disciplines')).groups.map(({ id }) => id).sort();
    await moveTo(chapterId);
    const before = await compared();
    for (const _ of ['another', 'yet another']) {
      const discipline = await aTaughtDiscipline(server, { studyPlace: anatomy.studyPlace });
      await moveTo(discipline.chapterId);
      expect(await compared()).toContain(discipline.id);
    }
    await moveTo(chapterId);
    expect(await compared()).toEqual(before);
  });

  it('stay visible to who holds all disciplines that the exam examines', async () => {
    const holder = await holderOf(anatomyDiscipline, otherDiscipline);
    await moveTo(chapterId);
    expect(await read('', holder)).toMatchObject({ exams: 14, graded: 14 });
    await moveTo((await aTaughtDiscipline(server, { studyPlace: anatomy.studyPlace })).chapterId);
    expect(await read('', holder)).toMatchObject({ exams: 14, graded: 14 });
    expect((await read('?of=disciplines', holder)).groups.map(({ id }) => id)).toEqual([otherDiscipline]);
  });
});

describe('[RESU-5] a session of any size', () => {
  it('is read some answer sheets at a time, with the same figures', async () => {
    const { sql, reads } = answerSheetReads(server);
    const inParts = await sessionFigures(sql, administrator, sessionId, 5);
    expect(reads).toEqual([5, 5, 2, 2]);
    expect(inParts).toEqual(await sessionFigures(server.database.sql, administrator, sessionId));
  });

  it('is computed once for all its pages and orders, and anew when a sitting no longer counts', async () => {
    const { sql, reads } = answerSheetReads(server);
    const session = sessionStatistics(sql);
    const { groups } = await session(administrator, { sessionId, of: 'exams', desc: false });
    const computed = reads.length;
    expect(computed).toBeGreaterThan(0);
    const turned = await session(administrator, { sessionId, of: 'exams', sort: 'name', desc: true });
    expect(turned.groups).toEqual(groups.toReversed());
    await session(administrator, { sessionId, of: 'disciplines', desc: false, skip: 1, take: 1 });
    expect(reads).toHaveLength(computed);
    await admin.post(`sittings/${blank.exam.groupId}/annul`, { reason: 'Probă' });
    expect(await session(administrator, { sessionId, of: 'exams', desc: false })).toMatchObject({
      exams: 13,
    });
    await admin.delete(`sittings/${blank.exam.groupId}/annul`);
    expect(await session(administrator, { sessionId, of: 'exams', desc: false })).toMatchObject({
      exams: 14,
    });
  });
});
