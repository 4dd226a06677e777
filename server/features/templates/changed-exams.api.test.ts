import { expect, it } from 'vitest';
import type { CustomExamItem, ExamImpact } from '#contract/custom-exams.ts';
import { prepareDuePapers } from '#server/exams/official-papers.ts';
import { aCandidate, aTaughtDiscipline } from '#server/testing/exams.ts';
import { errorOf } from '#server/testing/refusals.ts';
import { useTestServer } from '#server/testing/server.ts';
import { type ExamInSession, useTemplates } from '#server/testing/templates.ts';

const server = useTestServer();
const { admin, examInSession, listOf, generate, wholeOf, questionIds, versionsOf } = useTemplates(server);

const examOf = async ({ exam }: ExamInSession) =>
  (await admin.get(`examCustom/${exam.id}`)).json<CustomExamItem>();

/** What students get who are booked now: the numbers of questions of their parts. */
async function partsServed(at: ExamInSession): Promise<number[]> {
  const { appointment } = await aCandidate(server, at.exam, { sessionId: at.sessionId });
  await prepareDuePapers(server.services);
  const rows = await server.database.sql<{ questions: number }[]>`
    select e.questions from exam_groups g join exams e on e.group_id = g.id
     where g.appointment_id = ${appointment.id} order by e.position`;
  return rows.map(({ questions }) => questions);
}

it('[TMPL-1] [CUST-2] templates made before an exam changed are given to nobody, and new ones are generated', async () => {
  const at = await examInSession();
  await generate(at, 2);
  const before = await examOf(at);
  const second = await aTaughtDiscipline(server, { studyPlace: at.exam.studyPlace, questions: 5 });
  const [first] = before.sumativeDisciplines;
  const next = {
    ...before,
    sumativeDisciplines: [
      { ...first, questions: 8 },
      { pkDiscipline: second.id, questions: 5, credits: 1, position: 2 },
    ],
  };
  const path = `examCustom/${at.exam.id}`;
  expect((await admin.post(`${path}/impact`, next)).json<ExamImpact>()).toMatchObject({ templates: 2 });
  expect((await admin.post(`${path}/impact`, before)).json<ExamImpact>()).toMatchObject({ templates: 0 });
  expect((await admin.put(path, next)).json()).toMatchObject({ questions: 13 });
  const changed = await listOf(at);
  expect(changed.obsolete).toBe(2);
  expect(changed.templates.map(({ matchesExam }) => matchesExam)).toEqual([false, false]);
  expect(await partsServed(at)).toEqual([8, 5]);

  const { templates, obsolete } = await generate(at, 1);
  expect(obsolete).toBe(2);
  expect(templates.map(({ number, matchesExam }) => [number, matchesExam])).toEqual([
    [1, false],
    [2, false],
    [3, true],
  ]);
  const student = await aCandidate(server, at.exam, { sessionId: at.sessionId });
  await prepareDuePapers(server.services);
  const current = await wholeOf(at, templates[2]?.groupId ?? 0);
  expect(await versionsOf(student.appointment.id)).toEqual(questionIds(current));
});

it('[TMPL-1] [CUST-2] so are those made before percents, order or a structure changed; a new name keeps them', async () => {
  const at = await examInSession({ parts: 2 });
  const matches = async () => (await listOf(at)).obsolete === 0;
  const path = `examCustom/${at.exam.id}`;
  const save = async (changed: object) => {
    expect((await admin.put(path, { ...(await examOf(at)), ...changed })).statusCode).toBe(200);
  };
  await generate(at, 1);
  const { sumativeDisciplines: parts } = await examOf(at);
  await save({ examName: 'Alt nume', examDuration: 90 });
  expect(await matches()).toBe(true);
  await save({
    sumativeDisciplines: parts.map((part) => ({ ...part, percentSimple: 100, percentComplex: 0 })),
  });
  expect(await matches()).toBe(false);
  await save({ sumativeDisciplines: parts });
  expect(await matches()).toBe(true);
  await save({ sumativeDisciplines: parts.map((part, index) => ({ ...part, position: 2 - index })) });
  expect(await matches()).toBe(false);
  await save({ sumativeDisciplines: parts });

  const structure = `disciplines/${at.exam.disciplineIds[0]}/structure`;
  const [chapter] = (await admin.get(structure)).json().chapters;
  const draft = {
    questions: 3,
    examDuration: 60,
    automaticDistribution: false,
    chapters: [{ id: chapter.id, questions: 3, percentSimple: 0, percentComplex: 100 }],
  };
  expect((await admin.get(`${structure}/papers`)).json()).toMatchObject({ templates: 1 });
  expect((await admin.put(structure, draft)).statusCode).toBe(200);
  expect(await matches()).toBe(false);
  expect((await admin.get(`${structure}/papers`)).json()).toMatchObject({ templates: 0 });
});

it('[CUST-2] [TMPL-2] a discipline of a printed template stays in the exam', async () => {
  const at = await examInSession({ parts: 2 });
  const { templates } = await generate(at, 1);
  const print = await admin.post('examPrint', {
    templates: templates.map(({ groupId }) => groupId),
    freeze: true,
  });
  expect(print.statusCode).toBe(200);
  const before = await examOf(at);
  const sumativeDisciplines = before.sumativeDisciplines.slice(0, 1);
  const refused = await admin.put(`examCustom/${at.exam.id}`, { ...before, sumativeDisciplines });
  expect(errorOf(refused)).toEqual([409, 'template.printed']);
  expect((await listOf(at)).templates).toHaveLength(1);
});

it('[CUST-2] a discipline that only templates ask can be taken out of the exam; its templates go with it', async () => {
  const at = await examInSession({ parts: 2 });
  await generate(at, 2);
  const before = await examOf(at);
  const sumativeDisciplines = before.sumativeDisciplines.slice(0, 1);
  expect((await admin.put(`examCustom/${at.exam.id}`, { ...before, sumativeDisciplines })).statusCode).toBe(
    200,
  );
  expect((await listOf(at)).templates).toEqual([]);
  expect(await partsServed(at)).toEqual([4]);
});
