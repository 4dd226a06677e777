import { createHash } from 'node:crypto';
import { type Database, openDatabase, type Queryable } from '#server/db/database.ts';
import type { MigrationStep } from '#server/db/migrate.ts';
import { openTokens, type Tokens } from '#server/http/tokens.ts';
import type { Finding } from './finding.ts';

/** Signs a text with the process's secret, for one purpose. */
export type Signer = (
  use: 'audit head' | 'audit mark' | 'audit acknowledged' | 'evidence pack',
  text: string,
) => string;

/** The head of the seal chain: its count and last hash as hex. */
export type Head = { readonly count: number; readonly hash: string };

/** A problem that sealing found with the head; kept under its signature from then on. */
export type HeadProblem = {
  readonly kind: 'headMissing' | 'headForged' | 'headMismatch' | 'headCut';
  readonly count: number;
};

/** What the jobs of the audit log need. */
export type AuditServices = { readonly database: Database; readonly tokens: Pick<Tokens, 'seal'> };

export const signerOf =
  (tokens: Pick<Tokens, 'seal'>): Signer =>
  (use, text) =>
    tokens.seal(use, text);

/** The stored head and the chain's state, from one snapshot. */
type HeadState = {
  readonly stored: (Head & { readonly notes: string; readonly signature: string }) | undefined;
  readonly last: Head | undefined;
  /** The chain's hash at the stored head's count. */
  readonly hashThere: string | undefined;
};

const headText = (head: Head, notes: string) => JSON.stringify([head.count, head.hash, notes]);
export const markText = ({ count, hash }: Head) => `${count}:${hash}`;

export async function readHeadState(sql: Queryable): Promise<HeadState> {
  const [row] = await sql<
    {
      count: number | null;
      hash: string;
      notes: string;
      signature: string;
      there: string | null;
      lastCount: number | null;
      lastHash: string;
    }[]
  >`
    select h.count, encode(h.hash, 'hex') as hash, h.notes, h.signature,
           (select encode(s.hash, 'hex') from audit_seal s where s.position = h.count) as there,
           l.position as "lastCount", encode(l.hash, 'hex') as "lastHash"
      from (select 1) one left join audit_head h on true
      left join (select position, hash from audit_seal order by position desc limit 1) l on true`;
  if (!row) throw new Error('the head of the audit log could not be read');
  const { count, hash, notes, signature, there, lastCount, lastHash } = row;
  return {
    stored: count === null ? undefined : { count, hash, notes, signature },
    last: lastCount === null ? undefined : { count: lastCount, hash: lastHash },
    hashThere: there ?? undefined,
  };
}

/** The problems of the head; none on a log that was never sealed. */
export function headProblems({ stored, last, hashThere }: HeadState, sign: Signer): HeadProblem[] {
  if (!stored) return last ? [{ kind: 'headMissing', count: last.count }] : [];
  const { count, hash, notes, signature } = stored;
  const problems: HeadProblem[] = [];
  if (signature !== sign('audit head', headText({ count, hash }, notes)))
    problems.push({ kind: 'headForged', count });
  if ((last?.count ?? 0) < count) problems.push({ kind: 'headCut', count });
  else if ((hashThere ?? '') !== hash || (last?.count ?? 0) !== count)
    problems.push({ kind: 'headMismatch', count });
  return problems;
}

/** Problems noted so far, trusted only with a valid signature. */
export function notesOf({ stored }: HeadState, sign: Signer): HeadProblem[] {
  if (!stored || stored.signature !== sign('audit head', headText(stored, stored.notes))) return [];
  return JSON.parse(stored.notes) as HeadProblem[];
}

/** Signs the new end of the chain and overwrites the previous head. */
export async function writeHead(
  sql: Queryable,
  sign: Signer,
  head: Head,
  notes: readonly HeadProblem[],
): Promise<void> {
  const text = JSON.stringify(notes);
  await sql`
    insert into audit_head (count, hash, notes, signature)
    values (${head.count}, decode(${head.hash}, 'hex'), ${text}, ${sign('audit head', headText(head, text))})
    on conflict (single) do update
       set count = excluded.count, hash = excluded.hash, notes = excluded.notes, signature = excluded.signature`;
  await sql`update audit_seal set mark = ${sign('audit mark', markText(head))} where position = ${head.count}`;
}

/** Whether the chain has this hash at this count. */
export async function chainContains(sql: Queryable, { count, hash }: Head): Promise<boolean> {
  if (count === 0) return true;
  const [row] = await sql<{ same: boolean }[]>`
    select encode(hash, 'hex') = ${hash} as same from audit_seal where position = ${count}`;
  return row?.same === true;
}

/** A head as text, `count:hash`. */
export function parseHead(text: string): Head | undefined {
  const [, count, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text.trim().toLowerCase()) ?? [];
  return count === undefined || hash === undefined ? undefined : { count: Number(count), hash };
}

export const noteFinding = ({ kind, count }: HeadProblem): Finding => ({ kind, position: count });

/** The next hash of a chain. */
export const chained = (previous: Buffer, content: string): Buffer =>
  createHash('sha256').update(previous).update(content, 'utf8').digest();

/**
 * Signs a chain sealed before heads were signed, in the migration's transaction: from then on an unsigned chain is a
 * finding.
 */
export const signUpgradedLog =
  (databaseUrl: string, tokenSecret: string | undefined): MigrationStep =>
  async (tx) => {
    const { last } = await readHeadState(tx);
    if (!last) return;
    const database = openDatabase(databaseUrl, { max: 1 });
    try {
      await writeHead(tx, signerOf(await openTokens(database, tokenSecret)), last, []);
    } finally {
      await database.close();
    }
  };
