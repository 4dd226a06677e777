import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openDatabase } from '#server/db/database.ts';
import { runningEmbeddedUrl, startEmbeddedPostgres } from '#server/db/embedded-postgres.ts';
import { print } from '#server/print.ts';
import { readProcessSettings } from '#server/process-settings.ts';
import { projectRoot } from '#server/project-root.ts';
import { checkScores, describeProblem } from './rescoring.ts';

const usage =
  'npm run rescore -- --check     score every finished exam again from its events; 1 when one differs from what is stored';

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { check: { type: 'boolean' }, help: { type: 'boolean' } } });
  if (!values.check) {
    print(usage);
    return values.help ? 0 : 2;
  }
  const { DATABASE_URL, DATA_DIR } = readProcessSettings(process.env);
  const dataDir = DATA_DIR ?? join(projectRoot, '.data/postgres');
  const known = DATABASE_URL ?? (await runningEmbeddedUrl(dataDir));
  const embedded = known === undefined ? await startEmbeddedPostgres({ dataDir, log: print }) : undefined;
  const database = openDatabase(known ?? embedded?.url ?? '', { max: 2 });
  try {
    const { exams, problems } = await checkScores(database);
    for (const problem of problems) print(describeProblem(problem));
    print(`${exams} finished exams were scored again; ${problems.length} differences.`);
    return problems.length === 0 ? 0 : 1;
  } finally {
    await database.close();
    await embedded?.stop();
  }
}

process.exitCode = await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  return 2;
});
