import { expect } from 'vitest';
import type { Template, TemplateOverview, WholeTemplate } from '#contract/templates.ts';
import { generatingTemplates } from '#server/features/templates/generating.ts';
import { signedInAs } from './accounts.ts';
import { aCustomExam, aSession, type CustomExam } from './exams.ts';
import type { TestServer } from './server.ts';
import { useStarted } from './use-started.ts';

export type ExamInSession = { readonly exam: CustomExam; readonly sessionId: number };

/** What an administrator does with the templates of an exam in a session. */
export function useTemplates(server: TestServer) {
  const admin = useStarted(
    () => signedInAs(server, 'admin'),
    () => undefined,
  );

  const examInSession = async (given: Parameters<typeof aCustomExam>[1] = {}): Promise<ExamInSession> => ({
    exam: await aCustomExam(server, { questions: 4, bank: 12, ...given }),
    sessionId: await aSession(server, { pregenerated: true }),
  });
  const queryOf = ({ exam, sessionId }: ExamInSession) => `examCustomId=${exam.id}&sessionId=${sessionId}`;
  const listOf = async (at: ExamInSession) => ({
    ...(await admin.get(`templateExams/overview?${queryOf(at)}`)).json<TemplateOverview>(),
    templates: (await admin.get(`templateExams?${queryOf(at)}`)).json<Template[]>(),
  });
  const post = ({ exam, sessionId }: ExamInSession, count: number, randomize = false) =>
    admin.post('templateExams?override=true', { examCustomId: exam.id, sessionId, count, randomize });
  /** Makes the templates of a generation; only the next one when it is being stopped. */
  const work = (runId: number, stopping = new AbortController().signal) =>
    generatingTemplates.run(server.services, { runId }, stopping);

  /** Generates templates and waits for the job. */
  async function generate(at: ExamInSession, count: number, randomize = false) {
    const response = await post(at, count, randomize);
    expect(response.statusCode).toBe(201);
    await work(response.json().id);
    return listOf(at);
  }
  const wholeOf = async ({ sessionId }: ExamInSession, groupId: number): Promise<WholeTemplate> =>
    (await admin.get(`templateExams/${groupId}/${sessionId}`)).json();
  const questionIds = ({ exams }: WholeTemplate) =>
    exams.flatMap(({ questions }) => questions.map(({ questionId }) => questionId));
  const edit = (
    { sessionId }: ExamInSession,
    { groupId, version }: WholeTemplate,
    questions: readonly object[],
  ) =>
    admin.put(`templateExams/${groupId}/${sessionId}?override=true`, {
      version,
      exams: [{ index: 1, questions }],
    });
  const versionsOf = async (appointmentId: number) =>
    (
      await server.database.sql<{ id: number; answerOrder: number[] }[]>`
        select v.question_id as id, q.slots as "answerOrder" from exam_groups g join exams e on e.group_id = g.id
          join exam_questions q on q.exam_id = e.id join question_versions v on v.id = q.question_version_id
         where g.appointment_id = ${appointmentId} order by e.position, q.position`
    ).map(({ id }) => id);

  return {
    admin,
    examInSession,
    queryOf,
    listOf,
    post,
    work,
    generate,
    wholeOf,
    questionIds,
    edit,
    versionsOf,
  };
}
