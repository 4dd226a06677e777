import { describe, expect, it } from 'vitest';
import type { ExamResults } from '#contract/exam-results.ts';
import { type SettlementKind, settlementKinds } from '#domain/contestations/settlement.ts';
import { seededRandom } from '#domain/exam-structure/seeded-random.ts';
import { scoringModes } from '#domain/scoring/score-question.ts';
import { signedInAs } from '#server/testing/accounts.ts';
import { aCohort, type CohortOfExams } from '#server/testing/cohorts.ts';
import { untilWaiting } from '#server/testing/locks.ts';
import { fullPoints, idsOf, keyOfTicks, removal, useRegrading } from '#server/testing/regrading.ts';
import { useTestServer } from '#server/testing/server.ts';
import { findingsOf, sealAll } from '#server/testing/tampering.ts';
import { type NewSettlement, settle, withdraw } from './regrading.ts';

const server = useTestServer();
const { admin, inTransaction, settling, previewOf, withdrawing, resultsOf, regradings, expectConsistent } =
  useRegrading(server);

describe('exams that end while or after something is settled', () => {
  const everyAnswer = async (cohort: CohortOfExams): Promise<NewSettlement> => ({
    ...(await removal(cohort)),
    answers: 1023,
  });
  const pointsOfFirst = async (examId: number) =>
    (await admin.get(`previewExam/?examId=${examId}`)).json<ExamResults>().questionExams[0]?.points;

  it('[SCORE-10] get the settlements in force, and not those that were withdrawn', async () => {
    const cohort = await aCohort(server, seededRandom('later'), { students: 3, running: true });
    const [first, second, third] = cohort.exams;
    await first?.finish();
    const plain = await pointsOfFirst(first?.exam.id ?? 0);
    const { settlementIds } = await settling([await everyAnswer(cohort)]);
    await second?.finish();
    const versionOf = async (exam: typeof first) => (await exam?.storedAt(1))?.versionId;
    const results = (await admin.get(`previewExam/?examId=${second?.exam.id}`)).json<ExamResults>();
    const removed = results.questionExams.filter(({ answerExams }) =>
      answerExams.every(({ answer }) => answer.removed),
    );
    expect(removed.map(({ points }) => points)).toEqual([10]);
    expect(results.questionExams.reduce((all, { points }) => all + points, 0)).toBeCloseTo(
      results.exam.score,
      2,
    );
    await withdrawing(settlementIds);
    await third?.finish();
    expect(await pointsOfFirst(first?.exam.id ?? 0)).toBe(plain);
    expect(await versionOf(first)).toBeDefined();
    await expectConsistent();
  });

  const isRemoved = async ({ exam }: CohortOfExams['exams'][number]) =>
    (await admin.get(`previewExam/?examId=${exam.id}`))
      .json<ExamResults>()
      .questionExams.some(({ answerExams }) => answerExams.every(({ answer }) => answer.removed));

  /** Settles what was previewed, or without a preview, while the only exam of a cohort is ending. */
  async function settlingAnEndingExam(cohort: CohortOfExams, fingerprint?: string): Promise<unknown> {
    const [exam] = cohort.exams;
    const settlement = await everyAnswer(cohort);
    const { sql } = server.database;
    let [ended, settled]: Promise<unknown>[] = [];
    await sql.begin(async (tx) => {
      // Stops the ending exam after it has read the settlements.
      await tx`lock table exam_seal_pending in share mode`;
      ended = exam?.finish();
      await untilWaiting(sql, 1);
      settled = settling([settlement], fingerprint).catch((error: unknown) => error);
      await untilWaiting(sql, 2);
    });
    await ended;
    return settled;
  }
  const aRunningCohort = (seed: string, untouched: readonly number[]) =>
    aCohort(server, seededRandom(seed), { students: 1, running: true, untouched: [...untouched] });
  const ofFirst = ({ exams }: CohortOfExams) => regradings(exams[0]?.exam.id ?? 0);

  it('[SAFE-9] settling waits for an exam that is ending, and scores it', async () => {
    const cohort = await aRunningCohort('ending', [1]);
    expect(await settlingAnEndingExam(cohort)).toMatchObject({ changed: 1 });
    expect(await ofFirst(cohort)).toHaveLength(1);
    await expectConsistent();
  });

  it('[CONT-4] [SAFE-9] settling what was previewed waits for an exam that is ending, and scores it though the preview did not show it', async () => {
    const cohort = await aRunningCohort('ending unseen', [1]);
    const settlement = await everyAnswer(cohort);
    const shown = await previewOf([settlement]);
    expect(shown).toMatchObject({ reached: 0 });
    expect(await settlingAnEndingExam(cohort, shown.fingerprint)).toMatchObject({
      changed: 1,
      endedSince: 1,
      fingerprint: shown.fingerprint,
    });
    expect(await ofFirst(cohort)).toHaveLength(1);
    await expectConsistent();
  });

  it('[SAFE-9] an exam that ends waits for the last step of settling; one that runs does not', async () => {
    const cohort = await aCohort(server, seededRandom('gate'), { students: 2, running: true });
    const [ending, running] = cohort.exams;
    const settlement = await everyAnswer(cohort);
    let ended: Promise<unknown> = Promise.resolve();
    await inTransaction(async (tx) => {
      await settle(tx, [settlement], { by: admin.userId });
      ended = ending?.finish() ?? ended;
      await untilWaiting(server.database.sql, 1);
      expect((await running?.save(2, [0], { seq: 50 }))?.statusCode).toBe(200);
    });
    await ended;
    await running?.finish();
    for (const exam of cohort.exams) expect(await isRemoved(exam)).toBe(true);
    await expectConsistent();
  });
});

describe('an exam that is reopened while it is scored again', () => {
  /** Runs `meanwhile` after the scores of a settlement were computed and before they are written. */
  async function settlingWhile(
    settlements: readonly NewSettlement[],
    meanwhile: () => Promise<unknown>,
    fingerprint?: string,
  ): ReturnType<typeof settling> {
    const { sql } = server.database;
    let settled: ReturnType<typeof settling> | undefined;
    await sql.begin(async (tx) => {
      await tx`lock table settlements in share mode`;
      settled = settling(settlements, fingerprint);
      await untilWaiting(sql, 1);
      await meanwhile();
    });
    return settled as ReturnType<typeof settling>;
  }
  /** Question 1 earns nothing without ticks, and all its points once all its answers are removed. */
  async function anUntouchedExam(seed: string) {
    const cohort = await aCohort(server, seededRandom(seed), { students: 2, untouched: [1] });
    const [exam] = cohort.exams;
    const reopen = () =>
      admin.post(`exams/${exam?.exam.id}/reopen`, { reason: 'Calculatorul s-a oprit', minutes: 30 });
    const all = { ...(await removal(cohort)), answers: 1023 };
    const stored = async () => (await resultsOf(cohort))[0];
    return { exam, id: exam?.exam.id ?? 0, reopen, all, stored };
  }

  it('[SAFE-9] gets no score while it runs, and the settlements in force when it ends', async () => {
    const { exam, id, reopen, all, stored } = await anUntouchedExam('reopened');
    const before = await stored();
    const { exams } = await settlingWhile([all], async () => expect((await reopen()).statusCode).toBe(204));
    expect(exams.map(({ examId }) => examId)).not.toContain(id);
    expect(await stored()).toMatchObject({ score: null, grade: null });
    expect(await regradings(id)).toEqual([]);
    await exam?.finish();
    expect((await stored())?.score).toBe((before?.score ?? 0) + 10);
    await expectConsistent();
  });

  it('[SAFE-9] that ends again is scored once, from what it has then', async () => {
    const { exam, id, reopen, all, stored } = await anUntouchedExam('ended again');
    await settlingWhile([all], async () => {
      expect((await reopen()).statusCode).toBe(204);
      for (const { position, kind, answerOrder } of ((await exam?.stored()) ?? []).slice(1))
        await exam?.save(position, kind === 's' ? [0] : answerOrder.map((_, shown) => shown), { seq: 80 });
      expect((await exam?.finish())?.statusCode).toBe(200);
    });
    const written = await regradings(id);
    expect(written).toHaveLength(1);
    expect(written[0]).toMatchObject({ score: (await stored())?.score, grade: (await stored())?.grade });
    await expectConsistent();
    await sealAll(server);
    expect(await findingsOf(server)).toEqual([]);
  });

  it('[CONT-4] [SAFE-9] that was previewed and ends again meanwhile outdates the preview', async () => {
    const { exam, id, reopen, all, stored } = await anUntouchedExam('previewed and ended again');
    const shown = await previewOf([all]);
    expect(shown.exams.map(({ examId }) => examId)).toContain(id);
    const endsAgain = async () => {
      expect((await reopen()).statusCode).toBe(204);
      expect((await exam?.finish())?.statusCode).toBe(200);
    };
    const settled = settlingWhile([all], endsAgain, shown.fingerprint);
    await expect(settled).rejects.toMatchObject({ code: 'settlement.changedMeanwhile' });
    const before = (await stored())?.score ?? 0;
    expect(await regradings(id)).toEqual([]);
    await settling([all], (await previewOf([all])).fingerprint);
    expect((await stored())?.score).toBe(before + 10);
    await expectConsistent();
  });
});

describe('several people at once', () => {
  it('[SAFE-9] settlements of the same exams are written one after another; none is lost', async () => {
    const cohort = await aCohort(server, seededRandom('together'), { students: 3 });
    const before = await resultsOf(cohort);
    const settlements = [
      [await removal(cohort)],
      [await keyOfTicks(cohort, 2), fullPoints(cohort, 3)],
      [fullPoints(cohort, 1)],
      [await keyOfTicks(cohort, 3)],
    ];
    const done = await Promise.all(settlements.map((one) => settling(one)));
    await expectConsistent();
    await Promise.all(done.map(({ settlementIds }) => withdrawing(settlementIds)));
    expect(await resultsOf(cohort)).toEqual(before);
  });

  it('[SAFE-9] [CONT-7] any sequence of settling and withdrawing gives what two scorers give, and in the end every score is as before', async () => {
    const random = seededRandom('sequences');
    const cohort = await aCohort(server, random, { students: 4, untouched: [1] });
    const before = await resultsOf(cohort);
    const people = [admin, await signedInAs(server, 'admin'), await signedInAs(server, 'admin')];
    const ids = idsOf(cohort);
    const open: number[] = [];
    const drawn = (): NewSettlement => {
      const kind = settlementKinds[random.below(settlementKinds.length)] as SettlementKind;
      const start = { examId: ids[random.below(ids.length)] ?? 0, position: 1 + random.below(4) };
      if (kind === 'fullPoints' || kind === 'countLate')
        return { kind: 'fullPoints', reach: 'student', ...start };
      const reach = random.below(2) === 0 ? 'student' : 'session';
      if (kind === 'scoringMode')
        return {
          kind,
          reach,
          examId: start.examId,
          scoringMode: scoringModes[random.below(5)] ?? 'FULL_MATCH',
        };
      return { kind, reach, ...start, answers: 1 + random.below(1023) };
    };
    for (let step = 0; step < 24; step += 1) {
      const by = people[random.below(people.length)]?.userId ?? 0;
      const author = { actorId: by, requestId: undefined };
      if (open.length > 0 && random.below(3) === 0) {
        const [id = 0] = open.splice(random.below(open.length), 1);
        await server.database.transaction(author, (tx) => withdraw(tx, [id], { by }));
      } else {
        const { settlementIds } = await server.database.transaction(author, (tx) =>
          settle(tx, [drawn()], { by }),
        );
        open.push(...settlementIds);
      }
      if (step % 6 === 5) await expectConsistent();
    }
    open.push(...(await settling([fullPoints(cohort)])).settlementIds);
    expect(await resultsOf(cohort)).not.toEqual(before);
    await withdrawing(open);
    expect(await resultsOf(cohort)).toEqual(before);
    await expectConsistent();
    await sealAll(server);
    expect(await findingsOf(server)).toEqual([]);
  });
});
