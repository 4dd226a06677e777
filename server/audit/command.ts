import { parseArgs } from 'node:util';
import { systemAuthor } from '#server/db/database.ts';
import { print } from '#server/print.ts';
import { acknowledge } from './acknowledging.ts';
import { checkRecords } from './check.ts';
import { describeFinding, isAcknowledgeable } from './finding.ts';
import { type Head, parseHead, readHeadState } from './head.ts';
import { withRecords } from './with-records.ts';

const usage = `npm run audit -- --check                       report changes the product did not make; exit code 1 if there are any
npm run audit -- --check --head 1200:8f3a…     the same, and the log must contain this head, noted elsewhere (may be repeated)
npm run audit -- --acknowledge "reason"        note that everything found now was looked into; it is not reported again`;

function expectedHeads(texts: readonly string[]): Head[] {
  return texts.map((text) => {
    const head = parseHead(text);
    if (!head) throw new Error(`A head is written as count:hash, as the logs show it, not ${text}.`);
    return head;
  });
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
    print(usage);
    return values.help ? 0 : 2;
  }
  const expected = expectedHeads(values.head ?? []);
  return withRecords(print, async (database, sign) => {
    const { findings, more, entries } = await checkRecords(database, sign, { expected });
    const { last } = await readHeadState(database.sql);
    for (const finding of findings) print(describeFinding(finding));
    if (more) print('Further findings are not listed.');
    const end = last ? `the log ends at ${last.count}:${last.hash}` : 'the log is empty';
    print(`${entries} sealed entries were read; ${end}.`);
    if (values.acknowledge && findings.length > 0) {
      const known = findings.filter(isAcknowledgeable);
      await acknowledge(database, sign, systemAuthor, known, values.acknowledge);
      print(`${known.length} findings were acknowledged.`);
      if (known.length === findings.length) return 0;
      print('migrationsDiffer cannot be acknowledged: check with the version that serves.');
      return 1;
    }
    print(findings.length === 0 ? 'Nothing was found.' : `${findings.length} findings.`);
    return findings.length === 0 ? 0 : 1;
  });
}

process.exitCode = await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  return 2;
});
