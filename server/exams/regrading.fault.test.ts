import { afterAll, expect, it } from 'vitest';
import type { ContestEvidence } from '#contract/contestation-desk.ts';
import type { Transaction } from '#server/db/database.ts';
import { type ChildServer, childServer } from '#server/testing/child-server.ts';
import { aContestedExam, aFinishedExam, filed } from '#server/testing/contestations.ts';
import { rescored } from '#server/testing/rescoring.ts';
import { useTestServer } from '#server/testing/server.ts';
import { closeGates } from './settlements.ts';

const server = useTestServer();
const children: ChildServer[] = [];
afterAll(async () => {
  for (const child of children) await child.kill();
});

it('[SAFE-9] a server killed in the middle of a regrade leaves every score as it was; made again, every score is new', async () => {
  const { sql } = server.database;
  const contested = await aContestedExam(server, { isWhole: true });
  const sitters = [];
  for (let n = 0; n < 4; n += 1) sitters.push(await aFinishedExam(server, contested, { answer: [] }));
  const [first] = sitters;
  const [holder] = contested.holders;
  if (!first || !holder) throw new Error('nobody sat or holds');
  const id = await filed(first, [1]);
  const [question] = (await holder.get(`examContests/${id}/evidence`)).json<{
    questions: ContestEvidence[];
  }>().questions;
  const questions = [
    {
      examQuestionId: question?.examQuestionId,
      accepted: true,
      settle: 'removeAnswer',
      answerIds: question?.scored?.answerExams.map((one) => one.id),
    },
  ];
  const { fingerprint } = (await holder.post(`examContests/${id}/impact`, { questions })).json();
  const resolveAt = ({ port }: ChildServer) =>
    fetch(`http://127.0.0.1:${port}/api/${server.services.process.INSTITUTION}/examContests/${id}/resolve`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${holder.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ questions, fingerprint }),
    });
  const results = () => sql<{ id: number; score: string; grade: string; events: number }[]>`
    select e.id, e.score, e.grade, count(v.*)::int as events from exams e join exam_events v on v.exam_id = e.id
     group by e.id order by e.id`;
  const settling = async (isWaiting: boolean) =>
    (
      await sql`
        select from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle' and xact_start is not null
           and (query like '%jsonb_to_recordset%' or query like '%finishing: session%')
           and (not ${isWaiting} or wait_event_type = 'Lock')`
    ).count;
  const waiting = { timeout: 60_000, interval: 20 };
  const before = await results();
  const holds: ((tx: Transaction) => Promise<unknown>)[] = [
    // Scores are changed, the events are not yet written.
    (tx) => tx`lock table exam_seal_pending in share mode`,
    // Everything is written, exams that end wait.
    (tx) => closeGates(tx, [contested.sessionId]),
  ];
  for (const hold of holds) {
    const child = await childServer({ databaseUrl: server.databaseUrl });
    children.push(child);
    let cut: Promise<string> = Promise.resolve('');
    await sql.begin(async (tx) => {
      await hold(tx);
      cut = resolveAt(child).then(
        ({ status }) => String(status),
        () => 'cut',
      );
      await expect.poll(() => settling(true), waiting).toBe(1);
      await child.kill();
    });
    expect(await cut).toBe('cut');
    await expect.poll(() => settling(false), waiting).toBe(0);
    expect(await results()).toEqual(before);
    expect((await sql`select from settlements`).count).toBe(0);
    expect((await rescored(sql)).problems).toEqual([]);
  }

  const done = await holder.put(`examContests/${id}/resolve`, { questions, fingerprint });
  expect(done.json()).toMatchObject({ status: 'AC' });
  const after = await results();
  expect(after.map(({ score }) => Number(score))).toEqual(sitters.map(() => 10));
  expect(after.map(({ events }) => events)).toEqual(before.map(({ events }) => events + 1));
  expect((await rescored(sql)).problems).toEqual([]);
});
