import { expect, it } from 'vitest';
import type { Call } from '#contract/call.ts';
import type { ContestEvidence } from '#contract/contestation-desk.ts';
import { type Permission, permissions } from '#domain/access/permissions.ts';
import type { SignedInPerson } from '#server/testing/accounts.ts';
import {
  aContestedExam,
  aFinishedExam,
  type ContestedExam,
  type FinishedExam,
  filed,
} from '#server/testing/contestations.ts';
import { reopen, resolve } from '#server/testing/resolving.ts';
import { type TestServer, testServer, useTestServer } from '#server/testing/server.ts';
import { aRunningExam, type RunningExam } from '#server/testing/sittings.ts';
import { useTestMailServer } from '#server/testing/smtp.ts';
import { useSignedInAs } from '#server/testing/use-signed-in.ts';
import { sendContestMails } from './mail-job.ts';

const mail = useTestMailServer({});
const server = useTestServer(() => ({ environment: { SMTP_URL: mail.url } }));
const admin = useSignedInAs(server, 'admin');
/** Two keys of questions with four answers: what is correct under one is wrong under the other. */
const keys = [0b0011, 0b1100] as const;

const isForStudents = ({ access }: Call) =>
  !(access in permissions) || permissions[access as Permission].some((audience) => audience === 'student');

/** Changes the key of all questions, directly in the database. */
async function flipKeys(key: number): Promise<void> {
  const { sql } = server.database;
  await sql`alter table question_keys disable trigger version_is_final`;
  await sql`update question_keys set correct = ${key}`;
  await sql`alter table question_keys enable trigger version_is_final`;
}

/** The calls that read and that a student may make, with the ids of these exams and contestations; results have a call that writes. */
function readings(ids: readonly number[], { exam }: RunningExam): (readonly ['get' | 'put', string])[] {
  const query = `examId=${exam.id}&groupId=${exam.groupId}&format=csv&lang=en&take=50`;
  const prefix = `/api/${server.services.process.INSTITUTION}/`;
  const paths = server.app.servedRoutes.flatMap(({ method, url, call }) =>
    method === 'GET' && call && url.startsWith(prefix) && isForStudents(call) ? [call.path] : [],
  );
  expect(paths).toEqual(
    expect.arrayContaining(['examContests', 'examContests/:id', 'dashboard', 'examsPreview']),
  );
  const filled = paths.flatMap((path) =>
    path.includes(':') ? ids.map((id) => path.replaceAll(/:\w+/g, String(id))) : [path],
  );
  return [
    ['put', `examScore/?examId=${exam.id}`],
    ...filled.map((path) => ['get', `${path}?${query}`] as const),
  ];
}

/** Everything a student can read, byte for byte without timestamps. */
async function collectResponses(
  process: TestServer,
  reader: RunningExam,
  ids: readonly number[],
): Promise<string[]> {
  const caller = process.caller(reader.student.token);
  const seen: string[] = [];
  for (const [method, path] of readings(ids, reader)) {
    const { statusCode, body } = await caller[method](path);
    const text = body
      .replaceAll(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:[\d.]+)?(Z|\+[\d:]+)?|\d{8}T\d{6}Z?/g, 'moment')
      .replaceAll(/"(\w*[sS]econds\w*|seqFloor)":\d+/g, '"$1":0')
      .replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, 'uuid');
    seen.push(`${method} ${path} ${statusCode} ${text}`);
  }
  return seen;
}

/** Sets the key of all questions and starts a process without a cache. */
async function underKey<T>(key: number, work: (process: TestServer) => Promise<T>): Promise<T> {
  await flipKeys(key);
  const process = await testServer({ database: server });
  try {
    return await work(process);
  } finally {
    await process.close();
  }
}

/** The mails that have been sent to students since the last time. */
async function mailsTo(readers: readonly RunningExam[]): Promise<string[]> {
  await sendContestMails(server.services);
  return mail.received
    .splice(0)
    .filter(({ to }) => readers.some(({ student }) => to.includes(student.email)))
    .map(({ subject, text }) => `${subject}\n${text}`);
}

const holderOf = ({ holders: [holder] }: ContestedExam): SignedInPerson => {
  if (!holder) throw new Error('there is no holder');
  return holder;
};

/** The answers of a contested question with given indices in the bank. */
async function answersAt(
  holder: SignedInPerson,
  id: number,
  sat: FinishedExam,
  bankIndices: readonly number[],
) {
  const evidence: ContestEvidence[] = (await holder.get(`examContests/${id}/evidence`)).json().questions;
  const { answerOrder } = await sat.storedAt(1);
  return evidence[0]?.scored?.answerExams.flatMap((answer, shown) =>
    bankIndices.includes(answerOrder[shown] ?? -1) ? [answer.id] : [],
  );
}

/** Decisions that name answers by bank position, so that they are the same under every key. */
const decisions = [
  { settle: 'changeKey', bankIndices: [0, 2] },
  { settle: 'removeAnswer', bankIndices: [0] },
] as const;

/** What each reader sees before and after each appeal is accepted, under one key; in the end all wait again. */
async function worldOf(
  process: TestServer,
  contested: ContestedExam,
  readers: readonly RunningExam[],
  appeals: readonly { readonly id: number; readonly sat: FinishedExam }[],
): Promise<{ readonly before: string[][]; readonly after: string[][][]; readonly mails: string[] }> {
  const everything = async () => {
    const seen: string[][] = [];
    for (const reader of readers) {
      const ids = [reader.exam.id, reader.exam.groupId, ...appeals.map(({ id }) => id)];
      seen.push(await collectResponses(process, reader, ids));
    }
    return seen;
  };
  const holder = holderOf(contested);
  const before = await everything();
  await mailsTo(readers);
  const after: string[][][] = [];
  const mails: string[] = [];
  for (const { id, sat } of appeals)
    for (const { settle, bankIndices } of decisions) {
      const decision = {
        examQuestionId: sat.questionId(1),
        accepted: true,
        settle,
        reach: 'session',
        answerIds: await answersAt(holder, id, sat, bankIndices),
        reply: 'S-a corectat.',
      };
      const response = await resolve(holder, id, decision);
      expect(response.json()).toMatchObject({ status: 'AC' });
      after.push(await everything());
      expect((await reopen(holder, id)).statusCode).toBe(200);
      mails.push(...(await mailsTo(readers)));
    }
  return { before, after, mails };
}

/** Scores and grades, in responses and mails, are what a student may know. */
const withoutFigures = (texts: readonly string[]) =>
  texts.map((text) =>
    text
      .replaceAll(/"(\w*([sS]core|[gG]rade))":[\d.]+/g, '"$1":0')
      .replaceAll(/\d+[.,]\d\d(?=\D)/g, 'figure'),
  );

it('[RESU-1] [CONT-1] while a key is closed, students read nothing of it beyond their score, finished or still sitting, before or after another’s appeal is settled', async () => {
  await server.set({ allowExamPreview: true });
  const contested = await aContestedExam(server, { isWhole: true });
  const sat = await aFinishedExam(server, contested);
  // Both tick what is right under one key and wrong under the other; neither score nor grade of the second exists yet.
  const ticking = async () => {
    const running = await aRunningExam(server, contested.exam, { sessionId: contested.sessionId });
    for (const { position, answerOrder } of await running.stored()) {
      const shown = answerOrder.flatMap((bankIndex, shownAt) => (bankIndex < 2 ? [shownAt] : []));
      await running.save(position, shown);
    }
    return running;
  };
  const [finished, sitting] = [await ticking(), await ticking()];
  await finished.finish();
  const appeals = [{ id: await filed(sat, [1]), sat }];
  const [one, other] = [
    await underKey(keys[0], (process) => worldOf(process, contested, [finished, sitting], appeals)),
    await underKey(keys[1], (process) => worldOf(process, contested, [finished, sitting], appeals)),
  ];
  expect(one.before.flat().join('\n')).toMatch(/"keyFrom":"moment"/);
  expect(one.before.flat().join('\n')).toMatch(/"isChecked":true/);
  expect(other.before).toEqual(one.before);
  // The key decides about the score and the grade of a finished exam, and about nothing else.
  const seenBy = (reader: number, { after }: typeof one) => after.map((seen) => seen[reader] ?? []);
  expect(seenBy(0, other)).not.toEqual(seenBy(0, one));
  expect(seenBy(0, other).map(withoutFigures)).toEqual(seenBy(0, one).map(withoutFigures));
  expect(one.mails).toHaveLength(2);
  expect(withoutFigures(other.mails)).toEqual(withoutFigures(one.mails));
  // Students who still sit are not affected.
  for (const world of [one, other]) for (const seen of seenBy(1, world)) expect(seen).toEqual(one.before[1]);
});

it('[RESU-1] [CONT-1] without previews a student with an appeal learns its outcome, but neither from it nor from another’s the key', async () => {
  await server.set({ allowExamPreview: false });
  const contested = await aContestedExam(server, { isWhole: true });
  const sat = await aFinishedExam(server, contested);
  const reader = await aFinishedExam(server, contested, { answer: [] });
  const own = await filed(reader, [1]);
  const appeals = [
    { id: await filed(sat, [1]), sat },
    { id: own, sat: reader },
  ];
  const [one, other] = [
    await underKey(keys[0], (process) => worldOf(process, contested, [reader], appeals)),
    await underKey(keys[1], (process) => worldOf(process, contested, [reader], appeals)),
  ];
  expect(other).toEqual(one);
  const outcome = one.after
    .at(-1)
    ?.flat()
    .find((text) => text.startsWith(`get examContests/${own}?`));
  expect(outcome).toContain('"status":"AC"');
  expect(outcome).toContain('S-a corectat.');
  expect(outcome).toContain('"settle":null');
  expect(one.mails).toHaveLength(4);
  expect(one.mails.join('\n')).toMatch(/\d/);
  // The same responses do reveal the key when previews are allowed and it is open.
  expect((await admin.put('settings', { allowExamPreview: true })).statusCode).toBe(200);
  const ids = [reader.exam.id];
  const [open, changed] = [
    await underKey(keys[0], (process) => collectResponses(process, reader, ids)),
    await underKey(keys[1], (process) => collectResponses(process, reader, ids)),
  ];
  expect(changed).not.toEqual(open);
});
