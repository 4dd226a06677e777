import { beforeAll, describe, expect, it } from 'vitest';
import type { ExamStatistics, WhatIfResult } from '#contract/statistics.ts';
import { type SignedInPerson, signedInAs } from '#server/testing/accounts.ts';
import type { CohortOfExams } from '#server/testing/cohorts.ts';
import type { CustomExam } from '#server/testing/exams.ts';
import { errorOf } from '#server/testing/refusals.ts';
import { useTestServer } from '#server/testing/server.ts';
import { aRunningExam } from '#server/testing/sittings.ts';
import { useSignedInAs } from '#server/testing/use-signed-in.ts';
import { aCohortWithWrongKey, people, shownIndexes } from '#server/testing/wrong-key.ts';

const server = useTestServer();
const admin = useSignedInAs(server, 'admin');
let custom: CustomExam;
let sessionId: number;
let exams: CohortOfExams['exams'];

beforeAll(async () => {
  ({ custom, sessionId, exams } = await aCohortWithWrongKey(server));
});

const read = async (more = '') =>
  (
    await admin.get(`statistics/exams?examCustomId=${custom.id}&sessionId=${sessionId}${more}`)
  ).json<ExamStatistics>();

describe('pages of questions and of exams that change', () => {
  const idsOf = async (more: string) => (await read(more)).questions.map(({ questionId }) => questionId);

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
    expect(await read('&onlyFlagged=true&take=1')).toMatchObject({
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
    const [one] = await shownIndexes(server, exam, 1, true);
    await exam.save(1, [one ?? 0], { seq: 1 });
    await exam.finish();
    const find = (result: WhatIfResult) => result.exams.find(({ examId }) => examId === exam.exam.id);
    const [student] = await server.database.sql<{ matricol: string }[]>`
      select matricol from students where id = ${exam.student.studentId ?? 0}`;
    const correct = (await shownIndexes(server, exam, 1, true)).length;
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
