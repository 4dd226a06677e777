import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { maxConcurrentBatches } from '#server/exams/saver.ts';
import { connections as ofTheQueue } from '#server/jobs/queue.ts';
import { projectRoot } from '#server/project-root.ts';
import { computeShare, shares } from './workloads.ts';

const listening = 1;

it('[SAFE-18] a process opens as many connections as the operations guide says', async () => {
  const ofWorkloads = Object.values(shares).reduce((sum, { connections }) => sum + connections, 0);
  const operations = await readFile(join(projectRoot, 'docs/operations.md'), 'utf8');
  const all = String(ofWorkloads + computeShare.connections + maxConcurrentBatches + ofTheQueue + listening);
  const named = [/at most \*\*(\d+) connections\*\*/, /must allow (\d+) times/, /\| (\d+) per process \|/];
  for (const pattern of named) expect([pattern, pattern.exec(operations)?.[1]]).toEqual([pattern, all]);
});
