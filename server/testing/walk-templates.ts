import { aCustomExam, aSession, someTemplates } from './exams.ts';
import type { TestServer } from './server.ts';
import { absentId, type Ownership, type Send, type Side, type WalkCalls } from './walk-ownership.ts';

/** Calls about templates and printed papers. Only administrators make them, so both sides are alike. */
export async function walkTemplates(
  server: TestServer,
  groupIds: Readonly<Record<Side, number>>,
): Promise<WalkCalls> {
  const { sql } = server.database;
  const sessionId = await aSession(server, { pregenerated: true });

  async function aTemplate(whose: Ownership): Promise<{ examId: number; groupId: number }> {
    if (whose === 'absent') return { examId: absentId, groupId: absentId };
    const exam = await aCustomExam(server, { questions: 4 });
    await someTemplates(server, exam, { sessionId });
    const [group] = await sql<
      { id: number }[]
    >`select id from template_groups where custom_exam_id = ${exam.id}`;
    return { examId: exam.id, groupId: group?.id ?? 0 };
  }
  const templateOf = {
    own: await aTemplate('own'),
    foreign: await aTemplate('foreign'),
    absent: await aTemplate('absent'),
  };
  const at = (whose: Ownership) => `templateExams/${templateOf[whose].groupId}/${sessionId}`;
  const read =
    (below: string) =>
    (whose: Ownership): Send =>
    (caller) =>
      caller.get(`${at(whose)}${below}`);
  const sitting = (whose: Ownership) => (whose === 'absent' ? absentId : groupIds[whose]);

  async function aRun(whose: Ownership): Promise<number> {
    if (whose === 'absent') return absentId;
    const { examId } = await aTemplate(whose);
    const [run] = await sql<{ id: number }[]>`
      insert into template_runs (custom_exam_id, exam_session_id, wanted, randomized)
      values (${examId}, ${sessionId}, 3, false) returning id`;
    return run?.id ?? 0;
  }

  return {
    'GET templateExams': (whose) => (caller) =>
      caller.get(`templateExams?examCustomId=${templateOf[whose].examId}&sessionId=${sessionId}`),
    'GET templateExams/export': (whose) => (caller) =>
      caller.get(
        `templateExams/export?examCustomId=${templateOf[whose].examId}&sessionId=${sessionId}&format=csv`,
      ),
    'GET templateExams/overview': (whose) => (caller) =>
      caller.get(`templateExams/overview?examCustomId=${templateOf[whose].examId}&sessionId=${sessionId}`),
    'GET templateExams/papers': (whose) => (caller) =>
      caller.get(
        `templateExams/papers?examCustomId=${templateOf[whose].examId}&sessionId=${sessionId}&change=generate`,
      ),
    'POST templateExams': (whose) => async (caller) =>
      caller.post('templateExams', {
        examCustomId: (await aTemplate(whose)).examId,
        ...{ sessionId, count: 1, randomize: false },
      }),
    'POST templateExams/runs/:id/cancel': (whose) => async (caller) =>
      caller.post(`templateExams/runs/${await aRun(whose)}/cancel`),
    'GET templateExams/:groupId/:sessionId': read(''),
    'PUT templateExams/:groupId/:sessionId': (whose) => async (caller) => {
      const { groupId } = await aTemplate(whose);
      const questions = [1, 2, 3, 4].map((from) => ({ from }));
      return caller.put(`templateExams/${groupId}/${sessionId}`, {
        version: 1,
        exams: [{ index: 1, questions }],
      });
    },
    'DELETE templateExams/:groupId/:sessionId': (whose) => async (caller) =>
      caller.delete(`templateExams/${(await aTemplate(whose)).groupId}/${sessionId}`),
    'GET templateExams/:groupId/:sessionId/replacements': read('/replacements?index=1&position=1'),
    'GET templateExams/:groupId/:sessionId/contest': read('/contest'),
    'POST templateExams/:groupId/:sessionId/contest': (whose) => (caller) =>
      caller.post(`${at(whose)}/contest`, {
        questions: [{ index: 1, position: 1, removed: [1], correct: null }],
        preview: true,
      }),
    'GET templateExams/:groupId/:sessionId/correlation': read('/correlation'),
    'GET templateExams/:groupId/:sessionId/correlation/export': read('/correlation/export?format=csv'),
    'GET examGroups/:id/correlation': (whose) => (caller) =>
      caller.get(`examGroups/${sitting(whose)}/correlation`),
    'GET examGroups/:id/correlation/export': (whose) => (caller) =>
      caller.get(`examGroups/${sitting(whose)}/correlation/export?format=csv`),
    'POST examPrint': (whose) => (caller) =>
      caller.post('examPrint', { templates: [templateOf[whose].groupId], freeze: true }),
  };
}
