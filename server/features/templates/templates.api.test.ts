import { beforeAll, describe, expect, it } from 'vitest';
import type { HealthReport } from '#contract/administration.ts';
import type { ImpactSummary } from '#contract/settlements.ts';
import type {
  CorrelationRow,
  Template,
  TemplateContest,
  TemplateOverview,
  WholeTemplate,
} from '#contract/templates.ts';
import { examAnswerId } from '#domain/exam-taking/exam-ids.ts';
import { prepareDuePapers } from '#server/exams/official-papers.ts';
import { type SignedInPerson, signedInAs } from '#server/testing/accounts.ts';
import { aQuestion } from '#server/testing/bank.ts';
import { aFinishedExam, filed } from '#server/testing/contestations.ts';
import { aCandidate, aCustomExam, aSession, type CustomExam } from '#server/testing/exams.ts';
import { errorOf } from '#server/testing/refusals.ts';
import { rescored } from '#server/testing/rescoring.ts';
import { evidenceOf, reopen, resolve } from '#server/testing/resolving.ts';
import { useTestServer } from '#server/testing/server.ts';
import { aRunningExam } from '#server/testing/sittings.ts';
import { generatingTemplates } from './generating.ts';

const server = useTestServer();
let admin: SignedInPerson;
beforeAll(async () => {
  admin = await signedInAs(server, 'admin');
});

type Place = { readonly exam: CustomExam; readonly sessionId: number };

const place = async (given: Parameters<typeof aCustomExam>[1] = {}): Promise<Place> => ({
  exam: await aCustomExam(server, { questions: 4, bank: 12, ...given }),
  sessionId: await aSession(server, { pregenerated: true }),
});
const queryOf = ({ exam, sessionId }: Place) => `examCustomId=${exam.id}&sessionId=${sessionId}`;
const listOf = async (at: Place) => ({
  ...(await admin.get(`templateExams/overview?${queryOf(at)}`)).json<TemplateOverview>(),
  templates: (await admin.get(`templateExams?${queryOf(at)}`)).json<Template[]>(),
});
const post = ({ exam, sessionId }: Place, count: number, randomize = false) =>
  admin.post('templateExams', { examCustomId: exam.id, sessionId, count, randomize });
const work = (runId: number) =>
  generatingTemplates.run(server.services, { runId }, new AbortController().signal);

/** Generates templates and waits for the job. */
async function generate(at: Place, count: number, randomize = false) {
  const response = await post(at, count, randomize);
  expect(response.statusCode).toBe(201);
  await work(response.json().id);
  return listOf(at);
}
const wholeOf = async ({ sessionId }: Place, groupId: number): Promise<WholeTemplate> =>
  (await admin.get(`templateExams/${groupId}/${sessionId}`)).json();
const questionIds = ({ exams }: WholeTemplate) =>
  exams.flatMap(({ questions }) => questions.map(({ questionId }) => questionId));
const edit = ({ sessionId }: Place, { groupId, version }: WholeTemplate, questions: readonly object[]) =>
  admin.put(`templateExams/${groupId}/${sessionId}`, { version, exams: [{ index: 1, questions }] });
const versionsOf = async (appointmentId: number) =>
  (
    await server.database.sql<{ id: number; answerOrder: number[] }[]>`
      select v.question_id as id, q.slots as "answerOrder" from exam_groups g join exams e on e.group_id = g.id
        join exam_questions q on q.exam_id = e.id join question_versions v on v.id = q.question_version_id
       where g.appointment_id = ${appointmentId} order by e.position, q.position`
  ).map(({ id }) => id);

describe('[TMPL-1] generating templates', () => {
  it('[TMPL-1] makes the requested number in the background, and shows progress and overlap', async () => {
    const at = await place();
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
    const at = await place();
    await generate(at, 1);
    const run = (await post(at, 5)).json();
    expect((await admin.post(`templateExams/runs/${run.id}/cancel`)).json()).toMatchObject({
      state: 'cancelled',
    });
    await work(run.id);
    const after = await listOf(at);
    expect([after.run?.state, after.templates.length]).toEqual(['cancelled', 1]);
  });

  it('[TMPL-1] refuses what the bank cannot serve and more than a session may have', async () => {
    const at = await place();
    expect(errorOf(await post(at, 101))).toEqual([400, 'validation.failed']);
    const poor = await place({ questions: 4, bank: 4 });
    await server.database.sql`
      update questions set removed_at = now() where chapter_id in (
        select chapter_id from chapter_structures where discipline_id = ${poor.exam.disciplineIds[0] ?? 0})`;
    expect(errorOf(await post(poor, 1))).toEqual([409, 'structure.notServable']);
  });

  it('[TMPL-1] gives students one of them, in their own order when randomised', async () => {
    const fixed = await place();
    const [template] = (await generate(fixed, 1)).templates;
    const whole = await wholeOf(fixed, template?.groupId ?? 0);
    const first = await aCandidate(server, fixed.exam, { sessionId: fixed.sessionId });
    await prepareDuePapers(server.services);
    expect(await versionsOf(first.appointment.id)).toEqual(questionIds(whole));

    const shuffled = await place({ questions: 8, bank: 12 });
    const [own] = (await generate(shuffled, 1, true)).templates;
    const students = [];
    for (let n = 0; n < 3; n += 1)
      students.push(await aCandidate(server, shuffled.exam, { sessionId: shuffled.sessionId }));
    await prepareDuePapers(server.services);
    const orders = [];
    for (const { appointment } of students) orders.push(await versionsOf(appointment.id));
    const asked = questionIds(await wholeOf(shuffled, own?.groupId ?? 0));
    for (const order of orders) expect([...order].sort()).toEqual([...asked].sort());
    expect(new Set(orders.map((order) => order.join())).size).toBeGreaterThan(1);
  });
});

describe('[TMPL-2] editing a template', () => {
  it('[TMPL-2] reorders and replaces questions; waiting copies are redrawn', async () => {
    const at = await place();
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
    const at = await place();
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
    const at = await place();
    const other = await aCustomExam(server, { questions: 1 });
    const [template] = (await generate(at, 1)).templates;
    const whole = await wholeOf(at, template?.groupId ?? 0);
    const [first] = questionIds(whole);
    const [chapter] = await server.database.sql<{ id: number }[]>`
      select chapter_id as id from chapter_structures where discipline_id = ${other.disciplineIds[0] ?? 0}`;
    const foreign = await aQuestion(server, chapter?.id ?? 0);
    const places = (...all: number[]) => all.map((from) => ({ from }));
    const refused = [
      await edit(at, whole, places(1, 2, 3)),
      await edit(at, whole, places(1, 1, 2, 3)),
      await edit(at, whole, [...places(1, 2, 3), { from: 4, questionId: first }]),
      await edit(at, whole, [...places(1, 2, 3), { from: 4, questionId: foreign }]),
    ];
    expect(refused.map((response) => errorOf(response)[1])).toEqual([
      'validation.failed',
      'validation.failed',
      'template.unfit',
      'template.unfit',
    ]);
    expect(questionIds(await wholeOf(at, whole.groupId))).toEqual(questionIds(whole));
    expect((await edit(at, whole, places(2, 1, 3, 4))).statusCode).toBe(200);
    expect(errorOf(await edit(at, whole, places(2, 1, 3, 4)))).toEqual([409, 'template.changed']);
  });

  it('[TMPL-2] deletes a template that no student has begun; students get another', async () => {
    const at = await place();
    const { templates } = await generate(at, 2);
    const student = await aCandidate(server, at.exam, { sessionId: at.sessionId });
    await prepareDuePapers(server.services);
    for (const { groupId } of templates.slice(0, 1))
      expect((await admin.delete(`templateExams/${groupId}/${at.sessionId}`)).statusCode).toBe(204);
    await prepareDuePapers(server.services);
    const left = await wholeOf(at, templates[1]?.groupId ?? 0);
    expect(await versionsOf(student.appointment.id)).toEqual(questionIds(left));
  });
});

describe('[TMPL-3] question correlation', () => {
  it('[TMPL-3] names the question of the bank for each number of a template and of a sitting', async () => {
    const at = await place({ questions: 6, bank: 12 });
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

/** The number of queued e-mails. */
const waitingMails = async () => (await admin.get('administration/health')).json<HealthReport>().mail.waiting;

describe('[TMPL-2] contesting a template', () => {
  it('[TMPL-2] [CONT-10] removes an answer, corrects the key and withdraws both, for all exams made from the template', async () => {
    const at = await place({ percentSimple: 0 });
    const { templates } = await generate(at, 2);
    const [own, other] = [
      await wholeOf(at, templates[0]?.groupId ?? 0),
      await wholeOf(at, templates[1]?.groupId ?? 0),
    ];
    const contest = ({ groupId }: WholeTemplate, body: object) =>
      admin.post(`templateExams/${groupId}/${at.sessionId}/contest`, { preview: false, ...body });
    /** Writes what was previewed. */
    const contested = async (template: WholeTemplate, body: object) => {
      const shown = (await contest(template, { ...body, preview: true })).json<ImpactSummary>();
      return contest(template, { ...body, fingerprint: shown.fingerprint });
    };
    const stateOf = async ({ groupId }: WholeTemplate) =>
      (await admin.get(`templateExams/${groupId}/${at.sessionId}/contest`)).json<TemplateContest>().questions;
    const [question] = own.exams[0]?.questions ?? [];
    const wrong = question?.answers.find(({ isCorrect }) => !isCorrect)?.original ?? 0;
    const right =
      question?.answers.filter(({ isCorrect }) => isCorrect).map(({ original }) => original) ?? [];
    const remove = { index: 1, position: 1, removed: [wrong], correct: null };
    expect(errorOf(await contest(own, { questions: [remove] }))).toEqual([409, 'template.notBegun']);

    // Everyone ticks exactly what is correct on question 1, and one wrong answer.
    for (const seat of [6, 7, 8]) {
      const exam = await aRunningExam(server, at.exam, { sessionId: at.sessionId, seat });
      for (const whole of [own, other]) {
        const asked = whole.exams[0]?.questions[0];
        const places = asked?.answers.flatMap(({ isCorrect, original }, shown) =>
          isCorrect || original === wrong ? [shown] : [],
        );
        const [first] = await versionsOf(exam.appointment.id);
        if (first === asked?.questionId) await exam.save(1, places);
      }
      await exam.finish();
    }
    const begun = await wholeOf(at, own.groupId);
    const preview = (await contest(own, { questions: [remove], preview: true })).json<ImpactSummary>();
    expect(preview).toMatchObject({ reached: begun.begun, changed: begun.begun, bank: [] });
    expect(errorOf(await contest(own, { questions: [remove] }))).toEqual([409, 'settlement.previewMissing']);
    expect(await stateOf(own)).toEqual([]);
    const shown = await waitingMails();
    const written = await contest(own, { questions: [remove], fingerprint: preview.fingerprint });
    expect(written.json()).toMatchObject({ changed: begun.begun, fingerprint: preview.fingerprint });
    // Notifies everyone whose grade changed, and no one with the other template.
    expect(await waitingMails()).toBe(shown + begun.begun);
    expect(await stateOf(own)).toEqual([remove]);
    expect(await stateOf(other)).toEqual([]);
    for (const { newScore } of preview.exams) expect(newScore).toBe(10);

    const corrected = { ...remove, correct: [wrong, ...right] };
    const key = await contested(own, { questions: [corrected] });
    expect(key.json<ImpactSummary>().bank).toMatchObject([{ bank: 'newVersion' }]);
    expect(await stateOf(own)).toMatchObject([
      { removed: [wrong], correct: expect.arrayContaining([wrong, ...right]) },
    ]);
    const back = await contested(own, { questions: [{ ...remove, removed: [] }] });
    expect(back.json<ImpactSummary>().exams.map(({ newScore }) => newScore)).toEqual(
      preview.exams.map(({ oldScore }) => oldScore),
    );
    expect(await stateOf(own)).toEqual([]);
    expect((await rescored(server.database.sql)).problems).toEqual([]);
    const stale = { questions: [remove], fingerprint: 'another' };
    expect(errorOf(await contest(own, stale))).toEqual([409, 'settlement.changedMeanwhile']);
    for (const bad of [
      { ...remove, position: 99 },
      { ...remove, removed: [30] },
      { ...remove, correct: [30] },
    ])
      expect(errorOf(await contest(own, { questions: [bad] }))).toEqual([400, 'validation.failed']);
  });

  it('[TMPL-2] [CONT-7] does not change settlements of a contestation', async () => {
    const at = await place();
    const { templates } = await generate(at, 1);
    const { groupId } = await wholeOf(at, templates[0]?.groupId ?? 0);
    const sat = await aFinishedExam(server, at);
    // Templates are in use until the session ends, so their keys stay closed.
    await server.database
      .sql`update exam_sessions set end_date = current_date - 1 where id = ${at.sessionId}`;
    const id = await filed(sat, [1]);
    const remove = {
      examQuestionId: sat.questionId(1),
      accepted: true,
      settle: 'removeAnswer',
      reach: 'template',
      answerIds: [examAnswerId(sat.questionId(1), 0)],
    };
    const resolved = await resolve(admin, id, remove);
    expect(resolved.json()).toMatchObject({ status: 'AC' });
    const path = `templateExams/${groupId}/${at.sessionId}/contest`;
    const shown = (await admin.get(path)).json<TemplateContest>();
    expect(shown.questions).toEqual([]);
    expect(shown.ofSession).toMatchObject([{ index: 1, position: 1, removed: [expect.any(Number)] }]);
    const nothing = { index: 1, position: 1, removed: [], correct: null };
    const { fingerprint } = (
      await admin.post(path, { preview: true, questions: [nothing] })
    ).json<ImpactSummary>();
    const written = await admin.post(path, { preview: false, questions: [nothing], fingerprint });
    expect(written.statusCode).toBe(200);
    expect((await admin.get(path)).json<TemplateContest>()).toEqual(shown);
    expect((await reopen(admin, id)).json()).toMatchObject({ status: 'DP' });
    expect((await admin.get(path)).json<TemplateContest>().ofSession).toEqual([]);
  });

  it('[TMPL-2] returns to the served key against the session’s, and the newest of both is in force', async () => {
    const at = await place({ percentSimple: 0 });
    const { templates } = await generate(at, 1);
    const { groupId, exams } = await wholeOf(at, templates[0]?.groupId ?? 0);
    const sat = await aFinishedExam(server, at);
    await server.database
      .sql`update exam_sessions set end_date = current_date - 1 where id = ${at.sessionId}`;
    const id = await filed(sat, [1]);
    const [question] = exams[0]?.questions ?? [];
    const served = question?.answers.flatMap(({ isCorrect, original }) => (isCorrect ? [original] : []));
    const other = question?.answers.find(({ isCorrect }) => !isCorrect)?.original ?? 0;
    const shownAt = (await sat.storedAt(1)).answerOrder.indexOf(other - 1);
    const correct = async () => {
      const decision = {
        examQuestionId: sat.questionId(1),
        accepted: true,
        settle: 'changeKey',
        reach: 'session',
        answerIds: [examAnswerId(sat.questionId(1), shownAt)],
      };
      const resolved = await resolve(admin, id, decision);
      expect(resolved.statusCode, resolved.body).toBe(200);
    };
    const path = `templateExams/${groupId}/${at.sessionId}/contest`;
    const state = async () => (await admin.get(path)).json<TemplateContest>();
    const key = (answers: readonly number[] = []): TemplateContest['questions'] => [
      { index: 1, position: 1, removed: [], correct: [...answers] },
    ];
    const contest = async (questions: TemplateContest['questions']) => {
      const { fingerprint } = (await admin.post(path, { preview: true, questions })).json<ImpactSummary>();
      const written = await admin.post(path, { preview: false, questions, fingerprint });
      expect(written.statusCode, written.body).toBe(200);
    };
    const restore = () => contest(key(served));
    /** The answers of the template by the key that scores, and whether it says that this is not the served one. */
    const viewed = async () => {
      const [shown] = (await wholeOf(at, groupId)).exams[0]?.questions ?? [];
      const those = (which: 'isCorrect' | 'wasCorrect' | 'isRemoved') =>
        shown?.answers.flatMap((answer) => (answer[which] ? [answer.original] : []));
      expect(those('wasCorrect')).toEqual(served);
      return [those('isCorrect'), those('isRemoved'), shown?.isSettled];
    };
    expect(await viewed()).toEqual([served, [], false]);
    await correct();
    expect(await state()).toEqual({ questions: [], ofSession: key([other]) });
    expect(await viewed()).toEqual([[other], [], true]);
    await restore();
    expect(await viewed()).toEqual([served, [], false]);
    expect(await state()).toEqual({ questions: key(served), ofSession: key([other]) });
    // Corrected for the session again: that is newer than the template's.
    await reopen(admin, id);
    await correct();
    expect(await state()).toEqual({ questions: [], ofSession: key([other]) });
    // Removing an answer leaves the template's own key, which counts again without the session's.
    const removed = question?.answers.flatMap(({ isCorrect, original }) =>
      isCorrect || original === other ? [] : [original],
    );
    const removal = { index: 1, position: 1, removed: removed?.slice(0, 1) ?? [] };
    await contest([{ ...removal, correct: null }]);
    await reopen(admin, id);
    expect(await state()).toEqual({ questions: [{ ...removal, correct: served ?? [] }], ofSession: [] });
    expect(await viewed()).toEqual([served, removal.removed, removal.removed.length > 0]);
    await correct();
    await restore();
    expect((await state()).questions).toEqual(key(served));
    // A key of the session may name only answers that this template does not show.
    const { versionId, answerOrder } = await sat.storedAt(1);
    const opened = await admin.post('examContests/cases', { versionId, sessionId: at.sessionId });
    const caseId = opened.json<{ id: number }>().id;
    const [asked] = await evidenceOf(admin, caseId);
    const hidden = asked?.scored?.answerExams.find((_, bankIndex) => !answerOrder.includes(bankIndex));
    const decision = { accepted: true, settle: 'changeKey', answerIds: [hidden?.id] };
    const settled = await resolve(admin, caseId, { examQuestionId: asked?.examQuestionId, ...decision });
    expect(settled.statusCode, settled.body).toBe(200);
    expect(await state()).toEqual({ questions: [], ofSession: key([]) });
    expect(await viewed()).toEqual([[], [], true]);
    expect((await rescored(server.database.sql)).problems).toEqual([]);
  });
});
