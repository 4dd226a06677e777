import { randomUUID } from 'node:crypto';
import { networkCut } from './network-cut.ts';
import { run } from './run.ts';

/**
 * `npm run soak -- 30` (or SOAK_MINUTES=30): exams, bookings, imports and settlements under random faults for
 * 30 minutes, on a primary and its synchronous standby (SOAK_STANDBY=0: on one server), then a comparison of
 * the ledgers with the tables; and an exam in the browser with a network cut of five minutes (CUT_SECONDS; 0
 * skips it). SOAK_CANDIDATES sit at the same time; disruptions are SOAK_PAUSE to twice SOAK_PAUSE seconds apart.
 */
const minutes = Number(process.argv[2] ?? process.env.SOAK_MINUTES ?? 10);
if (!(minutes > 0)) throw new Error('The number of minutes is not one.');
const seed = process.env.SOAK_SEED ?? randomUUID();
console.log(`${minutes} minutes, SOAK_SEED=${seed}`);

/** Ctrl-C ends the exams and still runs the comparison. */
const interrupted = new AbortController();
let code: number | undefined;
for (const [signal, number] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)
  process.on(signal, () => {
    code ??= number;
    interrupted.abort();
  });

const report = await run({
  seconds: minutes * 60,
  candidates: Number(process.env.SOAK_CANDIDATES ?? 96),
  secondsBetween: Number(process.env.SOAK_PAUSE ?? 3),
  longestExam: 400,
  students: Math.ceil(minutes * 60 * 12),
  bookers: 400,
  standby: process.env.SOAK_STANDBY !== '0',
  seed,
  say: (line) => console.log(`${new Date().toISOString()} ${line}`),
  stop: interrupted.signal,
});
/** How often each of them happened. */
const occurrences = (names: readonly string[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
};
console.log(
  JSON.stringify(
    { ...report, disruptions: occurrences(report.disruptions), problems: report.problems.length },
    null,
    2,
  ),
);
for (const problem of report.problems.slice(0, 100)) console.error(problem);
if (report.problems.length > 100)
  console.error(occurrences(report.problems.map((problem) => problem.replaceAll(/\d+/g, '#'))));
console.log(report.problems.length === 0 ? 'Nothing was lost.' : `${report.problems.length} problems.`);
if (report.endedBy !== undefined) console.error(`The run was ended early by ${report.endedBy}.`);
if (report.problems.length > 0 || (report.endedBy !== undefined && code === undefined)) process.exit(1);
if (code !== undefined) process.exit(code);
const cutSeconds = Number(process.env.CUT_SECONDS ?? 300);
const isCutHarmless = cutSeconds === 0 || (await networkCut(cutSeconds));
process.exit(isCutHarmless ? 0 : 1);
