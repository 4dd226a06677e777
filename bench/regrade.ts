import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ImpactSummary } from '#contract/settlements.ts';
import { type Database, openDatabase } from '#server/db/database.ts';
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts';
import { migrate } from '#server/db/migrate.ts';
import { closeOverdue } from '#server/exams/finishing.ts';
import { openTokens } from '#server/http/tokens.ts';
import { rescored } from '#server/testing/rescoring.ts';
import { buildIfNeeded } from '#tools/build.mjs';
import { tokenOf } from './bench-server.ts';
import { Candidates } from './exam/candidates.ts';
import { Connection, requestText } from './exam/http-load.ts';
import { p99OfSaves } from './exam/save-load.ts';
import { benchSecret, startServer } from './exam/server-process.ts';
import { loadBank, loadExams, loadStudents, questionsPerExam, settle } from './exam/sittings-data.ts';

/**
 * Removes an answer of a question that every finished exam served, and rescores them all during saves of
 * running exams. Goals: 10 s, and a p99 of saves at most 1.5 times the one without regrading. A second scorer
 * then checks all results.
 */
const FINISHED = Number(process.env.FINISHED ?? 5_000);
const RUNNING = Number(process.env.RUNNING ?? 1_000);
const SAVES = Number(process.env.SAVES ?? 1_000);
const SECONDS = Number(process.env.SECONDS ?? 15);
const goals = { seconds: 10, ratio: 1.5 };

/** Finished exams of a template whose first question is the same for all, and running exams. */
async function load(database: Database): Promise<void> {
  const { sql } = database;
  await loadBank(database);
  await loadStudents(database, 1, RUNNING + FINISHED);
  await loadExams(database, 1, RUNNING + FINISHED, 'running');
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx.unsafe(`
      insert into questions (chapter_id, text, search_text, search, answer_count, correct_count)
        values (1, 'Întrebarea contestată', 'contestata', 'contestata', 10, 5);
      insert into question_versions (question_id, number, text, incomplete, answer_count)
        select max(id), 1, 'Întrebarea contestată', false, 10 from questions;
      insert into answer_options (question_version_id, position, text)
        select v.id, p, 'Varianta ' || p from (select max(id) as id from question_versions) v, generate_series(0, 9) p;
      insert into question_keys (question_version_id, correct) select max(id), 31 from question_versions;
      insert into template_groups (custom_exam_id, exam_session_id, number, randomized) values (1, 1, 1, false);
      insert into template_exams (template_group_id, part_id, position) values (1, 1, 1);
      insert into template_questions (template_exam_id, position, question_version_id, kind, slots)
        select 1, 1, max(id), 'm', '{3,7,1,9,4}' from question_versions;
      update exam_groups set template_group_id = 1 where id > ${RUNNING};
      update exam_questions set question_version_id = (select max(id) from question_versions)
       where exam_id > ${RUNNING} and position = 1;
      update exam_questions set ticks = (exam_id * 7 + position * 13) % 32, seq = 1 where exam_id > ${RUNNING};
      insert into exam_events (exam_id, save_id, kind, position, ticks, seq)
        select exam_id, gen_random_uuid(), 's', position, ticks, 1 from exam_questions where exam_id > ${RUNNING};
      update exams set deadline = now() - interval '1 hour' where id > ${RUNNING}`);
  });
  await closeOverdue(database);
  await settle(database);
}

process.exitCode = await (async () => {
  await buildIfNeeded();
  const dataDir = await mkdtemp(join(tmpdir(), 'exam-bench-regrade-'));
  const cluster = await startEmbeddedPostgres({ dataDir });
  const database = openDatabase(cluster.url, { max: 4 });
  try {
    await migrate(cluster.url);
    await load(database);
    console.log(`${FINISHED} finished exams of ${questionsPerExam} questions beside ${RUNNING} running ones`);
    const tokens = await openTokens(database, benchSecret);
    const candidates = await Candidates.signedIn(tokens, RUNNING);
    const admin = await tokenOf({ database, tokens }, { email: 'admin@exam.test', role: 'Admin' });
    const server = await startServer(cluster.url);
    const saves = () =>
      p99OfSaves(server, candidates, { students: RUNNING, perSecond: SAVES, seconds: SECONDS });
    const contest = async (fingerprint?: string) => {
      const body = JSON.stringify({
        questions: [{ index: 1, position: 1, removed: [4], correct: null }],
        preview: fingerprint === undefined,
        fingerprint,
      });
      const connection = new Connection(server.port);
      const began = performance.now();
      const response = await connection.send(
        requestText({ method: 'POST', path: 'templateExams/1/1/contest', token: admin, body }),
      );
      connection.close();
      if (response.status !== 200) throw new Error(response.body);
      return { seconds: (performance.now() - began) / 1000, text: response.body };
    };
    const { fingerprint } = JSON.parse((await contest()).text) as ImpactSummary;
    await saves();
    const alone = await saves();
    const [beside, { seconds, text }] = await Promise.all([saves(), contest(fingerprint)]);
    await server.stop();
    const { reached, changed } = JSON.parse(text) as ImpactSummary;
    const { problems } = await rescored(database.sql);
    const ratio = beside / alone;
    console.log(
      `${reached} exams scored again, ${changed} changed: ${seconds.toFixed(1)} s   goal ${goals.seconds} s`,
    );
    console.log(
      `p99 of ${SAVES} saves/s: ${alone.toFixed(1)} ms alone, ${beside.toFixed(1)} ms beside it, ${ratio.toFixed(2)} ×   goal ${goals.ratio} ×`,
    );
    console.log(
      problems.length === 0 ? 'A second scorer agrees with every score.' : problems.slice(0, 5).join('\n'),
    );
    const isReached =
      reached === FINISHED && problems.length === 0 && seconds <= goals.seconds && ratio <= goals.ratio;
    console.log(isReached ? 'Every goal is reached.' : 'Some goal is not reached.');
    return isReached ? 0 : 1;
  } finally {
    await database.close();
    await cluster.stop();
    await rm(cluster.dataDir, { recursive: true, force: true });
    await rm(dataDir, { recursive: true, force: true });
  }
})();
