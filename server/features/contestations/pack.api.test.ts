import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { type EvidencePack, evidenceFormat } from '#contract/evidence-pack.ts';
import { checkEvidenceFile, checkEvidenceRecords, sealedEvidence } from '#server/audit/evidence-file.ts';
import { signerOf } from '#server/audit/head.ts';
import { systemAuthor, type Transaction } from '#server/db/database.ts';
import { sealExamEvents } from '#server/exams/event-sealing.ts';
import { maxShown } from '#server/exams/shown-events.ts';
import { projectRoot } from '#server/project-root.ts';
import { type Person, type SignedInPerson, signedInAs } from '#server/testing/accounts.ts';
import {
  aContestedExam,
  aFinishedExam,
  type ContestedExam,
  type FinishedExam,
  filed,
  openKeyNow,
} from '#server/testing/contestations.ts';
import { holderOf, reopen, resolve } from '#server/testing/resolving.ts';
import { useTestServer } from '#server/testing/server.ts';
import { aRunningExam } from '#server/testing/sittings.ts';
import { useSignedInAs } from '#server/testing/use-signed-in.ts';

const server = useTestServer();
const admin = useSignedInAs(server, 'admin');
const packOf = async (who: SignedInPerson, id: number): Promise<EvidencePack> => {
  await sealExamEvents(server.database);
  const response = await who.get(`examContests/${id}/pack`);
  expect(response.statusCode).toBe(200);
  return response.json();
};
const problemsOf = async (text: string): Promise<readonly string[]> => {
  const checked = checkEvidenceFile(text);
  if ('problem' in checked) return [checked.problem];
  return checkEvidenceRecords(server.database.sql, signerOf(server.services.tokens), checked.file);
};
/** Runs the command and returns its exit code and output. */
async function command(text: string): Promise<readonly [number, string]> {
  const folder = await mkdtemp(join(tmpdir(), 'evidence-'));
  try {
    const file = join(folder, 'pack.json');
    await writeFile(file, text);
    const tsx = join(projectRoot, 'node_modules/tsx/dist/cli.mjs');
    const args = [tsx, join(projectRoot, 'server/audit/evidence-command.ts'), 'verify', file];
    return await promisify(execFile)(process.execPath, args, {
      env: { ...process.env, DATABASE_URL: server.databaseUrl },
    }).then(
      ({ stdout }) => [0, stdout] as const,
      (error: { code: number; stdout: string }) => [error.code, error.stdout] as const,
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}
/** Corrects the scoring mode of the exam in its session, with the reason "Regulament". */
async function correctMode({ exam, sessionId }: ContestedExam): Promise<void> {
  const correction = { examCustomId: exam.id, sessionId, mode: 'JUST_CORRECT', reason: 'Regulament' };
  const { fingerprint } = (await admin.post('scoringCorrections', { ...correction, preview: true })).json();
  const corrected = await admin.post('scoringCorrections', { ...correction, preview: false, fingerprint });
  expect(corrected.statusCode, corrected.body).toBe(200);
}
const settle = (who: SignedInPerson, id: number, sat: FinishedExam, position: number, decision: object) =>
  resolve(who, id, { examQuestionId: sat.questionId(position), ...decision });

describe('[CONT-9] the evidence pack of a contestation', () => {
  it('[CONT-9] contains question, ticks, key, history, late answers, statistics, settlement, impact and who decided', async () => {
    const contested = await aContestedExam(server, { isWhole: true });
    const running = await aRunningExam(server, contested.exam, { sessionId: contested.sessionId });
    await running.save(1, [0]);
    await running.endIn(-90);
    await running.save(1, [2]);
    await running.finish();
    const sat: FinishedExam = { ...running, appointmentId: running.appointment.id };
    await openKeyNow(server, sat);
    const id = await filed(sat, [1]);
    const holder = holderOf(contested);
    const waiting = await packOf(holder, id);
    expect(waiting.content).toMatchObject({ contest: { status: 'DP' }, settlements: [] });
    const [unresolved] = waiting.content.questions;
    const answerIds = unresolved?.scored?.answerExams.map((answer) => answer.id);
    const accept = { accepted: true, settle: 'removeAnswer', answerIds, reply: 'Eliminată.' };
    // An annulled exam is rescored, but does not count as changed.
    const annulled = await aFinishedExam(server, contested, { answer: [] });
    const annulling = await admin.post(`sittings/${annulled.exam.groupId}/annul`, { reason: 'Fraudă' });
    expect(annulling.statusCode).toBe(204);
    expect((await settle(holder, id, sat, 1, accept)).statusCode).toBe(200);
    const { content } = await packOf(holder, id);
    const [question] = content.questions;
    expect(question?.scored?.answerExams.map(({ isChecked }) => isChecked).slice(0, 3)).toEqual([
      true,
      false,
      false,
    ]);
    expect(question?.scored?.answerExams.some(({ answer }) => answer.isCorrect)).toBe(true);
    expect(question?.history.map(({ event }) => event)).toEqual(['saved', 'late']);
    expect(question?.late).toEqual([{ at: expect.any(String), answers: 'C' }]);
    expect(question?.statistics).toMatchObject({ served: 1 });
    expect(question?.bank?.served.number).toBe(1);
    expect(content.contest).toMatchObject({
      id,
      status: 'AC',
      questions: [{ accepted: true, reply: 'Eliminată.', resolvedBy: expect.any(String) }],
    });
    expect(content.settlements).toMatchObject([
      {
        kind: 'removeAnswer',
        reach: 'session',
        answers: [0, 1, 2, 3],
        madeBy: content.madeBy,
        withdrawnAt: null,
        impact: { changed: 1, newlyPassed: 1, newlyFailed: 0 },
      },
    ]);
    expect(content.chain).toMatchObject({ examId: sat.exam.id, unsealed: 0 });
    await reopen(holder, id);
    // Withdrawn settlements stay in the document, with who withdrew them.
    expect((await packOf(holder, id)).content).toMatchObject({
      contest: { status: 'DP' },
      settlements: [{ kind: 'removeAnswer', withdrawnAt: expect.any(String), withdrawnBy: content.madeBy }],
    });
  });

  it('[CONT-9] counts for a settlement only the exams it reaches, also when appeals were settled together', async () => {
    const contested = await aContestedExam(server, { questions: 1, isWhole: true });
    const [one, other] = [
      await aFinishedExam(server, contested, { answer: [] }),
      await aFinishedExam(server, contested, { answer: [] }),
    ];
    const ids = [await filed(one, [1]), await filed(other, [1])] as const;
    const full = { accepted: true, settle: 'fullPoints', together: [ids[1]] };
    expect((await settle(holderOf(contested), ids[0], one, 1, full)).json()).toMatchObject({
      together: [ids[1]],
    });
    for (const id of ids)
      expect((await packOf(admin, id)).content.settlements).toMatchObject([
        { kind: 'fullPoints', impact: { changed: 1, newlyPassed: 1, newlyFailed: 0 } },
      ]);
    const named = async (sat: FinishedExam) =>
      (await sat.events()).flatMap(({ client }) => client?.settlements ?? []);
    expect(await named(one)).toHaveLength(1);
    expect(await named(other)).toHaveLength(1);
    expect(await named(one)).not.toEqual(await named(other));
  });

  it('[CONT-9] contains a corrected scoring mode, and withdrawn settlements of questions a complaint did not name', async () => {
    const contested = await aContestedExam(server, { isWhole: true });
    const running = await aRunningExam(server, contested.exam, { sessionId: contested.sessionId });
    // One of two correct answers is a guess in one mode and earns half of the points in the other.
    for (const { position, answerOrder } of await running.stored())
      await running.save(position, [answerOrder.indexOf(0)]);
    await running.finish();
    const sat: FinishedExam = { ...running, appointmentId: running.appointment.id };
    await openKeyNow(server, sat);
    const [appeal, complaint] = [
      await filed(sat, [1]),
      await filed(sat, [], { type: 'technical', comment: 'Rețeaua a căzut' }),
    ];
    const accepted = await admin.put(`examContests/${complaint}/resolve`, {
      questions: [
        { examQuestionId: 0, accepted: true },
        { examQuestionId: sat.questionId(2), accepted: true, settle: 'fullPoints' },
      ],
    });
    expect(accepted.statusCode, accepted.body).toBe(200);
    expect((await reopen(admin, complaint)).statusCode).toBe(200);
    await correctMode(contested);
    const mode = {
      kind: 'scoringMode',
      reach: 'session',
      scoringMode: 'JUST_CORRECT',
      reason: 'Regulament',
      versionId: null,
      index: null,
      impact: { changed: 1, newlyPassed: 1, newlyFailed: 0 },
    };
    const settlements = async (who: SignedInPerson, id: number) =>
      (await packOf(who, id)).content.settlements;
    expect(await settlements(holderOf(contested), appeal)).toMatchObject([mode]);
    expect(await settlements(admin, complaint)).toMatchObject([
      {
        kind: 'fullPoints',
        reach: 'student',
        index: 2,
        withdrawnAt: expect.any(String),
        withdrawnBy: expect.any(String),
      },
      mode,
    ]);
    const { versionId } = await sat.storedAt(1);
    const opened = await holderOf(contested).post('examContests/cases', {
      versionId,
      sessionId: contested.sessionId,
    });
    expect(await settlements(admin, opened.json<{ id: number }>().id)).toMatchObject([mode]);
    // Another exam of the session is not concerned.
    const elsewhere = { ...(await aContestedExam(server)), sessionId: contested.sessionId };
    expect(await settlements(admin, await filed(await aFinishedExam(server, elsewhere), [1]))).toEqual([]);
  });

  it('[CONT-9][RESU-7] says how many events of a question it leaves out', async () => {
    const contested = await aContestedExam(server, { questions: 1 });
    const running = await aRunningExam(server, contested.exam, { sessionId: contested.sessionId });
    for (let n = 0; n < maxShown + 7; n += 1)
      expect((await running.save(1, [n % 4], { seq: n + 1 })).statusCode).toBe(200);
    await running.finish();
    const sat: FinishedExam = { ...running, appointmentId: running.appointment.id };
    await openKeyNow(server, sat);
    const { content } = await packOf(holderOf(contested), await filed(sat, [1]));
    const omitted = content.questions[0]?.history.map((entry) => entry.omitted);
    expect(omitted).toHaveLength(maxShown);
    expect(omitted?.filter((count) => count > 0)).toEqual([7]);
    expect(omitted?.[maxShown / 2 - 1]).toBe(7);
  });

  it('[CONT-9] shows each holder only their own questions', async () => {
    const contested = await aContestedExam(server, { disciplines: 2 });
    const sat = await aFinishedExam(server, contested);
    const id = await filed(sat, [1, 2, 3, 4]);
    const { content } = await packOf(holderOf(contested), id);
    expect(content.questions).toHaveLength(2);
    expect(content.contest).toMatchObject({ scoreBefore: null, gradeBefore: null });
    expect(content.contest.questions).toHaveLength(2);
    expect((await packOf(admin, id)).content.questions).toHaveLength(4);
    expect((await sat.student.get(`examContests/${id}/pack`)).statusCode).toBe(403);
  });

  it('[CONT-9] [ROLE-5] shows a corrected scoring mode to administrators and holders of the whole exam, not of a part', async () => {
    const contested = await aContestedExam(server, { disciplines: 2, questions: 1 });
    const sat = await aFinishedExam(server, contested);
    const partial = holderOf(contested);
    const appeal = await filed(sat, [1, 2]);
    const held = (await packOf(partial, appeal)).content.questions[0]?.bank?.versionId;
    const opened = await partial.post('examContests/cases', {
      versionId: held,
      sessionId: contested.sessionId,
    });
    expect(opened.statusCode, opened.body).toBe(201);
    const ids = [appeal, opened.json<{ id: number }>().id];
    await correctMode(contested);
    const modes = async (who: SignedInPerson) => {
      const packs = await Promise.all(ids.map((id) => packOf(who, id)));
      return packs.flatMap(({ content }) => content.settlements.map(({ reason }) => reason));
    };
    const holds = (who: Person, holder: Person) => server.database.sql`
      insert into discipline_teachers (discipline_id, email, part)
      select discipline_id, ${who.email}, 'holder' from discipline_teachers where email = ${holder.email}`;
    // The dean's office reads whole results, but does not resolve.
    const dean = await signedInAs(server, 'dean');
    await holds(dean, partial);
    for (const who of [partial, dean]) {
      expect(await modes(who)).toEqual([]);
      for (const id of ids) expect(JSON.stringify(await packOf(who, id))).not.toContain('Regulament');
    }
    expect(await modes(admin)).toEqual(['Regulament', 'Regulament']);
    await holds(partial, holderOf(contested, 1));
    expect(await modes(partial)).toEqual(['Regulament', 'Regulament']);
  });

  it('[CONT-9] is verified: an intact one passes, a changed file or changed records fail', async () => {
    // One tick of a question with two correct answers earns nothing, so full points change the score.
    const contested = await aContestedExam(server, { isWhole: true });
    const sat = await aFinishedExam(server, contested);
    const id = await filed(sat, [1]);
    const pack = await packOf(holderOf(contested), id);
    const text = JSON.stringify(pack, null, 2);
    expect(await problemsOf(text)).toEqual([]);
    expect(await problemsOf('{"content":1}')).toEqual(['unreadable']);
    expect(await problemsOf(text.replace('"status": "DP"', '"status": "AC"'))).toEqual(['fileChanged']);
    // The hash can be recomputed by anyone, the signature cannot.
    const forged = sealedEvidence({ ...pack.content, madeBy: 'Altcineva' }, () => pack.signature);
    expect(await problemsOf(JSON.stringify(forged))).toEqual(['signatureInvalid']);

    // Later events are added after the seal.
    await settle(holderOf(contested), id, sat, 1, { accepted: true, settle: 'fullPoints' });
    expect((await packOf(admin, id)).content.chain?.number).toBeGreaterThan(pack.content.chain?.number ?? 0);
    expect(await problemsOf(text)).toEqual([]);

    const bypassing = (work: (tx: Transaction) => Promise<unknown>) =>
      server.database.transaction(systemAuthor, async (tx) => {
        await tx`set local session_replication_role = replica`;
        await work(tx);
      });
    await bypassing(
      (tx) =>
        tx`update exam_events set ticks = 4 where exam_id = ${sat.exam.id} and position = 1 and ticks = 1`,
    );
    expect(await problemsOf(text)).toEqual(['eventsChanged']);
    expect(await command(text)).toEqual([1, expect.stringContaining('eventsChanged')]);
    await bypassing(
      (tx) =>
        tx`update exam_events set ticks = 1 where exam_id = ${sat.exam.id} and position = 1 and ticks = 4`,
    );
    expect(await problemsOf(text)).toEqual([]);
    expect(await command(text)).toEqual([
      0,
      expect.stringContaining(`exam ${sat.exam.id} up to seal ${pack.content.chain?.number} are intact`),
    ]);
    await bypassing((tx) => tx`delete from exam_event_seals where exam_id = ${sat.exam.id}`);
    expect(await problemsOf(text)).toEqual(['sealMissing']);
  });

  it('[CONT-9] is verified in the format of an earlier version, and refused in words when its format is unknown', async () => {
    const contested = await aContestedExam(server, { isWhole: true });
    const sat = await aFinishedExam(server, contested);
    const id = await filed(sat, [1]);
    await settle(holderOf(contested), id, sat, 1, { accepted: true, settle: 'fullPoints' });
    const { content } = await packOf(holderOf(contested), id);
    expect([content.format, evidenceFormat]).toEqual(['exam-evidence/3', 'exam-evidence/3']);
    const signer = signerOf(server.services.tokens);
    // What version 1 did not have yet.
    const first = {
      ...content,
      format: 'exam-evidence/1',
      questions: content.questions.map((question) => ({
        ...question,
        history: question.history.map(({ omitted: _, ...entry }) => entry),
      })),
      settlements: content.settlements.map(({ index: _, letters: __, scoringMode: ___, ...one }) => one),
    };
    const text = JSON.stringify(sealedEvidence(first, signer));
    expect(await problemsOf(text)).toEqual([]);
    expect(await command(text)).toEqual([0, expect.stringContaining('are intact')]);
    // Of a later version only the name of the format is known.
    const later = { content: { format: 'exam-evidence/4', appeal: id }, sha512: '' };
    expect(checkEvidenceFile(JSON.stringify(later))).toEqual({
      problem: 'unknownFormat',
      format: 'exam-evidence/4',
    });
    expect(await command(JSON.stringify(later))).toEqual([
      2,
      'The file has the format "exam-evidence/4", which this version cannot verify. It knows exam-evidence/1, exam-evidence/2, exam-evidence/3.\n',
    ]);
  });
});
