import { describe, expect, it } from 'vitest';
import type { HealthReport } from '#contract/administration.ts';
import type { ImpactSummary } from '#contract/settlements.ts';
import type { TemplateContest } from '#contract/template-contests.ts';
import type { WholeTemplate } from '#contract/templates.ts';
import { examAnswerId } from '#domain/exam-taking/exam-ids.ts';
import { aFinishedExam, filed } from '#server/testing/contestations.ts';
import { errorOf } from '#server/testing/refusals.ts';
import { rescored } from '#server/testing/rescoring.ts';
import { evidenceOf, reopen, resolve } from '#server/testing/resolving.ts';
import { useTestServer } from '#server/testing/server.ts';
import { aRunningExam, correctAt } from '#server/testing/sittings.ts';
import { useTemplates } from '#server/testing/templates.ts';

const server = useTestServer();
const { admin, examInSession, generate, wholeOf, versionsOf } = useTemplates(server);

/** The number of queued e-mails. */
const waitingMails = async () => (await admin.get('administration/health')).json<HealthReport>().mail.waiting;

describe('[TMPL-2] contesting a template', () => {
  it('[TMPL-2] [CONT-10] removes an answer, corrects the key and withdraws both, for all exams made from the template', async () => {
    const at = await examInSession({ percentSimple: 0 });
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
        const shownFirst = whole.exams[0]?.questions[0];
        const ticked = shownFirst?.answers.flatMap(({ isCorrect, original }, shown) =>
          isCorrect || original === wrong ? [shown] : [],
        );
        const [first] = await versionsOf(exam.appointment.id);
        if (first === shownFirst?.questionId) await exam.save(1, ticked);
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

  it('[TMPL-2] [CONT-4] lists the changed exams page by page, those that cross 5.00 before others', async () => {
    const at = await examInSession({ percentSimple: 0 });
    const { templates } = await generate(at, 1);
    const { groupId, exams } = await wholeOf(at, templates[0]?.groupId ?? 0);
    const sitting = async (right: readonly number[]) => {
      const running = await aRunningExam(server, at.exam, { sessionId: at.sessionId });
      for (const position of right) await running.save(position, await correctAt(running, position));
      await running.finish();
      return running.exam.id;
    };
    // Four questions: with the points of the first, the second student gets from 3.25 to 5.50.
    const [below, crossing, alsoBelow] = [await sitting([]), await sitting([2]), await sitting([])];
    const expected = [crossing, below, alsoBelow];
    const removed = exams[0]?.questions[0]?.answers.map(({ original }) => original) ?? [];
    const questions = [{ index: 1, position: 1, removed, correct: null }];
    const page = async (query: string) => {
      const path = `templateExams/${groupId}/${at.sessionId}/contest?${query}`;
      const shown = (await admin.post(path, { preview: true, questions })).json<ImpactSummary>();
      return [shown.changed, shown.exams.map(({ examId }) => examId)];
    };
    expect(await page('')).toEqual([3, expected]);
    expect(await page('skip=0&take=2')).toEqual([3, expected.slice(0, 2)]);
    expect(await page('skip=2&take=2')).toEqual([3, expected.slice(2)]);
  });

  it('[TMPL-2] [CONT-7] does not change settlements of a contestation', async () => {
    const at = await examInSession();
    const { templates } = await generate(at, 1);
    const { groupId } = await wholeOf(at, templates[0]?.groupId ?? 0);
    const sat = await aFinishedExam(server, at);
    // Templates are in use until the session ends, so their keys stay closed.
    await server.database
      .sql`update exam_sessions set end_date = current_date - 2 where id = ${at.sessionId}`;
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
    const at = await examInSession({ percentSimple: 0 });
    const { templates } = await generate(at, 1);
    const { groupId, exams } = await wholeOf(at, templates[0]?.groupId ?? 0);
    const sat = await aFinishedExam(server, at);
    await server.database
      .sql`update exam_sessions set end_date = current_date - 2 where id = ${at.sessionId}`;
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
    const [evidence] = await evidenceOf(admin, caseId);
    const hidden = evidence?.scored?.answerExams.find((_, bankIndex) => !answerOrder.includes(bankIndex));
    const decision = { accepted: true, settle: 'changeKey', answerIds: [hidden?.id] };
    const settled = await resolve(admin, caseId, { examQuestionId: evidence?.examQuestionId, ...decision });
    expect(settled.statusCode, settled.body).toBe(200);
    expect(await state()).toEqual({ questions: [], ofSession: key([]) });
    expect(await viewed()).toEqual([[], [], true]);
    expect((await rescored(server.database.sql)).problems).toEqual([]);
  });
});
