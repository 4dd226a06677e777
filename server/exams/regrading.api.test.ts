import { describe, expect, it } from 'vitest';
import type { ExamResults } from '#contract/exam-results.ts';
import { seededRandom } from '#domain/exam-structure/seeded-random.ts';
import { aCohort } from '#server/testing/cohorts.ts';
import { aCustomExam, aSession, someTemplates } from '#server/testing/exams.ts';
import { changesOf, fullPoints, keyOfTicks, removal, useRegrading } from '#server/testing/regrading.ts';
import { useTestServer } from '#server/testing/server.ts';
import { aRunningExam } from '#server/testing/sittings.ts';
import { findingsOf, sealAll } from '#server/testing/tampering.ts';
import { distributionOf, type Impact } from './impact.ts';
import { impactOf, type NewSettlement, type Settled, withdraw } from './regrading.ts';

const server = useTestServer();
const { admin, inTransaction, settling, previewOf, withdrawing, resultsOf, regradings, expectConsistent } =
  useRegrading(server);

describe('settling', () => {
  it('[CONT-4] [SAFE-9] writes what the preview shows: every exam of the session, an event each, all sealed', async () => {
    const cohort = await aCohort(server, seededRandom('preview'), { students: 5, wrong: [2] });
    const other = await aCohort(server, seededRandom('preview'));
    const [before, untouched] = [await resultsOf(cohort), await resultsOf(other)];
    const settlement = await keyOfTicks(cohort, 2);
    const preview = await previewOf([settlement]);
    expect(await resultsOf(cohort)).toEqual(before);
    expect(preview.reached).toBe(5);
    expect(preview.changed).toBeGreaterThan(0);
    const done = await settling([settlement], preview.fingerprint);
    expect(done).toMatchObject(preview);
    const after = await resultsOf(cohort);
    expect(after.filter((one, index) => one.score !== before[index]?.score)).toEqual(changesOf(preview));
    expect(await resultsOf(other)).toEqual(untouched);
    const distribution = distributionOf(preview.grades);
    const sum = (of: 'before' | 'after') => distribution.reduce((all, one) => all + one[of], 0);
    expect([sum('before'), sum('after')]).toEqual([5, 5]);
    for (const { examId, newScore, newGrade } of done.exams)
      expect(await regradings(examId)).toEqual([
        expect.objectContaining({
          score: newScore,
          grade: newGrade,
          by: admin.userId,
          settlements: done.settlementIds,
        }),
      ]);
    await expectConsistent();
    await sealAll(server);
    expect(await findingsOf(server)).toEqual([]);
  });

  it('[CONT-4] counts those who cross 5.00 in either direction', async () => {
    const given = { students: 6, questions: 1, running: true, wrong: [1] };
    const cohort = await aCohort(server, seededRandom('pass'), given);
    const [, second] = cohort.exams;
    // The test bank lists its five correct answers first.
    const answerOrder = (await second?.storedAt(1))?.answerOrder ?? [];
    const right = answerOrder.flatMap((bankIndex, shown) => (bankIndex < 5 ? [shown] : []));
    await second?.save(1, right, { seq: 50 });
    for (const exam of cohort.exams) await exam.finish();
    let failed = 0;
    const settledAndCounted = async (settlement: NewSettlement) => {
      const before = await resultsOf(cohort);
      const done = await settling([settlement]);
      const after = await resultsOf(cohort);
      const crossed = (up: boolean) =>
        after.filter(({ grade }, index) => grade >= 5 === up && (before[index]?.grade ?? 0) >= 5 !== up)
          .length;
      expect([done.nowPassing, done.nowFailing]).toEqual([crossed(true), crossed(false)]);
      failed += done.nowFailing;
      return done;
    };
    const { exams, nowPassing } = await settledAndCounted(await keyOfTicks(cohort, 1));
    expect(exams[0]).toMatchObject({ newGrade: 10, firstName: expect.any(String) });
    expect(nowPassing).toBeGreaterThan(0);
    const answers = 1 << (answerOrder.find((bankIndex) => bankIndex >= 5) ?? 0);
    const examId = second?.exam.id ?? 0;
    await settledAndCounted({ kind: 'changeKey', reach: 'session', examId, position: 1, answers });
    expect(failed).toBeGreaterThan(0);
  });

  it('[CONT-4] each kind does what it says, and only for those it reaches', async () => {
    const cohort = await aCohort(server, seededRandom('kinds'), { untouched: [1, 3] });
    const [first] = cohort.exams;
    const [before] = [await resultsOf(cohort)];
    const granted = await settling([fullPoints(cohort, 1), fullPoints(cohort, 2)]);
    expect(granted.exams.map(({ examId }) => examId)).toEqual([first?.exam.id]);
    const all = await settling([fullPoints(cohort, 3), fullPoints(cohort, 4)]);
    expect(all.exams[0]).toMatchObject({ newScore: 40, newGrade: 10 });
    await withdrawing([...granted.settlementIds, ...all.settlementIds]);
    expect(await resultsOf(cohort)).toEqual(before);

    const own = await settling([await removal(cohort, 'student')]);
    expect(own.reached).toBe(1);
    const mode = { kind: 'scoringMode', reach: 'session', examId: first?.exam.id ?? 0 } as const;
    const perfect = await settling([{ ...mode, scoringMode: 'PERFECT_MATCH' }]);
    expect(perfect.reached).toBe(4);
    await expectConsistent();
    await withdrawing([...own.settlementIds, ...perfect.settlementIds]);
    expect(await resultsOf(cohort)).toEqual(before);
  });

  it('[CONT-4] counts a late answer of this exam, and no other', async () => {
    const cohort = await aCohort(server, seededRandom('late'), {
      students: 2,
      running: true,
      untouched: [1],
    });
    const [first, second] = cohort.exams;
    for (const exam of cohort.exams) await exam.finish();
    const { answerOrder, versionId } = (await first?.storedAt(1)) ?? { answerOrder: [], versionId: 0 };
    const [key] = await server.database.sql<{ correct: number }[]>`
      select correct from question_keys where question_version_id = ${versionId}`;
    const right = answerOrder.flatMap((bankIndex, shown) =>
      ((key?.correct ?? 0) >> bankIndex) & 1 ? [shown] : [],
    );
    expect((await first?.save(1, right, { seq: 99 }))?.statusCode).toBe(409);
    const settlement = { kind: 'countLate', reach: 'student', position: 1 } as const;
    await expect(settling([{ ...settlement, examId: second?.exam.id ?? 0 }])).rejects.toThrow(
      'settlement.unfit',
    );
    const ofFirst = { ...settlement, examId: first?.exam.id ?? 0 };
    const { fingerprint } = await previewOf([ofFirst]);
    // The same answer sent after another one is another late answer than the one that was looked at.
    const wrong = answerOrder.map((_, shown) => shown).filter((shown) => !right.includes(shown));
    await first?.save(1, wrong, { seq: 100 });
    await first?.save(1, right, { seq: 101 });
    await expect(settling([ofFirst], fingerprint)).rejects.toThrow('settlement.changedMeanwhile');
    const { exams, settlementIds } = await settling([ofFirst]);
    expect(exams.map(({ examId }) => examId)).toEqual([first?.exam.id]);
    const shown = (await first?.student.get(`previewExam/?examId=${first.exam.id}`))?.statusCode;
    expect(shown).toBe(409);
    const staff = (await admin.get(`previewExam/?examId=${first?.exam.id}`)).json<ExamResults>();
    expect(staff.questionExams[0]?.points).toBe(10);
    await expectConsistent();
    await withdrawing(settlementIds);
    await expectConsistent();
  });

  it('[CONT-4] a corrected key makes a new version of the bank, and its withdrawal another', async () => {
    const cohort = await aCohort(server, seededRandom('bank'), { students: 2, wrong: [1] });
    const settlement = await keyOfTicks(cohort, 1);
    const { versionId = 0 } = (await cohort.exams[0]?.storedAt(1)) ?? {};
    const bank = async () =>
      (
        await server.database.sql<{ number: number; key: number }[]>`
          select q.version as number, k.correct as key from question_versions s join questions q on q.id = s.question_id
            join question_versions v on v.question_id = q.id and v.number = q.version
            join question_keys k on k.question_version_id = v.id where s.id = ${versionId}`
      )[0];
    const original = await bank();
    const done = await settling([settlement]);
    expect(done.bank).toEqual([
      { questionVersionId: versionId, bank: 'newVersion', key: settlement.answers },
    ]);
    expect(await bank()).toEqual({ number: 2, key: settlement.answers });
    const again = await settling([settlement]);
    expect(again.bank).toEqual([{ questionVersionId: versionId, bank: 'same', key: settlement.answers }]);
    await withdrawing(done.settlementIds);
    expect(await bank()).toEqual({ number: 2, key: settlement.answers });
    await withdrawing(again.settlementIds);
    expect(await bank()).toEqual({ number: 3, key: original?.key });
    const [question] = await server.database.sql<{ id: number }[]>`
      select question_id as id from question_versions where id = ${versionId}`;
    const draft = (await admin.get(`questions/${question?.id}`)).json();
    const { chapterId, text, points, answers } = draft;
    const edited = { chapterId, text: `${text}!`, points, answers };
    expect((await admin.put(`questions/${question?.id}`, edited)).statusCode).toBe(200);
    const late = await settling([settlement]);
    expect(late.bank).toEqual([
      { questionVersionId: versionId, bank: 'changedSince', key: settlement.answers },
    ]);
    expect((await bank())?.number).toBe(4);
  });

  it('[CONT-4] refuses what does not fit, and a preview that no longer holds', async () => {
    const cohort = await aCohort(server, seededRandom('unfit'), { students: 2, untouched: [2] });
    const base = await removal(cohort);
    const unfit: NewSettlement[] = [
      { ...base, answers: 0 },
      { ...base, answers: 1 << 10 },
      { ...base, position: 9 },
      { ...base, examId: 99_999_999 },
      { ...base, reach: 'template' },
      { kind: 'removeAnswer', reach: 'session', answers: 1, examId: base.examId ?? 0 },
      { ...fullPoints(cohort), reach: 'session' },
      { kind: 'scoringMode', reach: 'session', examId: base.examId ?? 0 },
    ];
    for (const settlement of unfit) await expect(settling([settlement])).rejects.toThrow('settlement.unfit');
    // Not answered, so full points certainly change the score.
    const settlement = fullPoints(cohort, 2);
    const { fingerprint } = await previewOf([settlement]);
    const meanwhile = await settling([fullPoints(cohort, 2)]);
    const before = await resultsOf(cohort);
    await expect(settling([settlement], fingerprint)).rejects.toThrow('settlement.changedMeanwhile');
    expect(await resultsOf(cohort)).toEqual(before);
    await withdrawing(meanwhile.settlementIds);
    await expect(withdrawing(meanwhile.settlementIds)).rejects.toThrow('settlement.withdrawn');
    await settling([settlement], fingerprint);
  });

  it('[CONT-4] [CONT-7] a preview still holds when exams end, whether or not they change, and what changed of those is counted', async () => {
    const cohort = await aCohort(server, seededRandom('ending'), {
      students: 5,
      running: true,
      untouched: [1, 2, 3, 4],
    });
    const [first, second, third, fourth, fifth] = cohort.exams;
    const { answerOrder, kind } = (await first?.storedAt(1)) ?? { answerOrder: [], kind: 'm' };
    // The test bank lists its five correct answers first. One more becomes correct; students without a tick still earn nothing.
    const wrong = answerOrder.findIndex((bankIndex) => bankIndex >= 5);
    const right = answerOrder.flatMap((bankIndex, index) => (bankIndex < 5 ? [index] : []));
    await first?.save(1, kind === 's' ? [wrong] : [...right, wrong]);
    await first?.finish();
    const answers = 0b11111 | (1 << (answerOrder[wrong] ?? 0));
    const examId = first?.exam.id ?? 0;
    const settlement = { kind: 'changeKey', reach: 'session', examId, position: 1, answers } as const;
    const shown = await previewOf([settlement]);
    await second?.finish();
    const corrected = await settling([settlement], shown.fingerprint);
    expect([shown.reached, shown.changed]).toEqual([1, 1]);
    expect([corrected.reached, corrected.changed]).toEqual([2, 1]);

    const withdrawalOf = ({ settlementIds }: Settled) =>
      impactOf(server.database.sql, [], { by: admin.userId, without: settlementIds });
    const withdrawingAs = ({ settlementIds }: Settled, { fingerprint }: Impact) =>
      inTransaction((tx) => withdraw(tx, settlementIds, { by: admin.userId, fingerprint }));
    const before = await withdrawalOf(corrected);
    await third?.finish();
    expect(await withdrawingAs(corrected, before)).toMatchObject({ reached: 3, changed: 1, endedSince: 0 });

    const removed = await settling([{ ...(await removal(cohort)), answers: 1023 }]);
    const again = await withdrawalOf(removed);
    expect(again).toMatchObject({ reached: 3 });
    await fourth?.finish();
    expect(await withdrawingAs(removed, again)).toMatchObject({
      reached: 4,
      changed: again.changed + 1,
      endedSince: 1,
    });
    await fifth?.finish();
    await expectConsistent();
  });

  it('[CONT-4] an exam made from a template can be settled for all of that template', async () => {
    const custom = await aCustomExam(server, { questions: 4, bank: 8, percentSimple: 0 });
    const sessionId = await aSession(server, { pregenerated: true });
    await someTemplates(server, custom, { sessionId, count: 2 });
    const exams: Awaited<ReturnType<typeof aRunningExam>>[] = [];
    // Neighbours get different templates.
    for (const seat of [6, 7, 8]) {
      const exam = await aRunningExam(server, custom, { sessionId, seat });
      await exam.finish();
      exams.push(exam);
    }
    const templates = await server.database.sql<{ examId: number; template: number }[]>`
      select e.id as "examId", g.template_group_id as template from exams e join exam_groups g on g.id = e.group_id
       where g.exam_session_id = ${sessionId} order by e.id`;
    const [own] = templates;
    const versionId = (await exams[0]?.storedAt(3))?.versionId ?? 0;
    const settlement = {
      kind: 'removeAnswer',
      examId: own?.examId ?? 0,
      questionVersionId: versionId,
    } as const;
    const [ofTemplate, ofSession] = [
      await previewOf([{ ...settlement, reach: 'template', answers: 31 }]),
      await previewOf([{ ...settlement, reach: 'session', answers: 31 }]),
    ];
    const same = templates.filter(({ template }) => template === own?.template).map(({ examId }) => examId);
    expect(ofTemplate.exams.map(({ examId }) => examId)).toEqual(same);
    expect(same.length).toBeLessThan(templates.length);
    expect(ofSession.changed).toBe(templates.length);
  });
});

describe('what settlements leave alone', () => {
  it('[SAFE-9] an annulled exam is scored again like the others, but neither listed nor counted', async () => {
    const cohort = await aCohort(server, seededRandom('annulled'), { students: 3, untouched: [1] });
    const [first] = cohort.exams;
    const annulled = await admin.post(`sittings/${first?.exam.groupId}/annul`, { reason: 'Copiat' });
    expect(annulled.statusCode).toBe(204);
    const settlement = { ...(await removal(cohort)), answers: 1023 };
    const before = await resultsOf(cohort);
    const { exams, reached } = await settling([settlement]);
    expect(reached).toBe(2);
    expect(exams.map(({ examId }) => examId)).not.toContain(first?.exam.id);
    expect((await resultsOf(cohort))[0]?.score).toBeGreaterThan(before[0]?.score ?? 0);
    await expectConsistent();
  });
});
