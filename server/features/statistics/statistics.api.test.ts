import { beforeAll, describe, expect, it } from 'vitest';
import type { ExamStatistics, WhatIfResult } from '#contract/statistics.ts';
import { isCorrectAt } from '#domain/question-bank/answer-key.ts';
import { sealExamEvents } from '#server/exams/event-sealing.ts';
import { prepareDuePapers } from '#server/exams/official-papers.ts';
import { countExposures } from '#server/exams/question-exposure.ts';
import { aTeacher, type SignedInPerson, signedIn, signedInAs } from '#server/testing/accounts.ts';
import { aQuestion } from '#server/testing/bank.ts';
import {
  aCandidate,
  aCustomExam,
  anIntegrativeExam,
  aSession,
  aTaughtDiscipline,
  type CustomExam,
} from '#server/testing/exams.ts';
import { errorOf } from '#server/testing/refusals.ts';
import { useTestServer } from '#server/testing/server.ts';
import { aRunningExam, type RunningExam } from '#server/testing/sittings.ts';
import { useSignedInAs } from '#server/testing/use-signed-in.ts';

const server = useTestServer();
const admin = useSignedInAs(server, 'admin');
let custom: CustomExam;
let sessionId: number;
let exams: RunningExam[];

const people = 12;

/** The shown positions of correct or of wrong answers. */
async function placesOf(exam: RunningExam, index: number, correct: boolean): Promise<number[]> {
  const { answerOrder, versionId } = await exam.storedAt(index);
  const [stored] = await server.database.sql<{ key: number }[]>`
    select correct as key from question_keys where question_version_id = ${versionId}`;
  return answerOrder.flatMap((bankIndex, shownAt) =>
    isCorrectAt(stored?.key ?? 0, bankIndex) === correct ? [shownAt] : [],
  );
}

// All students get four questions, all multiple. The better half knows them, except the last one of the
// bank, which only the weaker half knows, as if its key were wrong. It has so few answers that all are shown
// to everyone: otherwise the best and the worst might by chance see different ones.
beforeAll(async () => {
  custom = await aCustomExam(server, { questions: 4, bank: 3, percentSimple: 0 });
  const [chapter] = await server.database.sql<{ id: number }[]>`
    select id from chapters where discipline_id = ${custom.disciplineIds[0] ?? 0}`;
  const suspectId = await aQuestion(server, chapter?.id ?? 0, { correct: 2, wrong: 2 });
  sessionId = await aSession(server, { mode: 'PERFECT_MATCH' });
  exams = [];
  const [suspect] = await server.database.sql<{ id: number }[]>`
    select id from question_versions where question_id = ${suspectId}`;
  for (let person = 0; person < people; person += 1) {
    const exam = await aRunningExam(server, custom, { sessionId });
    const isGood = person < people / 2;
    for (const { position, versionId } of await exam.stored()) {
      const knows = versionId === suspect?.id ? !isGood : isGood;
      await exam.save(position, await placesOf(exam, position, knows), { seq: position });
    }
    await exam.finish();
    exams.push(exam);
  }
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

describe('pages of questions and of exams that change', () => {
  const idsOf = async (more: string) =>
    (await read(admin, `&sessionId=${sessionId}${more}`)).questions.map(({ questionId }) => questionId);

  it('[RESU-5] lists the questions by page and figure; the counts cover all', async () => {
    const statistics = await read();
    const ids = statistics.questions.map(({ questionId }) => questionId);
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
    expect(statistics).toMatchObject({ questionCount: 4, flaggedCount: 1 });
    expect(await idsOf('&take=3')).toEqual(ids.slice(0, 3));
    expect(await idsOf('&take=3&skip=3')).toEqual(ids.slice(3));
    expect(await idsOf('&sort=questionId&desc=true')).toEqual(ids.toReversed());
    const [flagged] = statistics.questions.filter(({ flags }) => flags.length > 0);
    // Only its discrimination is negative.
    expect(await idsOf('&sort=discrimination&take=1')).toEqual([flagged?.questionId]);
    expect((await idsOf('&sort=discrimination&desc=true')).at(-1)).toBe(flagged?.questionId);
    expect(await idsOf('&onlyFlagged=true')).toEqual([flagged?.questionId]);
    expect(await read(admin, `&sessionId=${sessionId}&onlyFlagged=true&take=1`)).toMatchObject({
      questionCount: 4,
      flaggedCount: 1,
    });
  });

  it('[RESU-6] finds the served questions by number and text, a holder those of their disciplines', async () => {
    const path = `statistics/exams/questions?examCustomId=${custom.id}&sessionId=${sessionId}`;
    const { questions } = await read();
    const found = async (more: string, caller: SignedInPerson = admin) => {
      const response = await caller.get(`${path}${more}`);
      return [
        Number(response.headers['x-total-count']),
        response.json<{ questionId: number }[]>().map(({ questionId }) => questionId),
      ];
    };
    const ids = questions.map(({ questionId }) => questionId);
    expect(await found('')).toEqual([4, ids]);
    expect(await found('&take=1&skip=1')).toEqual([4, [ids[1]]]);
    expect(await found('&take=2&skip=4')).toEqual([4, []]);
    // Its number may occur in the text of others.
    await server.database.sql`update questions set search_text = 'altceva' where id = ${ids[2] ?? 0}`;
    expect((await found(`&search=${ids[2]}`))[1]).toContain(ids[2]);
    expect(await found('&search=altceva')).toEqual([1, [ids[2]]]);
    const text = encodeURIComponent(questions[0]?.text ?? '');
    expect((await found(`&search=${text}`))[1]).toContain(ids[0]);
    expect(await found('&search=necunoscut')).toEqual([0, []]);
    const stranger = await signedInAs(server, 'teacher');
    expect(errorOf(await stranger.get(path))).toEqual([404, 'resource.notFound']);
  });

  it('[RESU-6] lists the exams that change by page, name and figure', async () => {
    const bad = (await read()).questions.find(({ flags }) => flags.length > 0);
    const changed = async (more = '') =>
      (
        await admin.post(`statistics/whatIf?${more}`, {
          examCustomId: custom.id,
          sessionId,
          withoutQuestions: [bad?.questionId],
        })
      ).json<WhatIfResult>();
    const all = await changed();
    expect([all.changed, all.exams.length]).toEqual([people, people]);
    const ids = all.exams.map(({ examId }) => examId);
    const page = async (more: string) => (await changed(more)).exams.map(({ examId }) => examId);
    expect(await page('take=5')).toEqual(ids.slice(0, 5));
    expect(await page('take=5&skip=10')).toEqual(ids.slice(10));
    expect(await changed('take=5&skip=10')).toMatchObject({ sittings: people, changed: people });
    const grades = async (more: string) => (await changed(more)).exams.map(({ newGrade }) => newGrade);
    expect(await grades('sort=newGrade&take=6')).toEqual(Array(6).fill(1));
    expect(await grades('sort=newGrade&desc=true&take=6')).toEqual(Array(6).fill(10));
    const matricols = (await changed('sort=numarMatricol')).exams.map(
      ({ numarMatricol }) => numarMatricol ?? '',
    );
    const { compare } = new Intl.Collator('ro', { numeric: true });
    expect(matricols).toEqual(matricols.toSorted(compare));
  });
});

describe('what if', () => {
  const ask = async (body: object) =>
    (
      await admin.post('statistics/whatIf', { examCustomId: custom.id, sessionId, ...body })
    ).json<WhatIfResult>();
  const stored = () => server.database.sql`
    select e.id, e.score::text, e.grade::text, e.xmin::text from exams e order by e.id`;

  it('[RESU-6] scores the cohort without a question, side by side, and writes nothing', async () => {
    const before = [...(await stored())];
    const entries = await server.database.sql`select count(*) from audit_log`;
    const bad = (await read()).questions.find(({ flags }) => flags.length > 0);
    const result = await ask({ withoutQuestions: [bad?.questionId] });
    expect(result).toMatchObject({
      sittings: people,
      changed: people,
      oldPassed: 6,
      newPassed: 6,
      oldMean: 5.5,
      newMean: 5.5,
    });
    const good = result.exams.find(({ examId }) => examId === exams[0]?.exam.id);
    expect(good).toMatchObject({ oldScore: 30, oldGrade: 7.75, newScore: 30, newGrade: 10 });
    const file = await admin.get(
      `statistics/whatIf/export?examCustomId=${custom.id}&sessionId=${sessionId}&format=csv&lang=en&withoutQuestions=${bad?.questionId}`,
    );
    const lines = file.body.slice(1).trimEnd().split('\r\n');
    expect(lines[0]).toBe('Registration number,Student,Score before,Score after,Grade before,Grade after');
    expect(lines.filter((line) => line.endsWith('30,30,7.75,10'))).toHaveLength(people / 2);
    expect([...(await stored())]).toEqual(before);
    expect(await server.database.sql`select count(*) from audit_log`).toEqual(entries);
  });

  it('[RESU-6] scores the cohort under another mode', async () => {
    const exam = await aRunningExam(server, custom, { sessionId });
    const [one] = await placesOf(exam, 1, true);
    await exam.save(1, [one ?? 0], { seq: 1 });
    await exam.finish();
    const find = (result: WhatIfResult) => result.exams.find(({ examId }) => examId === exam.exam.id);
    const [student] = await server.database.sql<{ matricol: string }[]>`
      select matricol from students where id = ${exam.student.studentId ?? 0}`;
    const correct = (await placesOf(exam, 1, true)).length;
    const wanted = Math.round(1000 / correct) / 100;
    // The page lists the exams that change, the export all.
    expect(await ask({})).toMatchObject({ changed: 0, exams: [] });
    const all = `statistics/whatIf/export?examCustomId=${custom.id}&sessionId=${sessionId}&format=csv&lang=en`;
    const line = (await admin.get(all)).body
      .split('\r\n')
      .find((one) => one.startsWith(`${student?.matricol},`));
    expect(line).toMatch(/,0,0,1,1$/);
    expect(find(await ask({ mode: 'JUST_CORRECT' }))).toMatchObject({ oldScore: 0, newScore: wanted });
  });
});
