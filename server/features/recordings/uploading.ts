import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { uploadExamRecording } from '#contract/recordings.ts';
import { refuse } from '#domain/errors.ts';
import { nameOfPart, partOfName } from '#domain/exam-taking/recording-name.ts';
import type { Transaction } from '#server/db/database.ts';
import { uploadedFile } from '#server/files/uploaded-file.ts';
import type { Input } from '#server/http/route.ts';
import type { Services } from '#server/services.ts';

/** Hours of clicks, gzipped, are a few megabytes; the browser stops recording long before this. */
const uploadBytes = 20 * 1024 * 1024;
/** Nobody resumes a sitting more often than this; beyond it somebody plays with the call. */
const mostParts = 30;

const isGzip = (content: Buffer) => content[0] === 0x1f && content[1] === 0x8b;
const isJsonArray = (content: Buffer) => /^\s*\[/.test(content.subarray(0, 64).toString('latin1'));

/** The events gzipped, as they are kept; a file that is neither gzipped nor a JSON list is no recording. */
async function gzipped(content: Buffer): Promise<Buffer> {
  if (isGzip(content)) return content;
  if (!isJsonArray(content)) refuse('recording.unreadable');
  return promisify(gzip)(content);
}

type Recording = { readonly groupId: number; readonly part: number; readonly content: Buffer };

/** Keeps a part under its number, or under the next free one; the same content is kept once. */
async function storePart(tx: Transaction, { groupId, part, content }: Recording): Promise<number> {
  const sha256 = createHash('sha256').update(content).digest();
  const parts = await tx<{ part: number; same: boolean }[]>`
    select part, sha256 = ${sha256} as same from recordings where exam_group_id = ${groupId} order by part`;
  const same = parts.find((one) => one.same);
  if (same) return same.part;
  if (parts.length >= mostParts) refuse('request.tooLarge');
  const isFree = part <= mostParts && parts.every((one) => one.part !== part);
  const kept = isFree ? part : (parts.at(-1)?.part ?? 0) + 1;
  await tx`insert into recordings (exam_group_id, part, content, sha256)
    values (${groupId}, ${kept}, ${content}, ${sha256})`;
  return kept;
}

/** Keeps a recording of a sitting of one's own that has begun (REC-1, REC-4). */
export async function keepRecording(
  { database }: Services,
  { caller, author, request }: Input<typeof uploadExamRecording>,
): Promise<{ name: string }> {
  const { content, fileName } = await uploadedFile(request, uploadBytes);
  const named = partOfName(fileName);
  if (!named) refuse('recording.unreadable');
  const events = await gzipped(content);
  const part = await database.transaction(author, async (tx) => {
    // Two tabs that upload at once are given a number each.
    const own = await tx`
      select from exam_groups where id = ${named.groupId} and user_id = ${caller.actor.userId} and started_at is not null
         for no key update`;
    if (own.count === 0) refuse('resource.notFound');
    return storePart(tx, { ...named, content: events });
  });
  return { name: nameOfPart({ groupId: named.groupId, part }) };
}
