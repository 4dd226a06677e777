import { describe, expect, it } from 'vitest';
import type { CorrelationRow } from '#contract/question-correlation.ts';
import type { Template, WholeTemplate } from '#contract/templates.ts';
import { prepareDuePapers } from '#server/exams/official-papers.ts';
import { aQuestion, aQuestionDraft } from '#server/testing/bank.ts';
import { aCandidate, aCustomExam } from '#server/testing/exams.ts';
import { errorOf } from '#server/testing/refusals.ts';
import { useTestServer } from '#server/testing/server.ts';
import { useTemplates } from '#server/testing/templates.ts';

const server = useTestServer();
const {
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
} = useTemplates(server);

describe('[TMPL-1] generating templates', () => {
  it('[TMPL-1] makes the requested number in the background, and shows progress and overlap', async () => {
    const at = await examInSession();
    const started = (await post(at, 3)).json();
    expect(started).toMatchObject({ state: 'running', wanted: 3, made: 0 });
    expect((await listOf(at)).run).toMatchObject({ state: 'running', made: 0 });
    expect(errorOf(await post(at, 1))).toEqual([409, 'template.running']);
    await work(started.id);
    const { run, templates, overlap } = await listOf(at);
    expect(run).toMatchObject({ state: 'done', made: 3 });
    expect(templates.map(({ number, questions }) => [number, questions])).toEqual([
      [1, 4],
      [2, 4],
      [3, 4],
    ]);
    // Twelve questions make three papers of four without a repetition.
    expect(overlap).toEqual({ mean: 0, worst: expect.objectContaining({ shared: 0 }) });
    const further = await generate(at, 1);
    expect(further.templates.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
    expect(further.overlap.worst?.shared).toBeGreaterThan(0);
    const page = await admin.get(`templateExams?${queryOf(at)}&sort=madeAt&desc=true&skip=1&take=2`);
    expect(page.json<Template[]>().map(({ number }) => number)).toEqual([3, 2]);
    expect(page.headers['x-total-count']).toBe('4');
  });

  it('[TMPL-1] stops when it is cancelled, and keeps what was made', async () => {
    const at = await examInSession();
    await generate(at, 1);
    const student = await aCandidate(server, at.exam, { sessionId: at.sessionId });
    await prepareDuePapers(server.services);
    expect(await versionsOf(student.appointment.id)).toHaveLength(4);
    const run = (await post(at, 5)).json();
    await expect(work(run.id, AbortSignal.abort())).rejects.toThrow('stopped');
    expect((await admin.post(`templateExams/runs/${run.id}/cancel`)).json()).toMatchObject({
      state: 'cancelled',
      made: 1,
    });
    // Waiting papers are drawn again from all templates there are now.
    expect(await versionsOf(student.appointment.id)).toEqual([]);
    await work(run.id);
    const after = await listOf(at);
    expect([after.run?.state, after.templates.length]).toEqual(['cancelled', 2]);
  });

  it('[TMPL-1] refuses what the bank cannot serve and more than a session may have', async () => {
    const at = await examInSession();
    expect(errorOf(await post(at, 101))).toEqual([400, 'validation.failed']);
    await generate(at, 1);
    expect(errorOf(await post(at, 100))).toEqual([409, 'template.tooMany']);
    const poor = await examInSession({ questions: 4, bank: 4 });
    await server.database.sql`
      update questions set removed_at = now() where chapter_id in (
        select chapter_id from chapter_structures where discipline_id = ${poor.exam.disciplineIds[0] ?? 0})`;
    expect(errorOf(await post(poor, 1))).toEqual([409, 'structure.notServable']);
  });

  it('[TMPL-1] gives students one of them, in their own order when randomised', async () => {
    const fixed = await examInSession();
    const [template] = (await generate(fixed, 1)).templates;
    const whole = await wholeOf(fixed, template?.groupId ?? 0);
    const first = await aCandidate(server, fixed.exam, { sessionId: fixed.sessionId });
    await prepareDuePapers(server.services);
    expect(await versionsOf(first.appointment.id)).toEqual(questionIds(whole));

    const shuffled = await examInSession({ questions: 8, bank: 12 });
    const [own] = (await generate(shuffled, 1, true)).templates;
    const students = [];
    for (let n = 0; n < 3; n += 1)
      students.push(await aCandidate(server, shuffled.exam, { sessionId: shuffled.sessionId }));
    await prepareDuePapers(server.services);
    const orders = [];
    for (const { appointment } of students) orders.push(await versionsOf(appointment.id));
    const ids = questionIds(await wholeOf(shuffled, own?.groupId ?? 0));
    for (const order of orders) expect([...order].sort()).toEqual([...ids].sort());
    expect(new Set(orders.map((order) => order.join())).size).toBeGreaterThan(1);
  });
});

describe('[TMPL-2] editing a template', () => {
  it('[TMPL-2] reorders and replaces questions; waiting copies are redrawn', async () => {
    const at = await examInSession();
    const [template] = (await generate(at, 1)).templates;
    const groupId = template?.groupId ?? 0;
    const student = await aCandidate(server, at.exam, { sessionId: at.sessionId });
    await prepareDuePapers(server.services);
    const before = await wholeOf(at, groupId);
    expect(before.waiting).toBe(1);
    const [offered] = (
      await admin.get(`templateExams/${groupId}/${at.sessionId}/replacements?index=1&position=2`)
    ).json<{ id: number }[]>();
    expect(questionIds(before)).not.toContain(offered?.id);
    const saved = await edit(at, before, [
      { from: 4 },
      { from: 2, questionId: offered?.id },
      { from: 3 },
      { from: 1 },
    ]);
    expect(saved.statusCode).toBe(200);
    const [one, , three, four] = questionIds(before);
    expect(questionIds(saved.json())).toEqual([four, offered?.id, three, one]);
    expect(await versionsOf(student.appointment.id)).toEqual([]);
    await prepareDuePapers(server.services);
    expect(await versionsOf(student.appointment.id)).toEqual([four, offered?.id, three, one]);
  });

  it('[TMPL-2] is refused once a student has begun', async () => {
    const at = await examInSession();
    const [template] = (await generate(at, 1)).templates;
    const whole = await wholeOf(at, template?.groupId ?? 0);
    const student = await aCandidate(server, at.exam, { sessionId: at.sessionId });
    expect((await student.post('prepareExam/')).json()).toMatchObject({ status: 'Started' });
    const same = [1, 2, 3, 4].map((from) => ({ from }));
    expect(errorOf(await edit(at, whole, same))).toEqual([409, 'template.begun']);
    const address = `templateExams/${whole.groupId}/${at.sessionId}`;
    expect(errorOf(await admin.delete(address))).toEqual([409, 'template.begun']);
    await expect(server.database.sql`
      delete from template_questions where template_exam_id in (
        select id from template_exams where template_group_id = ${whole.groupId})`).rejects.toThrow(
      'has begun',
    );
  });

  it('[TMPL-2] refuses lost and repeated questions, other chapters, and a template changed meanwhile', async () => {
    const at = await examInSession();
    const other = await aCustomExam(server, { questions: 1 });
    const [template] = (await generate(at, 1)).templates;
    const whole = await wholeOf(at, template?.groupId ?? 0);
    const [first] = questionIds(whole);
    const [chapter] = await server.database.sql<{ id: number }[]>`
      select chapter_id as id from chapter_structures where discipline_id = ${other.disciplineIds[0] ?? 0}`;
    const foreign = await aQuestion(server, chapter?.id ?? 0);
    const order = (...all: number[]) => all.map((from) => ({ from }));
    const refused = [
      await edit(at, whole, order(1, 2, 3)),
      await edit(at, whole, order(1, 1, 2, 3)),
      await edit(at, whole, [...order(1, 2, 3), { from: 4, questionId: first }]),
      await edit(at, whole, [...order(1, 2, 3), { from: 4, questionId: foreign }]),
    ];
    expect(refused.map((response) => errorOf(response)[1])).toEqual([
      'validation.failed',
      'validation.failed',
      'template.unfit',
      'template.unfit',
    ]);
    expect(questionIds(await wholeOf(at, whole.groupId))).toEqual(questionIds(whole));
    expect((await edit(at, whole, order(2, 1, 3, 4))).statusCode).toBe(200);
    expect(errorOf(await edit(at, whole, order(2, 1, 3, 4)))).toEqual([409, 'template.changed']);
  });

  it('[TMPL-2] renews a question that changed in the bank; choosing it again gives its current version', async () => {
    const at = await examInSession();
    const groupId = (await generate(at, 1)).templates[0]?.groupId ?? 0;
    const [, second] = (await wholeOf(at, groupId)).exams[0]?.questions ?? [];
    const id = second?.questionId ?? 0;
    const changed = await admin.put(
      `questions/${id}`,
      aQuestionDraft(second?.chapterId ?? 0, { text: 'Textul corectat', version: second?.version ?? 0 }),
    );
    expect(changed.statusCode, changed.body).toBe(200);
    expect((await listOf(at)).outdated).toBe(1);
    const old = await wholeOf(at, groupId);
    expect(old.exams[0]?.questions.map(({ canRenew }) => canRenew)).toEqual([false, true, false, false]);
    const replacements = `templateExams/${groupId}/${at.sessionId}/replacements?index=1&take=100`;
    const offered = async (position: number) =>
      (await admin.get(`${replacements}&position=${position}`)).json<{ id: number }[]>().map((one) => one.id);
    expect(await offered(2)).toContain(id);
    expect(await offered(1)).not.toContain(id);
    const renewed = await edit(at, old, [{ from: 1 }, { from: 2, questionId: id }, { from: 3 }, { from: 4 }]);
    expect(renewed.json<WholeTemplate>().exams[0]?.questions[1]).toMatchObject({
      questionId: id,
      text: 'Textul corectat',
      version: (second?.version ?? 0) + 1,
      isCurrent: true,
    });
    expect((await listOf(at)).outdated).toBe(0);
  });

  it('[TMPL-2] replaces a question only by one that can be asked in the same way', async () => {
    const at = await examInSession({ percentSimple: 100 });
    const whole = await wholeOf(at, (await generate(at, 1)).templates[0]?.groupId ?? 0);
    const chapterId = whole.exams[0]?.questions[0]?.chapterId ?? 0;
    // Without enough wrong answers it is only a multiple question.
    const multiple = await aQuestion(server, chapterId, { correct: 8, wrong: 2 });
    const simple = await aQuestion(server, chapterId);
    const address = `templateExams/${whole.groupId}/${at.sessionId}/replacements?index=1&position=1&take=100`;
    const offered = (await admin.get(address)).json<{ id: number }[]>().map(({ id }) => id);
    expect(offered).toContain(simple);
    expect(offered).not.toContain(multiple);
    const rest = [2, 3, 4].map((from) => ({ from }));
    expect(errorOf(await edit(at, whole, [{ from: 1, questionId: multiple }, ...rest]))).toEqual([
      409,
      'template.unfit',
    ]);
    expect((await edit(at, whole, [{ from: 1, questionId: simple }, ...rest])).statusCode).toBe(200);
  });

  it('[TMPL-2] deletes a template that no student has begun; students get another', async () => {
    const at = await examInSession();
    const { templates } = await generate(at, 2);
    const student = await aCandidate(server, at.exam, { sessionId: at.sessionId });
    await prepareDuePapers(server.services);
    for (const { groupId } of templates.slice(0, 1))
      expect((await admin.delete(`templateExams/${groupId}/${at.sessionId}?override=true`)).statusCode).toBe(
        204,
      );
    await prepareDuePapers(server.services);
    const left = await wholeOf(at, templates[1]?.groupId ?? 0);
    expect(await versionsOf(student.appointment.id)).toEqual(questionIds(left));
  });
});

describe('[TMPL-3] question correlation', () => {
  it('[TMPL-3] names the question of the bank for each number of a template and of a sitting', async () => {
    const at = await examInSession({ questions: 6, bank: 12 });
    const [template] = (await generate(at, 1, true)).templates;
    const groupId = template?.groupId ?? 0;
    const whole = await wholeOf(at, groupId);
    const address = `templateExams/${groupId}/${at.sessionId}/correlation`;
    const rows = (await admin.get(address)).json<CorrelationRow[]>();
    expect(rows.map(({ number, questionId }) => [number, questionId])).toEqual(
      questionIds(whole).map((id, index) => [index + 1, id]),
    );
    const student = await aCandidate(server, at.exam, { sessionId: at.sessionId });
    await prepareDuePapers(server.services);
    const [group] = await server.database.sql<{ id: number }[]>`
      select id from exam_groups where appointment_id = ${student.appointment.id}`;
    const own = (await admin.get(`examGroups/${group?.id}/correlation`)).json<CorrelationRow[]>();
    expect(own.map(({ questionId }) => questionId)).toEqual(await versionsOf(student.appointment.id));
    for (const { questionId, templateNumber } of own)
      expect(rows[(templateNumber ?? 0) - 1]?.questionId).toBe(questionId);
    const file = await admin.get(`examGroups/${group?.id}/correlation/export?format=csv&lang=en`);
    const lines = file.body.trim().split('\r\n');
    expect(lines[0]).toContain('Number on the paper');
    expect(lines).toHaveLength(7);
    expect(lines[1]).toContain(String(own[0]?.questionId));
    expect((await admin.get(`${address}/export?format=xlsx`)).rawPayload.subarray(0, 2).toString()).toBe(
      'PK',
    );
  });
});
