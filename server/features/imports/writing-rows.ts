import type { Actor } from '#domain/access/actor.ts';
import { refuse } from '#domain/errors.ts';
import type { ImportKind } from '#domain/imports/import-kind.ts';
import { selectOptionalAccountById } from '#server/accounts/account.ts';
import { systemAuthor, type Transaction } from '#server/db/database.ts';
import type { JobQueue } from '#server/jobs/queue.ts';
import type { LockedImport } from './reached-import.ts';
import { type ImportJob, type JobServices, type RowWriter, rowJob, sendJob, workedFor } from './row-jobs.ts';

/** An import being written: who uploaded it and for whom it is written. */
type RunningImport = { readonly madeBy: number; readonly by: number };

async function selectRunningImport({ database }: JobServices, importId: number, kind: ImportKind) {
  const { sql } = database;
  const [found] = await sql<RunningImport[]>`
    select made_by as "madeBy", ${workedFor(sql)} as by from imports
     where id = ${importId} and kind = ${kind} and state = 'writing'`;
  return found;
}

/** The person an import is written for, with the rights they have now; undefined once disabled. */
async function actorOf({ database }: JobServices, { by }: RunningImport): Promise<Actor | undefined> {
  const account = await selectOptionalAccountById(database.sql, by);
  if (!account || account.disabled) return undefined;
  return {
    userId: account.id,
    email: account.email,
    roles: [
      ...(account.isAdmin ? (['Admin'] as const) : []),
      ...(account.isTeacher ? (['Profesori'] as const) : []),
    ],
    dean: false,
    year: 0,
    studentId: undefined,
  };
}

/** Starts or resumes writing for a person; `queueRows` queues and counts the rows of a started import. Idempotent. */
export async function startWriting<S>(
  tx: Transaction,
  queue: JobQueue,
  job: ImportJob<S>,
  held: LockedImport,
  { userId }: Actor,
  queueRows: () => Promise<{ readonly count: number }>,
): Promise<void> {
  if (held.state === 'writing' || held.state === 'done') return;
  if (held.state === 'reading' || held.state === 'checking') refuse('import.checking');
  if (held.state === 'ready' && (await queueRows()).count === 0) refuse('import.nothingChosen');
  await tx`
    update imports set state = 'writing', resumed_by = nullif(${userId}::int, made_by) where id = ${held.id}`;
  await sendJob(tx, queue, job, held.id);
}

/** Pauses after the current batch; does nothing when the import is not being written, or not `by` this person. */
export const pauseWriting = (tx: Transaction, importId: number, by?: number) =>
  tx`update imports set state = 'paused' where id = ${importId} and state = 'writing'
        and ${by === undefined ? tx`true` : tx`${workedFor(tx)} = ${by}`}`;

/** What a job writes: `actor` has the rights and is the author in the log; `madeBy` uploaded the file. */
export type WritingFor = { readonly importId: number; readonly actor: Actor; readonly madeBy: number };

/**
 * The job that writes queued rows. It pauses the import when its author may no longer import; the remaining rows can still
 * be reviewed.
 */
export const writingJob = <S extends JobServices, Row>({
  name,
  kind,
  may,
  writerFor,
}: {
  readonly name: string;
  readonly kind: ImportKind;
  readonly may: (actor: Actor) => boolean;
  readonly writerFor: (services: S, job: WritingFor) => Promise<RowWriter<Row>>;
}): ImportJob<S> =>
  rowJob({
    name,
    kind,
    stage: 'writing',
    batchesOf: async (services: S, importId) => {
      const { database } = services;
      const running = await selectRunningImport(services, importId, kind);
      if (!running) return undefined;
      const actor = await actorOf(services, running);
      if (!actor || !may(actor)) {
        await database.transaction(systemAuthor, (tx) => pauseWriting(tx, importId, running.by));
        return undefined;
      }
      return {
        database,
        author: { actorId: actor.userId, requestId: undefined },
        importId,
        stage: 'writing',
        writer: await writerFor(services, { importId, actor, madeBy: running.madeBy }),
      };
    },
  });
