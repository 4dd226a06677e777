import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database, Queryable } from '#server/db/database.ts';

/**
 * Statements as a released version sent them, with names in braces for the values of a sitting. They are
 * recorded at a release from the calls of `Connection.run` while a test takes an exam.
 */
type Recorded = { readonly text: readonly string[]; readonly values: readonly (string | null)[] };
type Load = { readonly save: Recorded; readonly requests: Readonly<Record<string, readonly Recorded[]>> };

/** A running sitting of the released database, as values of statements. */
type ReleasedSitting = Readonly<Record<string, string>> & { readonly examId: string };

async function runningSittings({ sql }: Database): Promise<ReleasedSitting[]> {
  await sql`update exams set deadline = now() + interval '1 hour' where finished_at is null`;
  await sql`update sign_ins set expires_at = now() + interval '1 hour'`;
  return sql<ReleasedSitting[]>`
    select e.id::text as "examId", e.group_id::text as "groupId", e.user_id::text as "userId", e.writer_sign_in::text as "signInId",
           e.writer::text as writer, g.student_id::text as "studentId", g.appointment_id::text as "appointmentId", u.email::text as email,
           extract(epoch from now() + interval '1 hour')::text as "tokenEnds",
           (select array_agg(q.question_version_id)::text from exam_questions q where q.exam_id = e.id) as "versionIds"
      from exams e join exam_groups g on g.id = e.group_id join users u on u.id = e.user_id
     where e.started_at is not null and e.finished_at is null order by e.id`;
}

const filled = ({ values }: Recorded, names: Readonly<Record<string, string>>) =>
  values.map((value) => value?.replaceAll(/\{(\w+)\}/g, (whole, name) => names[name] ?? whole) ?? null);

const send = (sql: Queryable, recorded: Recorded, names: Readonly<Record<string, string>>) =>
  sql.unsafe<{ outcome?: string }[]>(recorded.text.join('\n'), filled(recorded, names), { prepare: true });

/** Rolls back the transaction of a request. */
class RolledBack extends Error {}

/** A deadlock: PostgreSQL aborted one of two transactions; the released version retries. */
const isDeadlock = (error: unknown) => (error as { code?: string }).code === '40P01';

async function retry(work: () => Promise<unknown>): Promise<void> {
  for (let time = 0; ; time += 1)
    try {
      await work();
      return;
    } catch (error) {
      if (!isDeadlock(error) || time === 3) throw error;
    }
}

type RunningLoad = {
  /** Resolves when every request succeeded once more; rejects when one failed. */
  round(): Promise<void>;
  /** Ends the load; returns the ids of acknowledged saves. */
  stop(): Promise<readonly string[]>;
};

/**
 * Sends the statements of a released version to its database, repeatedly and for all its running sittings at
 * once.
 */
export async function startReleasedLoad(database: Database, folder: string): Promise<RunningLoad> {
  const { save, requests } = JSON.parse(await readFile(join(folder, 'load.json'), 'utf8')) as Load;
  const sittings = await runningSittings(database);
  if (sittings.length === 0) throw new Error('no sitting runs in the released database');
  const saved: string[] = [];
  const rounds = sittings.map(() => 0);
  let running = true;
  let failure: unknown;

  const saveOnce = async (sitting: ReleasedSitting, seq: number) => {
    const saveId = randomUUID();
    const names = { ...sitting, saveId, seq: String(seq), ticks: String(1 << (seq % 2)) };
    await retry(async () => {
      const [row] = await send(database.sql, save, names);
      if (row?.outcome !== 'applied') throw new Error(`a save was answered with ${row?.outcome}`);
    });
    saved.push(saveId);
  };
  const requestOnce = (name: string, statements: readonly Recorded[], sitting: ReleasedSitting) =>
    retry(() =>
      database.sql
        .begin(async (tx) => {
          for (const statement of statements) await send(tx, statement, { ...sitting, saveId: randomUUID() });
          throw new RolledBack();
        })
        .catch((error: unknown) => {
          if (!(error instanceof RolledBack) && !isDeadlock(error))
            throw new Error(`${name}: ${String(error)}`, { cause: error });
          if (isDeadlock(error)) throw error;
        }),
    );
  /** The first sitting sends everything; the others save. */
  const loop = async (sitting: ReleasedSitting, index: number) => {
    for (let seq = 100; running; seq += 1) {
      await saveOnce(sitting, seq);
      if (index === 0)
        for (const [name, statements] of Object.entries(requests))
          await requestOnce(name, statements, sitting);
      rounds[index] = (rounds[index] ?? 0) + 1;
    }
  };
  const loops = sittings.map((sitting, index) =>
    loop(sitting, index).catch((error: unknown) => {
      failure ??= error;
    }),
  );
  return {
    round: async () => {
      // The current round began before; the next one is complete.
      const target = rounds.map((count) => count + 2);
      while (failure === undefined && rounds.some((count, index) => count < (target[index] ?? 0)))
        await Promise.race([...loops, new Promise((done) => setTimeout(done, 10))]);
      if (failure !== undefined) throw failure;
    },
    stop: async () => {
      running = false;
      await Promise.all(loops);
      if (failure !== undefined) throw failure;
      return saved;
    },
  };
}
