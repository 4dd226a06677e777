import type { Database, Queryable } from '#server/db/database.ts';
import type { Pause } from '#server/jobs/batches.ts';
import { openConnectionChains } from './connection-chains.ts';
import { type EntryRow, locationOf } from './entry.ts';
import type { Finding } from './finding.ts';
import {
  chainContains,
  chained,
  type Head,
  headProblems,
  markText,
  noteFinding,
  notesOf,
  readHeadState,
  type Signer,
} from './head.ts';

const batchSize = 2000;

type SealRow = {
  readonly position: number;
  readonly auditId: number;
  readonly hash: string;
  readonly mark: string | null;
  readonly entry: EntryRow | null;
};

/** The entry as JSON; null when a seal has lost its entry. */
const asEntry = (sql: Queryable) => sql`
  json_build_object('id', a.id, 'entity', a.entity, 'row', a.entity_id, 'content', audit_content(a),
    'connection', a.connection, 'number', a.number, 'link', encode(a.link, 'hex'))`;

/** Where a chain was recomputed: after the last valid mark, up to the first invalid one. */
function rewritten(marks: readonly { readonly position: number; readonly holds: boolean }[]): Finding[] {
  const first = marks.findIndex(({ holds }) => !holds);
  const broken = marks[first];
  if (!broken) return [];
  const from = (marks[first - 1]?.position ?? 0) + 1;
  return [
    { kind: 'chainRewritten', position: from, detail: `seals ${from} to ${broken.position} or later ones` },
  ];
}

/**
 * Verifies entries against seals, seals against each other, the head against its signature and the `expected` heads, and
 * each connection's entries against each other, sealed or not. Returns how many seals it read.
 */
export async function checkChain(
  { sql }: Database,
  sign: Signer,
  expected: readonly Head[],
  report: (finding: Finding) => void,
  rest: Pause,
): Promise<number> {
  const state = await readHeadState(sql);
  const end = state.last?.count ?? 0;
  const notes = [...headProblems(state, sign), ...notesOf(state, sign)];
  for (const note of notes) report(noteFinding(note));
  for (const head of expected)
    if (!(await chainContains(sql, head)))
      report({ kind: 'headCut', position: head.count, detail: `expected ${markText(head)}` });

  const connections = openConnectionChains(report);
  const marks: { position: number; holds: boolean }[] = [];
  let chain = Buffer.alloc(0);
  let next = 1;
  while (next <= end) {
    const startedAt = performance.now();
    const seals = await sql<SealRow[]>`
      select s.position, s.audit_id as "auditId", encode(s.hash, 'hex') as hash, s.mark,
             case when a.id is not null then ${asEntry(sql)} end as entry
        from audit_seal s left join audit_log a on a.id = s.audit_id
       where s.position >= ${next} and s.position <= ${end} order by s.position limit ${batchSize}`;
    for (const { position, auditId, hash, mark, entry } of seals) {
      if (position !== next) report({ kind: 'sealMissing', position: next, entry: auditId });
      if (!entry) report({ kind: 'entryMissing', entry: auditId, position });
      else {
        if (position === next && chained(chain, entry.content).toString('hex') !== hash)
          report({ kind: 'entryChanged', position, ...locationOf(entry) });
        connections.add(entry);
      }
      if (mark !== null)
        marks.push({ position, holds: mark === sign('audit mark', markText({ count: position, hash })) });
      chain = Buffer.from(hash, 'hex');
      next = position + 1;
    }
    if (seals.length === 0) {
      report({ kind: 'sealMissing', position: next });
      break;
    }
    await rest(startedAt);
  }
  if (notes.length > 0) for (const finding of rewritten(marks)) report(finding);

  // Newly sealed and unsealed entries, in one snapshot.
  const tail = await sql<{ entry: EntryRow }[]>`
    select ${asEntry(sql)} as entry from audit_log a
     where a.id in (select audit_id from audit_pending union all select audit_id from audit_seal where position > ${end})
     order by a.id`;
  for (const { entry } of tail) connections.add(entry);
  connections.end();
  return end;
}
