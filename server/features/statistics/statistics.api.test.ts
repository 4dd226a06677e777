import { beforeAll, describe, expect, it } from 'vitest';
import type { ExamStatistics } from '#contract/statistics.ts';
import { sealExamEvents } from '#server/exams/event-sealing.ts';
import { prepareDuePapers } from '#server/exams/official-papers.ts';
import { countExposures } from '#server/exams/question-exposure.ts';
import { aTeacher, type SignedInPerson, signedIn, signedInAs } from '#server/testing/accounts.ts';
import type { CohortOfExams } from '#server/testing/cohorts.ts';
import {
  aCandidate,
  anIntegrativeExam,
  aSession,
  aTaughtDiscipline,
  type CustomExam,
} from '#server/testing/exams.ts';
import { errorOf } from '#server/testing/refusals.ts';
import { useTestServer } from '#server/testing/server.ts';
import { aRunningExam } from '#server/testing/sittings.ts';
import { useSignedInAs } from '#server/testing/use-signed-in.ts';
import { aCohortWithWrongKey, people } from '#server/testing/wrong-key.ts';

const server = useTestServer();
const admin = useSignedInAs(server, 'admin');
let custom: CustomExam;
let sessionId: number;
let exams: CohortOfExams['exams'];

beforeAll(async () => {
  ({ custom, sessionId, exams } = await aCohortWithWrongKey(server));
  await aCandidate(server, custom, { sessionId, from: -100, to: -10 });
});

const read = async (caller: SignedInPerson = admin, more = `&sessionId=${sessionId}`) =>
  (await caller.get(`statistics/exams?examCustomId=${custom.id}${more}`)).json<ExamStatistics>();

describe('statistics of an exam', () => {
  it('[RESU-5] show the distribution, the pass rate, the mean, and the number of exams', async () => {
    const statistics = await read();
    // The better half gets three of four questions right: 30 points and a grade of 7.75; the other half 10
    // and 3.25.
    expect(statistics).toMatchObject({
      sittings: people,
      mean: 20,
      maxPoints: 40,
      meanGrade: 5.5,
      passRate: 0.5,
      papersDiffer: false,
      isPartial: false,
      fewest: 10,
    });
    expect(statistics.distribution.filter(({ count }) => count > 0)).toEqual([
      { from: 3, to: 4, count: 6 },
      { from: 7, to: 8, count: 6 },
    ]);
    // Four items of variance 25 points², scores of variance 100: 4/3 × (1 − 100/100).
    expect(statistics.reliability).toBeCloseTo(0, 6);
    expect(statistics.standardError).toBeCloseTo(Math.sqrt((100 * 12) / 11), 6);
  });

  it('[RESU-5] show difficulty, discrimination, answers by group, time and exposure of each question', async () => {
    const { questions } = await read();
    expect(questions).toHaveLength(4);
    const good = questions.filter(({ discrimination }) => (discrimination ?? 0) > 0);
    expect(good).toHaveLength(3);
    for (const question of good) {
      expect(question).toMatchObject({
        served: people,
        omitted: 0,
        difficulty: 0.5,
        upperLower: 1,
        version: 1,
      });
      expect(question.exposure).toBe(people);
      expect(question.seconds).toEqual(expect.any(Number));
      expect(question.lastServed).toEqual(expect.any(String));
      expect(question.answers).toHaveLength(10);
      // Each paper shows five of the ten answers, so some were shown to fewer than ten.
      for (const { isCorrect, shown, ticked, upper, lower } of question.answers) {
        const [best, worst] = [upper?.shown, lower?.shown];
        const ticks = [expect.any(Number), ...(isCorrect ? [best, 0] : [0, worst])];
        expect([ticked, upper?.ticked, lower?.ticked]).toEqual(
          shown < 10 ? [null, undefined, undefined] : ticks,
        );
      }
    }
  });

  it('[RESU-5] count the papers that were begun, and show the latest beginning', async () => {
    await aCandidate(server, custom, { sessionId, from: 60, to: 180 });
    expect(await prepareDuePapers(server.services)).toBe(1);
    const [latest] = await server.database.sql<{ at: string }[]>`
      update exams set started_at = now() where id = ${exams[0]?.exam.id ?? 0} returning started_at as at`;
    const { questions } = await read();
    for (const { exposure, lastServed } of questions)
      expect([exposure, lastServed]).toEqual([people, latest?.at]);
  });

  it('[RESU-5] are the same from stored sheets and counted exposures, and follow an exam that ends again', async () => {
    const { sql } = server.database;
    const before = await read();
    await sealExamEvents(server.database);
    const sheets =
      await sql`select from answer_sheets where exam_id = any(${exams.map(({ exam }) => exam.id)}::int[])`;
    expect(sheets.count).toBe(people);
    // The papers of this test were begun just now.
    await sql`update exams set started_at = started_at - interval '1 hour' where started_at is not null`;
    await countExposures(server.database);
    await countExposures(server.database);
    expect((await sql`select from question_exposures`).count).toBe(4);
    const lastServed = expect.any(String);
    const from = { ...before, questions: before.questions.map((question) => ({ ...question, lastServed })) };
    expect(await read()).toEqual(from);
    const exam = await aRunningExam(server, custom, { sessionId });
    await exam.finish();
    await sealExamEvents(server.database);
    const { versionId } = await exam.storedAt(1);
    const omitted = async () =>
      (await read()).questions.find((question) => question.versionId === versionId)?.omitted;
    expect(await omitted()).toBe(1);
    const reason = 'Predat din greșeală';
    expect((await admin.post(`exams/${exam.exam.id}/reopen`, { reason, minutes: 10 })).statusCode).toBe(204);
    expect((await read()).sittings).toBe(people);
    const { writer } = (await exam.student.post(`prepareExam/?examId=${exam.exam.id}`)).json();
    await exam.save(1, [0], { seq: 1000, writer });
    await exam.student.put(`examFinish/?examId=${exam.exam.id}&writer=${writer}`);
    // The stored sheet is from the first end.
    expect(await omitted()).toBe(0);
    await sealExamEvents(server.database);
    expect(await omitted()).toBe(0);
    await admin.post(`sittings/${exam.exam.groupId}/annul`, { reason: 'Probă' });
    expect((await read()).sittings).toBe(people);
  });

  it('[RESU-5] flag the question whose key is likely wrong', async () => {
    const { questions } = await read();
    const suspected = questions.filter(({ flags }) => flags.length > 0);
    expect(suspected).toHaveLength(1);
    const kinds = new Set(suspected[0]?.flags.map(({ kind }) => kind));
    expect(kinds.has('negative')).toBe(true);
    expect(kinds.has('avoidedCorrect')).toBe(true);
    expect(kinds.has('preferredWrong')).toBe(true);
    expect(suspected[0]?.discrimination).toBeCloseTo(-1, 6);
  });

  it('[RESU-5] report too few below ten, and leave out annulled sittings', async () => {
    const [first, second, third] = exams;
    for (const exam of [first, second, third])
      await admin.post(`sittings/${exam?.exam.groupId}/annul`, { reason: 'Suspiciune de fraudă' });
    const statistics = await read();
    expect(statistics.sittings).toBe(people - 3);
    for (const question of statistics.questions) {
      expect(question).toMatchObject({
        served: 9,
        difficulty: null,
        discrimination: null,
        upperLower: null,
        seconds: null,
      });
      for (const { shown, ...use } of question.answers)
        expect(use).toMatchObject({ ticked: null, upper: null, lower: null });
      expect(question.flags).toEqual([{ kind: 'tooFew', answer: null }]);
    }
    const linesOf = async (table: string) => {
      const path = `statistics/exams/export?examCustomId=${custom.id}&sessionId=${sessionId}`;
      const file = await admin.get(`${path}&table=${table}&format=csv&lang=en`);
      return file.body.slice(1).trimEnd().split('\r\n').slice(1);
    };
    for (const line of await linesOf('questions')) expect(line).toMatch(/,9,0(,too few){4},\d+,/);
    for (const line of await linesOf('answers')) expect(line).toMatch(/,\d(,too few){5}$/);
    expect((await linesOf('figures'))[0]).toMatch(/^9,[\d.]+,[\d.]+,40(,too few){4}$/);
    for (const exam of [first, second, third]) await admin.delete(`sittings/${exam?.exam.groupId}/annul`);
    expect((await read()).sittings).toBe(people);
  });

  it('[RESU-5] [ROLE-5] are for administrators and holders, over all sessions or one, and exportable', async () => {
    const holder = await aTeacher(server);
    await server.database.sql`insert into discipline_teachers (discipline_id, email, part)
      values (${custom.disciplineIds[0] ?? 0}, ${holder.email}, 'holder')`;
    expect((await read(await signedIn(server, holder), '')).sittings).toBe(people);
    const path = `statistics/exams?examCustomId=${custom.id}`;
    expect(errorOf(await (await signedInAs(server, 'teacher')).get(path))).toEqual([
      404,
      'resource.notFound',
    ]);
    expect((await (await signedInAs(server, 'secretary')).get(path)).statusCode).toBe(403);
    expect((await read(admin, `&sessionId=${await aSession(server)}`)).sittings).toBe(0);
    const file = await admin.get(`statistics/exams/export?examCustomId=${custom.id}&format=csv&lang=en`);
    const lines = file.body.slice(1).trimEnd().split('\r\n');
    expect(lines[0]).toBe(
      'Question no.,Version,Question,Given to,Unanswered,Difficulty,Discrimination,Best − worst,Time,Given in total,Remarks',
    );
    expect(lines).toHaveLength(5);
    expect(lines.filter((line) => line.includes('Check the key'))).toHaveLength(1);
  });
});

it('[RESU-5] exports the figures of the exam, the answers by group and the scores, and one question over the years', async () => {
  const tableOf = async (path: string) => {
    const file = await admin.get(`${path}format=csv&lang=en`);
    return file.body
      .slice(1)
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split(','));
  };
  const statistics = await read();
  const [question] = statistics.questions;
  const exported = (table: string) =>
    tableOf(`statistics/exams/export?examCustomId=${custom.id}&sessionId=${sessionId}&table=${table}&`);
  expect(await exported('figures')).toEqual([
    'Exams,Mean grade,Mean score,Possible points,Passed,Reliability,Standard error,Standard deviation'.split(
      ',',
    ),
    [12, 5.5, 20, 40, 0.5, 0, 10.445, 10.445].map(String),
  ]);
  // Half of them have 30 of 40 points, the others 10.
  expect(statistics.scores.flatMap(({ from, count }) => (count > 0 ? [[from, count]] : []))).toEqual([
    [20, 6],
    [70, 6],
  ]);
  const scores = await exported('scores');
  expect([scores[0], scores[3]]).toEqual([
    ['Points from (%)', 'Points below (%)', 'Exams'],
    ['20', '30', '6'],
  ]);
  const [head, ...rows] = await exported('answers');
  expect(head?.slice(-6)).toEqual(
    ['All', 'Best 27%', 'Worst 27%'].flatMap((group) => [`${group}: Shown to`, `${group}: Chosen by`]),
  );
  const own = rows.filter(([id]) => id === String(question?.questionId));
  expect(own.map((row) => row.slice(-6))).toEqual(
    question?.answers.map(({ shown, ticked, upper, lower }) => [
      String(shown),
      ...[ticked, upper?.shown, upper?.ticked, lower?.shown, lower?.ticked].map((count) =>
        String(count ?? 'too few'),
      ),
    ]),
  );
  const years = await tableOf(`statistics/questions/${question?.questionId}/export?`);
  expect(years).toHaveLength(2);
  expect(years[1]?.slice(0, 5)).toEqual(['2025/2026', String(question?.questionId), '12', '0', '0.5']);
  const stranger = await signedInAs(server, 'teacher');
  const path = `statistics/questions/${question?.questionId}/export?format=csv`;
  expect(errorOf(await stranger.get(path))).toEqual([404, 'resource.notFound']);
});

describe('statistics of a discipline and of a question', () => {
  const linesOf = (body: string) => body.slice(1).trimEnd().split('\r\n');

  it('[RESU-5] cover every exam with the discipline, also in part, and export the distribution', async () => {
    const id = custom.disciplineIds[0] ?? 0;
    const { studyPlace } = custom;
    const other = await aTaughtDiscipline(server, { studyPlace, questions: 2 });
    const both = await anIntegrativeExam(server, studyPlace, [
      { disciplineId: id, questions: 2 },
      { disciplineId: other.id, questions: 2 },
    ]);
    const exam = await aRunningExam(server, both);
    await exam.finish();
    const whole = (await admin.get(`statistics/disciplines/${id}`)).json<ExamStatistics>();
    expect(whole).toMatchObject({ sittings: people + 1, isPartial: true, parts: [], partId: null });
    expect(whole.questions).toHaveLength(4);
    const inSession = `statistics/disciplines/${id}`;
    expect((await admin.get(`${inSession}?sessionId=${sessionId}`)).json()).toMatchObject({
      sittings: people,
      meanGrade: 5.5,
      isPartial: false,
    });
    const holder = await aTeacher(server);
    await server.database.sql`insert into discipline_teachers (discipline_id, email, part)
      values (${other.id}, ${holder.email}, 'holder')`;
    const caller = await signedIn(server, holder);
    expect((await caller.get(inSession)).statusCode).toBe(404);
    expect((await caller.get(`statistics/disciplines/${other.id}`)).json()).toMatchObject({ sittings: 1 });
    const file = await admin.get(
      `${inSession}/export?sessionId=${sessionId}&format=csv&lang=en&table=distribution`,
    );
    expect(linesOf(file.body)).toEqual([
      'Grade from,Grade below,Exams',
      ...[0, 0, 6, 0, 0, 0, 6, 0, 0].map((count, at) => `${at + 1},${at + 2},${count}`),
    ]);
    const cells = await admin.get(`${inSession}/export?sessionId=${sessionId}&format=csv&lang=en`);
    expect(linesOf(cells.body)).toHaveLength(5);
    await admin.post(`sittings/${exam.exam.groupId}/annul`, { reason: 'Probă' });
    expect((await admin.get(inSession)).json()).toMatchObject({ sittings: people });
  });

  it('[RESU-5] show the figures of a question in its university year', async () => {
    const { questions } = await read();
    const bad = questions.find(({ flags }) => flags.length > 0);
    const statistics = (await admin.get(`statistics/questions/${bad?.questionId}`)).json();
    expect(statistics).toEqual({
      fewest: 10,
      years: [
        {
          year: expect.stringMatching(/^\d{4}\/\d{4}$/),
          questionId: bad?.questionId,
          served: people,
          omitted: 0,
          difficulty: 0.5,
          discrimination: expect.closeTo(-1, 6),
          upperLower: bad?.upperLower,
          exposure: expect.any(Number),
          lastServed: expect.any(String),
        },
      ],
    });
    expect(statistics.years[0].exposure).toBeGreaterThanOrEqual(people);
    const stranger = await signedInAs(server, 'teacher');
    expect((await stranger.get(`statistics/questions/${bad?.questionId}`)).statusCode).toBe(404);
  });

  it('[RESU-5] [ROLE-5] show a holder only the years whose discipline they hold', async () => {
    const { studyPlace, disciplineIds } = custom;
    const [own = 0] = disciplineIds;
    const copy = await aTaughtDiscipline(server, { studyPlace, questions: 1 });
    const { sql } = server.database;
    const ofDiscipline = (id: number) => sql<{ id: number }[]>`
      select min(q.id) as id from questions q join chapters c on c.id = q.chapter_id where c.discipline_id = ${id}`;
    const [[first], [second]] = await Promise.all([ofDiscipline(own), ofDiscipline(copy.id)]);
    await sql`update questions set copied_from = ${first?.id ?? 0} where id = ${second?.id ?? 0}`;
    const holder = await aTeacher(server);
    const hold = (id: number) => sql`
      insert into discipline_teachers (discipline_id, email, part) values (${id}, ${holder.email}, 'holder')`;
    const yearsOf = async (caller: SignedInPerson) =>
      (await caller.get(`statistics/questions/${first?.id}`))
        .json<{ years: { questionId: number }[] }>()
        .years.map(({ questionId }) => questionId);
    await hold(own);
    const caller = await signedIn(server, holder);
    expect(await yearsOf(caller)).toEqual([first?.id]);
    expect((await caller.get(`statistics/questions/${second?.id}`)).statusCode).toBe(404);
    await hold(copy.id);
    expect(await yearsOf(await signedIn(server, holder))).toEqual([first?.id, second?.id]);
    expect(await yearsOf(admin)).toEqual([first?.id, second?.id]);
  });
});
