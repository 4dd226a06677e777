import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Database, openDatabase, theSystem } from '#server/db/database.ts';
import { runningEmbeddedUrl, startEmbeddedPostgres } from '#server/db/embedded-postgres.ts';
import { openTokens } from '#server/http/tokens.ts';
import { readProcessSettings } from '#server/process-settings.ts';
import { projectRoot } from '#server/project-root.ts';
import { acknowledge } from './acknowledging.ts';
import { checkRecords } from './check.ts';
import { describeFinding } from './finding.ts';
import { type Head, parseHead, readHeadState, type Signer, signerOf } from './head.ts';

const usage = `npm run audit -- --check                       look for anything the product did not do; 1 when something is found
npm run audit -- --check --head 1200:8f3a…     the same, and the log must contain this end, noted elsewhere (may be repeated)
npm run audit -- --acknowledge "reason"        note that everything found now was looked into; it is not reported again`;

const say = (line: string) => process.stdout.write(`${line}\n`);

function expectedHeads(texts: readonly string[]): Head[] {
  return texts.map((text) => {
    const head = parseHead(text);
    if (!head) throw new Error(`A head is written as count:hash, as the logs show it, not ${text}.`);
    return head;
  });
}

async function withDatabase<T>(work: (database: Database, sign: Signer) => Promise<T>): Promise<T> {
  const { DATABASE_URL, DATA_DIR, TOKEN_SECRET } = readProcessSettings(process.env);
  const dataDir = DATA_DIR ?? join(projectRoot, '.data/postgres');
  const known = DATABASE_URL ?? (await runningEmbeddedUrl(dataDir));
  const embedded = known === undefined ? await startEmbeddedPostgres({ dataDir, log: say }) : undefined;
  const database = openDatabase(known ?? embedded?.url ?? '', { max: 2 });
  try {
    return await work(database, signerOf(await openTokens(database, TOKEN_SECRET)));
  } finally {
    await database.close();
    await embedded?.stop();
  }
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      check: { type: 'boolean' },
      head: { type: 'string', multiple: true },
      acknowledge: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  if (values.help || !(values.check || values.acknowledge)) {
    say(usage);
    return values.help ? 0 : 2;
  }
  const expected = expectedHeads(values.head ?? []);
  return withDatabase(async (database, sign) => {
    const { findings, more, entries } = await checkRecords(database, sign, { expected });
    const { last } = await readHeadState(database.sql);
    for (const finding of findings) say(describeFinding(finding));
    if (more) say('There is more of this kind.');
    say(
      `${entries} sealed entries were read; the log ends at ${last ? `${last.count}:${last.hash}` : 'nothing'}.`,
    );
    if (values.acknowledge && findings.length > 0) {
      await acknowledge(database, sign, theSystem, findings, values.acknowledge);
      say(`${findings.length} findings were acknowledged.`);
      return 0;
    }
    say(findings.length === 0 ? 'Nothing was found.' : `${findings.length} findings.`);
    return findings.length === 0 ? 0 : 1;
  });
}

process.exitCode = await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  return 2;
});
