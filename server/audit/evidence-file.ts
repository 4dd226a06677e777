import { createHash } from 'node:crypto';
import { z } from 'zod';
import { evidenceFormats } from '#contract/evidence-pack.ts';
import { canonicalJson } from '#domain/audit/canonical-json.ts';
import type { Queryable } from '#server/db/database.ts';
import type { Signer } from './head.ts';

// The defects of an evidence pack. docs/operations.md explains each for operators.
type FileProblem = 'unreadable' | 'fileChanged';
type RecordsProblem = 'signatureInvalid' | 'notSealed' | 'sealMissing' | 'sealChanged' | 'eventsChanged';

const hashOf = (content: unknown): string =>
  createHash('sha256').update(canonicalJson(content), 'utf8').digest('hex');
const signatureOf = (sign: Signer, sha256: string): string => sign('evidence pack', sha256);

/** Adds the hash and this installation's signature to a content. */
export function sealedEvidence<C>(content: C, sign: Signer) {
  const sha256 = hashOf(content);
  return { content, sha256, signature: signatureOf(sign, sha256) };
}

/** Only the verified fields; the hash covers everything else in the content. */
const fileShape = z.strictObject({
  content: z.looseObject({
    format: z.string(),
    contest: z.looseObject({ id: z.int() }),
    chain: z.looseObject({ examId: z.int(), number: z.int(), hash: z.string().nullable() }).nullable(),
  }),
  sha256: z.string(),
  signature: z.string(),
});
export type EvidenceFile = z.output<typeof fileShape>;

/** Read before the rest: the fields of an unknown format are unknown too. */
const formatShape = z.looseObject({ content: z.looseObject({ format: z.string() }) });

/** The text parsed as JSON; undefined when it is invalid. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

type CheckedFile =
  | { readonly file: EvidenceFile }
  | { readonly problem: 'unknownFormat'; readonly format: string }
  | { readonly problem: FileProblem };

/** Verifies a file alone: that it has a known format and its content matches its hash. */
export function checkEvidenceFile(text: string): CheckedFile {
  const json = parsed(text);
  const named = formatShape.safeParse(json);
  if (!named.success) return { problem: 'unreadable' };
  const { format } = named.data.content;
  if (!evidenceFormats.includes(format)) return { problem: 'unknownFormat', format };
  const read = fileShape.safeParse(json);
  if (!read.success) return { problem: 'unreadable' };
  return hashOf(read.data.content) === read.data.sha256 ? { file: read.data } : { problem: 'fileChanged' };
}

/**
 * Verifies a file against the records: that this installation made it, that the exam's chain still contains
 * the seal it names, and that no event up to that seal was changed or removed.
 */
export async function checkEvidenceRecords(
  sql: Queryable,
  sign: Signer,
  { content: { chain }, sha256, signature }: EvidenceFile,
): Promise<RecordsProblem[]> {
  const problems: RecordsProblem[] = [];
  if (signature !== signatureOf(sign, sha256)) problems.push('signatureInvalid');
  if (!chain) return problems;
  if (chain.hash === null) return [...problems, 'notSealed'];
  const [row] = await sql<{ hash: string | null; brokenAt: number | null }[]>`
    select (select encode(hash, 'hex') from exam_event_seals
             where exam_id = ${chain.examId} and number = ${chain.number}) as hash,
           exam_events_first_break(${chain.examId}::int) as "brokenAt"`;
  if (!row?.hash) problems.push('sealMissing');
  else if (row.hash !== chain.hash) problems.push('sealChanged');
  if (row?.brokenAt && row.brokenAt <= chain.number) problems.push('eventsChanged');
  return problems;
}
