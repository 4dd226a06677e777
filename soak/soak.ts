import { randomUUID } from 'node:crypto';
import { networkCut } from './network-cut.ts';
import { run } from './run.ts';

/**
 * `npm run soak -- 30` (or SOAK_MINUTES=30): exams under random faults for so many minutes, then ledger against tables; and
 * an exam in the browser whose network is cut for five minutes (CUT_SECONDS, 0 leaves it out).
 */
const minutes = Number(process.argv[2] ?? process.env.SOAK_MINUTES ?? 10);
if (!(minutes > 0)) throw new Error('The number of minutes is not one.');
const seed = process.env.SOAK_SEED ?? randomUUID();
console.log(`${minutes} minutes, SOAK_SEED=${seed}`);

const report = await run({
  seconds: minutes * 60,
  candidates: 32,
  students: Math.ceil(minutes * 60 * 12),
  seed,
  say: (line) => console.log(`${new Date().toISOString()} ${line}`),
});
console.log(
  JSON.stringify({ ...report, blows: report.blows.length, problems: report.problems.length }, null, 2),
);
for (const problem of report.problems.slice(0, 100)) console.error(problem);
console.log(report.problems.length === 0 ? 'Nothing was lost.' : `${report.problems.length} problems.`);
const cutSeconds = Number(process.env.CUT_SECONDS ?? 300);
const isCutHarmless = cutSeconds === 0 || (await networkCut(cutSeconds));
process.exit(report.problems.length === 0 && isCutHarmless ? 0 : 1);
