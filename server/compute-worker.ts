import { parentPort, workerData } from 'node:worker_threads';
import { Refusal } from '#domain/errors.ts';
import type { ComputeRequest, ComputeResponse, ComputeSettings } from './compute-thread.ts';
import { backendPriority } from './db/backend-priority.ts';
import { openDatabase } from './db/database.ts';
import { computeShare } from './db/workloads.ts';
import { statisticsTasks } from './features/statistics/tasks.ts';
import { lowerPriority } from './thread-priority.ts';

/** Below saves and sign-ins. */
const niceness = 10;

const { databaseUrl, listNiceness } = workerData as ComputeSettings;
const { connections, ...limits } = computeShare;
const { sql } = openDatabase(databaseUrl, {
  max: connections,
  name: 'exam-platform-compute',
  priority: backendPriority(listNiceness),
  ...limits,
});
const tasks: Readonly<Record<string, (input: never) => Promise<unknown>>> = statisticsTasks(sql);

async function respond({ task, input }: ComputeRequest): Promise<ComputeResponse> {
  try {
    const work = tasks[task];
    if (!work) throw new Error(`there is no task ${task}`);
    return { status: 'done', result: await work(input as never) };
  } catch (error) {
    if (error instanceof Refusal) return { status: 'refused', code: error.code, params: error.params };
    const { stack, code } = error as Error & { readonly code?: string };
    return { status: 'failed', message: stack ?? String(error), code };
  }
}

lowerPriority(niceness);
parentPort?.on('message', async (request: ComputeRequest) => parentPort?.postMessage(await respond(request)));
