import { beforeAll, describe, expect, it } from 'vitest';
import type { PrintedPaper } from '#contract/exam-print.ts';
import type { WholeTemplate } from '#contract/templates.ts';
import { prepareDuePapers } from '#server/exams/official-papers.ts';
import { aSecretary, signedIn, signedInAs } from '#server/testing/accounts.ts';
import { aCandidate, aCustomExam, aSession, type CustomExam, someTemplates } from '#server/testing/exams.ts';
import { errorOf } from '#server/testing/refusals.ts';
import { useTestServer } from '#server/testing/server.ts';
import { aRunningExam } from '#server/testing/sittings.ts';
import { useSignedInAs } from '#server/testing/use-signed-in.ts';

const server = useTestServer();
const admin = useSignedInAs(server, 'admin');
let exam: CustomExam;
beforeAll(async () => {
  exam = await aCustomExam(server, { questions: 4 });
});

type Printed = { readonly papers: PrintedPaper[]; readonly withoutPaper: number[] };
const print = async (query: object): Promise<Printed> => (await admin.post('examPrint', query)).json();

describe('[PRINT-1] printed papers', () => {
  it('[PRINT-1] have name, seat and code, and the answers so far of a running exam', async () => {
    const running = await aRunningExam(server, exam);
    await running.save(2, [1]);
    const far = await aCandidate(server, exam, { from: 3000, to: 3100 });
    const late = await aCandidate(server, exam);
    const { papers, withoutPaper } = await print({
      appointments: [running.appointment.id, far.appointment.id, late.appointment.id],
    });
    expect(withoutPaper).toEqual([far.appointment.id]);
    const [paper, drawnNow] = papers;
    // A due paper is drawn at once; one that has not begun shows no answers.
    expect(drawnNow?.sitting).toMatchObject({ state: 'waiting', appointmentId: late.appointment.id });
    expect(drawnNow?.exams[0]?.questions[0]?.answers.every(({ isTicked }) => isTicked === null)).toBe(true);
    expect(paper).toMatchObject({
      code: `S${running.exam.groupId}`,
      examName: 'Examen de semestru',
      sitting: { row: 1, seat: 7, state: 'running', appointmentId: running.appointment.id },
    });
    const questions = paper?.exams[0]?.questions ?? [];
    expect(questions.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
    expect(questions[1]?.answers.map(({ isTicked }) => isTicked)).toEqual(
      questions[1]?.answers.map((_, index) => index === 1),
    );
  });

  it('[PRINT-1] have the key and the given answers only on request', async () => {
    const student = await aCandidate(server, exam);
    await prepareDuePapers(server.services);
    const answersOf = ({ papers }: Printed) => papers[0]?.exams[0]?.questions[0]?.answers ?? [];
    const plain = answersOf(await print({ appointments: [student.appointment.id] }));
    expect(plain.map(({ isCorrect, isTicked }) => [isCorrect, isTicked])).toEqual(
      plain.map(() => [null, null]),
    );
    const keyed = answersOf(await print({ appointments: [student.appointment.id], key: true }));
    expect(keyed.some(({ isCorrect }) => isCorrect)).toBe(true);
    expect(keyed.some(({ isCorrect }) => isCorrect === false)).toBe(true);
  });

  it('[PRINT-1] are in the audit log, also with the key, which does not mark them as printed', async () => {
    const student = await aCandidate(server, exam);
    const far = await aCandidate(server, exam, { from: 3000, to: 3100 });
    const { id } = student.appointment;
    const { sql } = server.database;
    const entries = () => sql<{ actor: number; after: object }[]>`
      select actor_id as actor, after from audit_log
       where action = 'papersPrinted' and entity = 'appointments'
         and entity_id in (${String(id)}, ${String(far.appointment.id)}) order by id`;
    const isPrinted = async () =>
      (await sql`select from exam_groups where appointment_id = ${id} and printed_at is not null`).count;
    await print({ appointments: [id, far.appointment.id], key: true, ticks: true });
    const keyed = { actor: admin.userId, after: { with_key: true, with_ticks: true } };
    expect([await entries(), await isPrinted()]).toEqual([[keyed], 0]);
    await print({ appointments: [id] });
    expect([await entries(), await isPrinted()]).toEqual([
      [keyed, { actor: admin.userId, after: { with_key: false, with_ticks: false } }],
      1,
    ]);
  });

  it('[PRINT-1] are printed only by administrators; a secretary enters the written answers', async () => {
    const running = await aRunningExam(server, exam);
    const secretary = await signedIn(
      server,
      await aSecretary(server, { collegeId: exam.studyPlace.collegeId }),
    );
    const query = { appointments: [running.appointment.id] };
    for (const caller of [secretary, await signedInAs(server, 'teacher')])
      expect((await caller.post('examPrint', query)).statusCode).toBe(403);
    expect((await secretary.get(`paperEntries/${running.exam.groupId}`)).statusCode).toBe(200);
  });

  it('[PRINT-1] [TMPL-2] come from templates without a name, which printing freezes once that is confirmed', async () => {
    const sessionId = await aSession(server, { pregenerated: true });
    await someTemplates(server, exam, { sessionId });
    const [template] = await server.database.sql<{ id: number }[]>`
      select id from template_groups where exam_session_id = ${sessionId}`;
    const keyed = await print({ templates: [template?.id], key: true });
    const address = `templateExams/${template?.id}/${sessionId}`;
    const whole = async () => (await admin.get(address)).json<WholeTemplate>();
    const edit = async () =>
      admin.put(address, {
        version: (await whole()).version,
        exams: [{ index: 1, questions: [2, 1, 3, 4].map((from) => ({ from })) }],
      });
    // A key is not written on.
    expect(keyed.papers).toHaveLength(1);
    expect((await edit()).statusCode).toBe(200);
    // Nothing is frozen unasked.
    const refused = await admin.post('examPrint', { templates: [template?.id] });
    expect(refused.json()).toMatchObject({ error: 'template.printFreezes', params: { count: 1 } });
    expect(await whole()).toMatchObject({ isPrinted: false });
    expect((await edit()).statusCode).toBe(200);
    const { papers } = await print({ templates: [template?.id], freeze: true });
    expect(await whole()).toMatchObject({ isPrinted: true });
    expect(errorOf(await edit())).toEqual([409, 'template.printed']);
    expect(errorOf(await admin.delete(address))).toEqual([409, 'template.printed']);
    await expect(server.database.sql`
      delete from template_questions where template_exam_id in (
        select id from template_exams where template_group_id = ${template?.id ?? 0})`).rejects.toThrow(
      'was printed',
    );
    expect(papers).toMatchObject([{ code: `T${template?.id}`, templateNumber: 1, sitting: null }]);
    expect(papers[0]?.exams[0]?.questions).toHaveLength(4);
    // Printing it again changes nothing and needs no confirmation.
    expect((await print({ templates: [template?.id] })).papers).toHaveLength(1);
  });

  it('[PRINT-1] come at most ten at a time', async () => {
    const appointments = Array.from({ length: 11 }, (_, index) => index + 1);
    expect((await admin.post('examPrint', { appointments })).statusCode).toBe(400);
  });
});
