import { inFile, type Mutant, one } from './mutant.ts';

const restoring = 'server/backup/restoring.ts';
const outages = 'server/features/outages/outages.api.test.ts';
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
    'restore: a database that was not verified can be accepted',
    ['server/backup/backup.api.test.ts'],
    inFile(restoring, 'if (!found.isVerified)', 'if (!found.isVerified && !found.isLoaded)'),
  ),
  one(
    'outage: a second one that is not recorded yet lets the time to decide pass',
    [outages],
    inFile('server/exams/outage-conditions.ts', `coalesce(\${beatBeforeOutage}, now())`, 'now()'),
  ),
  one(
    'outage: the time of two is credited twice to an exam that was over',
    [outages],
    inFile('server/exams/outage-conditions.ts', "coalesce(sum((credit.client ->> 'minutes')::int), 0)", '0'),
  ),
  one(
    'outage: one that began in the grace does not keep the key closed',
    [outages],
    inFile('server/exams/questions-used-until.ts', `secs => \${graceSeconds}::int`, 'secs => 0'),
  ),
  one(
    'outage: the key opens with the decision, before browsers send what was refused',
    [outages],
    inFile('server/exams/questions-used-until.ts', 'coalesce(o.decided_at, o.decide_by)', 'null'),
  ),
  one(
    'retention: a kind that fails keeps the others',
    ['server/retention.api.test.ts'],
    inFile('server/jobs/retention.ts', 'failures.push(failure);', 'throw failure;'),
  ),
  one(
    'restore: a backup without a heartbeat begins no outage',
    [verification],
    inFile(restoring, '  await noteLastBeat(url, manifest.takenAt);\n', ''),
  ),
];
