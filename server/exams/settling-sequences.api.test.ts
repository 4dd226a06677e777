import { beforeAll, expect, it } from 'vitest';
import type { ContestEvidence } from '#contract/contestation-desk.ts';
import type { Contest } from '#contract/contestations.ts';
import type { ExamResults } from '#contract/exam-results.ts';
import type { ImpactSummary } from '#contract/settlements.ts';
import { type Random, seededRandom } from '#domain/exam-structure/seeded-random.ts';
import { examAnswerId } from '#domain/exam-taking/exam-ids.ts';
import { generatingTemplates } from '#server/features/templates/generating.ts';
import type { SignedInPerson } from '#server/testing/accounts.ts';
import { aContestedExam, type ContestedExam, filed, openKeyNow } from '#server/testing/contestations.ts';
import { aSession } from '#server/testing/exams.ts';
import { keyModel } from '#server/testing/key-model.ts';
import { rescored } from '#server/testing/rescoring.ts';
import { evidenceOf, readContest, reopen, resolve } from '#server/testing/resolving.ts';
import { useTestServer } from '#server/testing/server.ts';
import { aRunningExam, type RunningExam } from '#server/testing/sittings.ts';
import { findingsOf, sealAll } from '#server/testing/tampering.ts';
import { useSignedInAs } from '#server/testing/use-signed-in.ts';
import { checkScores } from './rescoring.ts';

const server = useTestServer();
const admin = useSignedInAs(server, 'admin');
let contested: ContestedExam;
let sitters: Awaited<ReturnType<typeof aRunningExam>>[];
let appeals: number[];
let complaints: number[];
let keys: ReturnType<typeof keyModel>;
let papers: readonly SatPaper[];

type SatPaper = {
  readonly exam: number;
  readonly template: number;
  readonly questions: Awaited<ReturnType<RunningExam['stored']>>;
};

/** Generates templates by the call and its job. */
async function someTemplates(count: number): Promise<void> {
  const body = { examCustomId: contested.exam.id, sessionId: contested.sessionId, count, randomize: false };
  const { id: runId } = (await admin.post('templateExams', body)).json<{ id: number }>();
  await generatingTemplates.run(server.services, { runId }, new AbortController().signal);
}

/** Nobody ticks anything in question 1; the others are ticked at random, and answered once more after the end. */
beforeAll(async () => {
  const made = await aContestedExam(server, { disciplines: 2 });
  contested = { ...made, sessionId: await aSession(server, { pregenerated: true }) };
  await someTemplates(2);
  const random = seededRandom('answers');
  const someOf = (slots: readonly number[], kind: string) => {
    const ticked = slots.map((_, shown) => shown).filter(() => random.below(2) === 0);
    return kind === 's' ? ticked.slice(0, 1) : ticked;
  };
  sitters = [];
  for (const seat of [6, 7, 8, 9]) {
    const sat = await aRunningExam(server, contested.exam, { sessionId: contested.sessionId, seat });
    const questions = (await sat.stored()).filter(({ position }) => position > 1);
    for (const { position, answerOrder, kind } of questions)
      await sat.save(position, someOf(answerOrder, kind));
    await sat.finish();
    for (const { position, answerOrder, kind } of questions)
      expect((await sat.save(position, someOf(answerOrder, kind), { seq: 90 })).statusCode).toBe(409);
    sitters.push(sat);
  }
  for (const { appointment } of sitters) await openKeyNow(server, { appointmentId: appointment.id });
  // Templates are used until the session ends, and their keys stay closed.
  await server.database
    .sql`update exam_sessions set end_date = current_date - 2 where id = ${contested.sessionId}`;
  appeals = [];
  complaints = [];
  for (const sat of sitters) {
    appeals.push(await filed(sat, [1, 2, 3, 4]));
    complaints.push(await filed(sat, [2, 3, 4], { type: 'technical', comment: 'Rețeaua a căzut' }));
  }
  papers = await Promise.all(
    sitters.map(async (sat) => {
      const [group] = await server.database.sql<{ template: number }[]>`
        select g.template_group_id as template from exams e join exam_groups g on g.id = e.group_id where e.id = ${sat.exam.id}`;
      return { exam: sat.exam.id, template: group?.template ?? 0, questions: await sat.stored() };
    }),
  );
  const evidence = await Promise.all(appeals.map((id) => evidenceOf(admin, id)));
  const served = new Map(
    evidence
      .flat()
      .map(({ bank }) => [bank?.versionId, bank?.served.answers.map(({ isCorrect }) => isCorrect)]),
  );
  keys = keyModel(papers, (versionId) => served.get(versionId) ?? []);
});

const results = () =>
  Promise.all(
    sitters.map(async ({ student, exam }) => {
      const { score, grade } = (await student.put(`examScore/?examId=${exam.id}`)).json<ExamResults>().exam;
      return { score, grade };
    }),
  );
async function expectConsistent(): Promise<void> {
  expect((await checkScores(server.database)).problems).toEqual([]);
  expect((await rescored(server.database.sql)).problems).toEqual([]);
}

/** Every question of every paper has the key that a replay of the corrections in force gives. */
async function expectReplayedKeys(): Promise<void> {
  for (const [index, id] of appeals.entries()) {
    const paper = papers[index];
    const evidence = await evidenceOf(admin, id);
    const [shown, replayed] = [
      evidence.map(({ scored }) => scored?.answerExams.map(({ answer }) => answer.isCorrect)),
      paper?.questions.map(({ versionId, answerOrder }) =>
        answerOrder.map((contested) => keys.isCorrect(paper, versionId, contested)),
      ),
    ];
    expect(shown).toEqual(replayed);
  }
}

const one = <T>(random: Random, all: readonly T[]): T => all[random.below(all.length)] as T;

/** A decision about a waiting question, whatever was drawn and shown. */
function drawnDecision(
  random: Random,
  { examQuestionId, scored, late }: ContestEvidence,
  isTechnical: boolean,
) {
  const shared = { examQuestionId, accepted: true };
  const ids = scored?.answerExams.map(({ id }) => id) ?? [];
  if (isTechnical)
    return { ...shared, settle: late.length > 0 ? one(random, ['countLate', 'fullPoints']) : 'fullPoints' };
  const settle = one(random, [
    'reject',
    'fullPoints',
    'removeAnswer',
    ...Array.from({ length: 5 }, () => 'changeKey' as const),
  ] as const);
  if (settle === 'reject') return { examQuestionId, accepted: false };
  if (settle === 'fullPoints') return { ...shared, settle };
  const chosen = ids.filter(() => random.below(2) === 0);
  return {
    ...shared,
    settle,
    reach: one(random, ['student', 'template', 'session']),
    answerIds: chosen.length > 0 ? chosen : ids.slice(0, 1),
  };
}

/** The evidence of the questions that somebody may decide now. */
async function waitingFor(who: SignedInPerson, id: number): Promise<ContestEvidence[]> {
  const [contest, evidence] = [
    (await who.get(`examContests/${id}`)).json<Contest>(),
    (await who.get(`examContests/${id}/evidence`)).json<{ questions: ContestEvidence[] }>().questions,
  ];
  const waits = new Set(
    contest.questions
      .filter(({ accepted, index }) => accepted === null && index > 0)
      .map(({ examQuestionId }) => examQuestionId),
  );
  return evidence.filter(({ examQuestionId, hindrance }) => hindrance === null && waits.has(examQuestionId));
}

/** Adds a corrected key to the model. */
function replay(contestId: number, decision: ReturnType<typeof drawnDecision> | undefined): void {
  if (!decision || !('answerIds' in decision) || decision.settle !== 'changeKey') return;
  const { examQuestionId, reach, answerIds } = decision;
  const index = appeals.indexOf(contestId);
  const [paper, sat] = [papers[index], sitters[index]];
  const question = paper?.questions.find(({ position }) => sat?.questionId(position) === examQuestionId);
  if (!paper || !question) throw new Error('there is no such question');
  const { versionId, answerOrder } = question;
  const chosen = answerOrder.filter((_, shown) => answerIds.includes(examAnswerId(examQuestionId, shown)));
  keys.correct({
    contestId,
    examQuestionId,
    versionId,
    reach,
    from: paper,
    shown: answerOrder,
    chosen: new Set(chosen),
  });
}

async function settleOne(random: Random, who: SignedInPerson, id: number): Promise<boolean> {
  const waiting = await waitingFor(who, id);
  if (waiting.length === 0) return false;
  const questions = [drawnDecision(random, one(random, waiting), complaints.includes(id))];
  const shown = (await who.post(`examContests/${id}/impact`, { questions })).json<ImpactSummary>();
  const { fingerprint } = shown;
  const response = await who.put(`examContests/${id}/resolve`, { questions, fingerprint });
  expect(response.json()).toMatchObject({ together: [] });
  replay(id, questions[0]);
  return true;
}

async function reopenOne(who: SignedInPerson, id: number): Promise<boolean> {
  const { mayReopen } = (await who.get(`examContests/${id}`)).json<Contest>();
  const response = await reopen(who, id);
  expect(response.statusCode).toBe(mayReopen ? 200 : 409);
  // Somebody reopens only the questions of their disciplines.
  const { questions: contestedQuestions } = await readContest(admin, id);
  const waits = new Set(
    contestedQuestions
      .filter(({ accepted }) => accepted === null)
      .map(({ examQuestionId }) => examQuestionId),
  );
  keys.keep(({ contestId, examQuestionId }) => contestId !== id || !waits.has(examQuestionId));
  if (mayReopen) await expectReplayedKeys();
  return mayReopen;
}

it.each(['first', 'second', 'third'])(
  '[SAFE-9] [CONT-7] whatever holders and an administrator settle and reopen (%s), scores are those of two scorers, and in the end as before',
  async (seed) => {
    const random = seededRandom(`sequences ${seed}`);
    const before = await results();
    const [first] = sitters;
    const [appeal = 0] = appeals;
    const full = { examQuestionId: first?.questionId(1), accepted: true, settle: 'fullPoints' };
    expect((await admin.put(`examContests/${appeal}/resolve`, { questions: [full] })).statusCode).toBe(200);
    expect(await results()).not.toEqual(before);
    // The sequence certainly has a late answer that counts, and a removal that reaches a template.
    const [complaint = 0, [, other]] = [complaints[0], appeals];
    const [late] = await waitingFor(admin, complaint);
    const [removable] = await waitingFor(admin, other ?? 0);
    for (const [id, decision] of [
      [complaint, { examQuestionId: late?.examQuestionId, settle: 'countLate' }],
      [
        other,
        {
          examQuestionId: removable?.examQuestionId,
          settle: 'removeAnswer',
          reach: 'template',
          answerIds: [removable?.scored?.answerExams[0]?.id],
        },
      ],
    ] as const) {
      const response = await resolve(admin, id ?? 0, { ...decision, accepted: true });
      expect(response.statusCode, response.body).toBe(200);
    }
    await expectConsistent();
    let [settled, reopened] = [0, 0];
    // Which questions a holder can decide depends on the papers, so a sequence goes on until it has enough corrections.
    const isEnough = () => settled > 0 && keys.made() > 2;
    for (let step = 0; step < 12 || !isEnough(); step += 1) {
      const who = one(random, [...contested.holders, admin]);
      const id = one(random, who === admin ? [...appeals, ...complaints] : appeals);
      if (random.below(3) === 0) reopened += Number(await reopenOne(who, id));
      else settled += Number(await settleOne(random, who, id));
      if (step % 4 === 3) await expectConsistent();
    }
    await expectReplayedKeys();
    for (const id of [...appeals, ...complaints]) reopened += Number(await reopenOne(admin, id));
    expect(reopened).toBeGreaterThan(0);
    expect(await results()).toEqual(before);
    await expectConsistent();
    await sealAll(server);
    expect(await findingsOf(server)).toEqual([]);
  },
);
