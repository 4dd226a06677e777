import { inFile, type Mutant, one } from './mutant.ts';

const restoring = 'server/backup/restoring.ts';
const verification = 'server/backup/verification.api.test.ts';

/** Mutants of backup, restore and restart (OPS-4, OPS-5, SAFE-12). */
export const operationsMutants: readonly Mutant[] = [
  one(
    'restore: what scoring again finds is dropped',
    [verification],
    inFile(
      restoring,
      '...problems.map(describeProblem)',
      '...problems.slice(problems.length).map(describeProblem)',
    ),
  ),
  one(
    'restore: the head of the manifest is not compared',
    [verification],
    inFile(restoring, 'const expected = audit ? [audit] : [];', 'const expected = audit ? [] : [];'),
  ),
  one(
    'restore: a backup without a heartbeat begins no outage',
    [verification],
    inFile(restoring, '  await noteLastBeat(url, manifest.takenAt);\n', ''),
  ),
];
