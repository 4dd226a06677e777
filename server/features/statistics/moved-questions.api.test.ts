import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { SessionStatistics } from '#contract/session-statistics.ts';
import type { ExamStatistics, WhatIfResult } from '#contract/statistics.ts';
import type { StudentExam } from '#contract/students-exams.ts';
import { systemAuthor } from '#server/db/database.ts';
import { aTeacher, type SignedInPerson, signedIn } from '#server/testing/accounts.ts';
import { aContestedExam, type ContestedExam } from '#server/testing/contestations.ts';
import { aTaughtDiscipline } from '#server/testing/exams.ts';
import { holderOf } from '#server/testing/resolving.ts';
import { useTestServer } from '#server/testing/server.ts';
import { aRunningExam, correctAt, type RunningExam, sittingOf } from '#server/testing/sittings.ts';

// The product refuses to move a question that was asked (CONT-3). Whatever moved one nevertheless: statistics show of an exam
// what results show of it.
const server = useTestServer();
let contested: ContestedExam;
let sat: RunningExam;
let both: SignedInPerson;
/** The chapters of the two examined disciplines and of another one, and the questions of the first. */
let chapters: number[];
let asked: number[];

beforeAll(async () => {
  contested = await aContestedExam(server, { disciplines: 2 });
  sat = await aRunningExam(server, contested.exam, { sessionId: contested.sessionId });
  for (const { position } of await sat.stored()) await sat.save(position, await correctAt(sat, position));
  await sat.finish();
  const teacher = await aTeacher(server);
  await server.database.sql`
    insert into discipline_teachers (discipline_id, email, part)
    select id, ${teacher.email}, 'holder' from unnest(${[...contested.exam.disciplineIds]}::int[]) id`;
  both = await signedIn(server, teacher);
  const elsewhere = await aTaughtDiscipline(server, { studyPlace: contested.exam.studyPlace });
  const found = await server.database.sql<{ id: number; chapterId: number }[]>`
    select q.id, q.chapter_id as "chapterId" from questions q join chapters c on c.id = q.chapter_id
     where c.discipline_id = any(${[...contested.exam.disciplineIds]}::int[])
     order by array_position(${[...contested.exam.disciplineIds]}::int[], c.discipline_id), q.id`;
  chapters = [found[0]?.chapterId ?? 0, found.at(-1)?.chapterId ?? 0, elsewhere.chapterId];
  asked = found.slice(0, 2).map(({ id }) => id);
});

const moveTo = (chapter: number | undefined, questions = asked) =>
  server.database.transaction(
    systemAuthor,
    (tx) => tx`update questions set chapter_id = ${chapter ?? 0} where id = any(${questions}::int[])`,
  );
beforeEach(() => moveTo(chapters[0]));

/** What lists, the sitting and the statistics show somebody: score, grade and number of questions, which must agree. */
async function shownTo(caller: SignedInPerson) {
  const { id } = contested.exam;
  const [row] = (await caller.get(`studentsExams?examCustomId=${id}`)).json<StudentExam[]>();
  const [exam] = (await sittingOf(caller, sat.exam.groupId)).exams;
  const statistics = (await caller.get(`statistics/exams?examCustomId=${id}`)).json<ExamStatistics>();
  const questions = (await caller.get(`statistics/exams/questions?examCustomId=${id}`)).headers[
    'x-total-count'
  ];
  const rescored = (
    await caller.post('statistics/whatIf', { examCustomId: id, mode: 'JUST_CORRECT' })
  ).json<WhatIfResult>();
  const session = (await caller.get(`statistics/sessions/${contested.sessionId}`)).json<SessionStatistics>();
  return {
    scores: [row?.score, exam?.score, statistics.mean],
    grades: [row?.grade, exam?.grade, statistics.meanGrade, rescored.oldMean],
    graded: session.graded,
    distribution: statistics.distribution.reduce((sum, { count }) => sum + count, 0),
    questions: [exam?.questionExams.length, statistics.questions.length, Number(questions)],
    isPartial: [row?.isPartial, exam?.isPartial, statistics.isPartial, rescored.isPartial],
  };
}
const whole = {
  scores: [40, 40, 40],
  grades: [10, 10, 10, 10],
  graded: 1,
  distribution: 1,
  questions: [4, 4, 4],
  isPartial: [false, false, false, false],
};
const part = (questions: number) => ({
  scores: Array(3).fill(questions * 10),
  grades: [null, null, null, null],
  graded: 0,
  distribution: 0,
  questions: Array(3).fill(questions),
  isPartial: [true, true, true, true],
});

it('[ROLE-5] [RESU-5] statistics show the holder of a part of an exam what lists and the sitting show', async () => {
  expect(await shownTo(both)).toEqual(whole);
  expect(await shownTo(holderOf(contested, 0))).toEqual(part(2));
  expect(await shownTo(holderOf(contested, 1))).toEqual(part(2));
});

it('[ROLE-5] [RESU-5] a moved question gives the holder of a part no grade, even when all questions are theirs by now', async () => {
  await moveTo(chapters[1]);
  expect(await shownTo(holderOf(contested, 1))).toEqual(part(4));
  const [, second] = contested.exam.disciplineIds;
  const ofDiscipline = (await holderOf(contested, 1).get(`statistics/disciplines/${second}`)).json();
  expect(ofDiscipline).toMatchObject({ isPartial: true, meanGrade: null, passRate: null, distribution: [] });
});

it('[ROLE-5] [RESU-5] a moved question takes nothing of the exam from those who hold all that it examined', async () => {
  await moveTo(chapters[2], asked.slice(0, 1));
  expect(await shownTo(both)).toEqual(whole);
  expect(await shownTo(holderOf(contested, 0))).toEqual(part(1));
  const path = `statistics/sessions/${contested.sessionId}?of=disciplines`;
  const { groups } = (await both.get(path)).json<SessionStatistics>();
  expect(groups.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(
    contested.exam.disciplineIds.toSorted((a, b) => a - b),
  );
});
