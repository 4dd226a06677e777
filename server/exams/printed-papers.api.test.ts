import { describe, expect, it } from 'vitest';
import type { CustomExamItem, ExamImpact } from '#contract/custom-exams.ts';
import type { PrintedPaper } from '#contract/exam-print.ts';
import type { Template, WholeTemplate } from '#contract/templates.ts';
import { generatingTemplates } from '#server/features/templates/generating.ts';
import { aCandidate, aCustomExam, aSession } from '#server/testing/exams.ts';
import { errorOf } from '#server/testing/refusals.ts';
import { useTestServer } from '#server/testing/server.ts';
import { useSignedInAs } from '#server/testing/use-signed-in.ts';
import { prepareDuePapers } from './official-papers.ts';

const server = useTestServer();
const admin = useSignedInAs(server, 'admin');
type Candidate = Awaited<ReturnType<typeof aCandidate>>;

const printed = async ({ appointment }: Candidate, key = false): Promise<PrintedPaper | undefined> =>
  (await admin.post('examPrint', { appointments: [appointment.id], key })).json<{ papers: PrintedPaper[] }>()
    .papers[0];
/** The code of a paper, read without printing it for its student. */
const codeOf = async (candidate: Candidate) => (await printed(candidate, true))?.code;
const servedExamOf = (paper: PrintedPaper | undefined) =>
  paper?.exams.flatMap(({ questions }) => questions.map(({ questionId }) => questionId)) ?? [];

/** A printed and an unprinted paper of one exam; the unprinted one was read with its key. */
async function twoPapers(given: Parameters<typeof aCustomExam>[1] = {}) {
  const exam = await aCustomExam(server, { questions: 4, bank: 5, ...given });
  const [onTable, waiting] = [await aCandidate(server, exam), await aCandidate(server, exam)];
  await prepareDuePapers(server.services);
  const paper = await printed(onTable);
  return { exam, onTable, waiting, paper, other: await printed(waiting, true) };
}

describe('[PRINT-1] a paper printed for its student', () => {
  it('[PRINT-1] stays when one of its questions is removed, and can be entered; one printed only with the key is redrawn', async () => {
    const { onTable, waiting, paper, other } = await twoPapers();
    const removed = servedExamOf(paper).find((id) => servedExamOf(other).includes(id));
    expect((await admin.delete(`questions/${removed}`)).statusCode).toBe(204);
    await prepareDuePapers(server.services);
    expect(await codeOf(waiting)).not.toBe(other?.code);
    expect(servedExamOf(await printed(onTable, true))).toEqual(servedExamOf(paper));
    expect(await codeOf(onTable)).toBe(paper?.code);
    expect((await admin.get(`paperEntries/${paper?.sitting?.groupId}`)).statusCode).toBe(200);
    // Begun at a computer after all, it is the same paper.
    expect((await onTable.post('prepareExam/')).json()).toMatchObject({ groupId: paper?.sitting?.groupId });
  });

  it('[PRINT-1][CUST-2] stays when the structure or the exam changes, and the previews say so', async () => {
    const { exam, onTable, waiting, paper, other } = await twoPapers({ parts: 2, bank: 12 });
    const path = `disciplines/${exam.disciplineIds[0]}/structure`;
    expect((await admin.get(`${path}/papers`)).json()).toMatchObject({ papers: 1, printed: 1 });
    const item = (await admin.get(`examCustom/${exam.id}`)).json<CustomExamItem>();
    const draft = {
      ...item,
      sumativeDisciplines: item.sumativeDisciplines.map((one) => ({ ...one, questions: 5 })),
    };
    const impact = (await admin.post(`examCustom/${exam.id}/impact`, draft)).json<ExamImpact>();
    expect(impact).toMatchObject({ changes: ['counts'], papers: 1, printed: 1, students: { length: 1 } });
    const saved = await admin.put(`examCustom/${exam.id}?override=true`, draft);
    expect(saved.statusCode, saved.body).toBe(200);
    await prepareDuePapers(server.services);
    expect(servedExamOf(await printed(onTable, true))).toEqual(servedExamOf(paper));
    const redrawn = await codeOf(waiting);
    expect(redrawn).not.toBe(other?.code);
    const structure = (await admin.get(path)).json();
    const changed = await admin.put(`${path}?override=true`, {
      questions: 5,
      examDuration: 60,
      automaticDistribution: false,
      chapters: [{ id: structure.chapters[0].id, questions: 5, percentSimple: 100, percentComplex: 0 }],
    });
    expect(changed.statusCode, changed.body).toBe(200);
    expect(await codeOf(waiting)).not.toBe(redrawn);
    expect(await codeOf(onTable)).toBe(paper?.code);
    const without = {
      ...draft,
      version: saved.json().version,
      sumativeDisciplines: draft.sumativeDisciplines.slice(0, 1),
    };
    expect(errorOf(await admin.put(`examCustom/${exam.id}?override=true`, without))).toEqual([
      409,
      'customExam.partSat',
    ]);
    expect(await codeOf(onTable)).toBe(paper?.code);
  });

  it('[PRINT-1][TMPL-2] keeps its template from being changed, and stays when more are generated', async () => {
    const exam = await aCustomExam(server, { questions: 4, bank: 12 });
    const sessionId = await aSession(server, { pregenerated: true });
    const generate = async () => {
      const started = await admin.post('templateExams', {
        examCustomId: exam.id,
        sessionId,
        count: 1,
        randomize: false,
      });
      await generatingTemplates.run(
        server.services,
        { runId: started.json().id },
        new AbortController().signal,
      );
      const list = await admin.get(`templateExams?examCustomId=${exam.id}&sessionId=${sessionId}`);
      return list.json<Template[]>();
    };
    const [template] = await generate();
    const candidate = await aCandidate(server, exam, { sessionId });
    await prepareDuePapers(server.services);
    const paper = await printed(candidate);
    const address = `templateExams/${template?.groupId}/${sessionId}`;
    const whole = (await admin.get(address)).json<WholeTemplate>();
    expect(whole).toMatchObject({ begun: 0, waiting: 1, printed: 1 });
    const questions = [2, 1, 3, 4].map((from) => ({ from }));
    const edited = await admin.put(address, { version: whole.version, exams: [{ index: 1, questions }] });
    expect(errorOf(edited)).toEqual([409, 'template.begun']);
    expect(errorOf(await admin.delete(address))).toEqual([409, 'template.begun']);
    await generate();
    expect(await codeOf(candidate)).toBe(paper?.code);
  });

  it('[PRINT-1] holds its appointment from the beginning of the slot', async () => {
    const { onTable, waiting, paper } = await twoPapers();
    expect(errorOf(await admin.delete(`appointments/${onTable.appointment.id}`))).toEqual([
      409,
      'appointment.begun',
    ]);
    expect(await codeOf(onTable)).toBe(paper?.code);
    expect((await admin.delete(`appointments/${waiting.appointment.id}`)).statusCode).toBe(204);
  });
});
