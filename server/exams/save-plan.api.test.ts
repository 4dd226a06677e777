import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { aQuestion } from '#server/testing/bank.ts';
import { aTaughtDiscipline } from '#server/testing/exams.ts';
import { useTestServer } from '#server/testing/server.ts';
import { saveParameters, saveSettings, saveStatement, showNext } from './save-statement.ts';

const server = useTestServer();
const running = 1000;

type PlanNode = {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly 'Rows Removed by Join Filter'?: number;
  readonly Plans?: readonly PlanNode[];
};

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];
/** The rows that a node of a plan reads, including those it drops. */
const rowsRead = (node: PlanNode): number =>
  node['Actual Loops'] *
  (node['Actual Rows'] +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0) +
    (node['Rows Removed by Join Filter'] ?? 0));

/** Exams that run, each of another person; returns one of them. */
async function runningExams() {
  const { sql } = server.database;
  const { id: disciplineId, chapterId } = await aTaughtDiscipline(server, { bank: 1 });
  const questionId = await aQuestion(server, chapterId);
  const writer = randomUUID();
  await sql`insert into users (email, name) select 'plan' || n || '@exam.test', 'Plan' from generate_series(1, ${running}) n`;
  await sql`insert into sign_ins (id, user_id, expires_at)
    select gen_random_uuid(), id, now() + interval '1 day' from users where name = 'Plan'`;
  await sql`insert into exam_groups (kind, user_id, discipline_id, name, duration_s, seed, started_at)
    select 'trial', id, ${disciplineId}, 'Plan', 3600, 'seed', now() from users where name = 'Plan'`;
  await sql`insert into exams (group_id, position, user_id, name, questions, scoring_mode, max_points, started_at, deadline, writer)
    select id, 1, user_id, 'Plan', 2, 'FULL_MATCH', 20, now(), now() + interval '1 hour', ${writer}
      from exam_groups where name = 'Plan'`;
  await sql`insert into exam_questions (exam_id, position, question_version_id, kind, slots)
    select e.id, place, v.id, 's', '{0,1,2}' from exams e, generate_series(1, 2) place, question_versions v
     where e.name = 'Plan' and v.question_id = ${questionId}`;
  for (const table of ['users', 'sign_ins', 'exams', 'exam_questions', 'exam_events'])
    await sql`analyze ${sql(table)}`;
  const [exam] = await sql<{ examId: number; userId: number; signInId: string }[]>`
    select e.id as "examId", e.user_id as "userId", i.id as "signInId" from exams e
      join sign_ins i on i.user_id = e.user_id where e.name = 'Plan' order by e.id desc limit 1`;
  if (!exam) throw new Error('no exam');
  return { ...exam, writer };
}

it('a save reads only the rows of its own exam, however many exams run', async () => {
  const exam = await runningExams();
  const save = {
    ...{ ...exam, position: 1, to: showNext, seq: 1, ticks: 1, skip: false, saveId: randomUUID() },
    ...{ tokenEnds: 4_000_000_000, arrivedAt: 0, client: undefined },
  };
  const values = saveParameters([save], 0).map((value) => `'${value}'`);
  const [plan] = await server.database.sql.begin(async (tx) => {
    for (const [name, value] of Object.entries(saveSettings))
      await tx`select set_config(${name}, ${value}, true)`;
    await tx.unsafe(`prepare save_plan as ${saveStatement}`);
    return tx.unsafe(`explain (analyze, format json) execute save_plan(${values.join(', ')})`);
  });
  const [{ Plan: root }] = Object.values(plan as object)[0] as [{ Plan: PlanNode }];
  const nodes = nodesOf(root);
  // The plan is that of a stored save.
  expect(nodes.find((node) => node['Node Type'] === 'ModifyTable')?.['Actual Rows']).toBe(1);
  expect(nodes.filter((node) => rowsRead(node) > 5)).toEqual([]);
});
