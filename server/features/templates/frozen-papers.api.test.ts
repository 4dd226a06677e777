import { describe, expect, it } from 'vitest';
import type { TemplatePapers } from '#contract/templates.ts';
import { prepareDuePapers } from '#server/exams/official-papers.ts';
import { aCandidate } from '#server/testing/exams.ts';
import { errorOf } from '#server/testing/refusals.ts';
import { useTestServer } from '#server/testing/server.ts';
import { type ExamInSession, useTemplates } from '#server/testing/templates.ts';

const server = useTestServer();
const { admin, examInSession, queryOf, listOf, work, generate, wholeOf } = useTemplates(server);

const soon = { from: 60, to: 180 };

/** Two templates, and two neighbours whose exam begins in an hour, with a paper of each. */
async function frozenPapers() {
  const at = await examInSession();
  const { templates } = await generate(at, 2);
  for (const seat of [1, 2]) await aCandidate(server, at.exam, { sessionId: at.sessionId, seat, ...soon });
  await prepareDuePapers(server.services);
  const [first, second] = await papersOf(at);
  expect(first?.template).not.toBe(second?.template);
  return { at, templates, papers: [first, second] };
}

/** The papers of an exam, each with its seed: a paper that is drawn again has another. */
const papersOf = async ({ exam }: ExamInSession) =>
  (
    await server.database.sql<{ seed: string; template: number }[]>`
      select seed, template_group_id as template from exam_groups where custom_exam_id = ${exam.id} order by appointment_id`
  ).map((row) => ({ ...row }));
const changeOf = async (at: ExamInSession, groupId: number) => ({
  version: (await wholeOf(at, groupId)).version,
  exams: [{ index: 1, questions: [2, 1, 3, 4].map((from) => ({ from })) }],
});
const impactOf = async (at: ExamInSession, change: string) =>
  (await admin.get(`templateExams/papers?${queryOf(at)}&${change}`)).json<TemplatePapers>();

describe('[CUST-2] papers from twelve hours before the first slot', () => {
  it('[CUST-2] an edited template draws those made from it again, after an administrator has seen which', async () => {
    const { at, papers } = await frozenPapers();
    const groupId = papers[0]?.template ?? 0;
    const path = `templateExams/${groupId}/${at.sessionId}`;
    const body = await changeOf(at, groupId);
    const refused = await admin.put(path, body);
    expect(refused.json()).toMatchObject({
      error: 'template.frozen',
      params: { session: 'Sesiunea de azi', count: 1 },
    });
    expect(await papersOf(at)).toEqual(papers);
    const impact = await impactOf(at, `change=edit&groupId=${groupId}`);
    expect(impact).toMatchObject({ frozen: { session: 'Sesiunea de azi' }, papers: 1, printed: 0 });
    expect(impact.students).toHaveLength(1);
    expect((await admin.put(`${path}?override=true`, body)).statusCode).toBe(200);
    expect(await papersOf(at)).toEqual([papers[1]]);
  });

  it('[CUST-2] a deleted template and new ones draw all of them again, because seats choose among all templates', async () => {
    const { at, papers } = await frozenPapers();
    const path = `templateExams/${papers[0]?.template}/${at.sessionId}`;
    expect(errorOf(await admin.delete(path))).toEqual([409, 'template.frozen']);
    const body = { examCustomId: at.exam.id, sessionId: at.sessionId, count: 1, randomize: false };
    expect(errorOf(await admin.post('templateExams', body))).toEqual([409, 'template.frozen']);
    expect(await papersOf(at)).toEqual(papers);
    expect(await impactOf(at, `change=remove&groupId=${papers[0]?.template}`)).toMatchObject({ papers: 2 });
    expect(await impactOf(at, 'change=generate')).toMatchObject({ papers: 2 });

    const run = (await admin.post('templateExams?override=true', body)).json();
    await work(run.id);
    expect(await papersOf(at)).toEqual([]);
    await prepareDuePapers(server.services);
    expect(await papersOf(at)).toHaveLength(2);
    expect((await admin.delete(`${path}?override=true`)).statusCode).toBe(204);
    expect(await papersOf(at)).toEqual([]);
  });

  it('[CUST-2] cancelling a generation before its first template draws none again', async () => {
    const { at, papers } = await frozenPapers();
    const body = { examCustomId: at.exam.id, sessionId: at.sessionId, count: 3, randomize: false };
    const run = (await admin.post('templateExams?override=true', body)).json();
    expect((await admin.post(`templateExams/runs/${run.id}/cancel`)).statusCode).toBe(200);
    expect(await papersOf(at)).toEqual(papers);
  });

  it('[CUST-2] a generation that was started before does not draw them again', async () => {
    const at = await examInSession();
    await generate(at, 1);
    const body = { examCustomId: at.exam.id, sessionId: at.sessionId, count: 1, randomize: false };
    const run = (await admin.post('templateExams', body)).json();
    await aCandidate(server, at.exam, { sessionId: at.sessionId, ...soon });
    await prepareDuePapers(server.services);
    const papers = await papersOf(at);
    await work(run.id);
    expect((await listOf(at)).run).toMatchObject({ state: 'done', made: 1 });
    expect(await papersOf(at)).toEqual(papers);
  });

  it('[TMPL-1] templates of a session that draws a paper for every student concern none', async () => {
    const at = await examInSession();
    await server.database.sql`update exam_sessions set pregenerated = false where id = ${at.sessionId}`;
    await aCandidate(server, at.exam, { sessionId: at.sessionId, ...soon });
    await prepareDuePapers(server.services);
    const papers = await papersOf(at);
    const body = { examCustomId: at.exam.id, sessionId: at.sessionId, count: 1, randomize: false };
    const run = (await admin.post('templateExams', body)).json();
    await work(run.id);
    const [template] = (await listOf(at)).templates;
    expect((await admin.delete(`templateExams/${template?.groupId}/${at.sessionId}`)).statusCode).toBe(204);
    expect(await papersOf(at)).toEqual(papers);
  });
});
