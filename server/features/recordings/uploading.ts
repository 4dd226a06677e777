import { createHash, randomUUID } from 'node:crypto';
import type { uploadExamRecording } from '#contract/recordings.ts';
import { refuse } from '#domain/errors.ts';
import { eventLetters } from '#domain/exam-taking/events.ts';
import { fitsBudget, maxPartBytes, maxParts } from '#domain/exam-taking/recording-budget.ts';
import { nameOfPart, partOfName, type RecordingPart } from '#domain/exam-taking/recording-name.ts';
import type { Database, Fragment, Queryable, Transaction } from '#server/db/database.ts';
import { type IncomingFile, readUploadedFile } from '#server/files/uploaded-file.ts';
import { heldBytes, type MemoryBudget, uploadOf } from '#server/http/memory-budget.ts';
import type { Input } from '#server/http/route.ts';
import { refuseOtherExamOrSitting } from '#server/http/while-sitting.ts';
import type { Services } from '#server/services.ts';
import { type ReadRecording, readRecording } from './reading.ts';
import type { UnpackingPace } from './unpacking-pace.ts';

/** The largest file: a part that is not gzipped. */
const uploadBytes = maxPartBytes.unpacked;
/** The upload timeout, so a slow upload does not block others. */
const uploadMilliseconds = 3 * 60_000;

/** Stores a part under its number, or the next free one; identical content is stored once. */
async function storePart(
  tx: Transaction,
  { groupId, part }: RecordingPart,
  { content, unpackedBytes, outline }: ReadRecording,
  clockBehind: number | null,
): Promise<number> {
  const sha256 = createHash('sha256').update(content).digest();
  const parts = await tx<{ part: number; same: boolean; packed: number; unpacked: number }[]>`
    select part, sha256 = ${sha256} as same, octet_length(content) as packed, unpacked_bytes as unpacked
      from recordings where exam_group_id = ${groupId} order by part`;
  const same = parts.find((one) => one.same);
  if (same) return same.part;
  const stored = {
    parts: parts.length,
    packed: parts.reduce((sum, one) => sum + one.packed, 0),
    unpacked: parts.reduce((sum, one) => sum + one.unpacked, 0),
  };
  if (!fitsBudget({ packed: content.length, unpacked: unpackedBytes }, stored)) refuse('recording.full');
  const isFree = part <= maxParts && parts.every((one) => one.part !== part);
  const number = isFree ? part : (parts.at(-1)?.part ?? 0) + 1;
  await tx`insert into recordings (exam_group_id, part, content, sha256, unpacked_bytes, outline, clock_behind_ms)
    values (${groupId}, ${number}, ${content}, ${sha256}, ${unpackedBytes}, ${outline ? tx.json(outline) : null},
            ${clockBehind}::bigint)`;
  return number;
}

/** Runs `work` while no other upload of the sitting is in progress, in any process. */
async function withUploadLock<T>({ sql }: Database, groupId: number, work: () => Promise<T>): Promise<T> {
  const upload = randomUUID();
  const taken = await sql`
    insert into recording_uploads (exam_group_id, upload, until)
    values (${groupId}, ${upload}, now() + make_interval(secs => ${(2 * uploadMilliseconds) / 1000}))
    on conflict (exam_group_id) do update set upload = excluded.upload, until = excluded.until
     where recording_uploads.until < now()`;
  if (taken.count === 0) refuse('recording.busy');
  try {
    return await work();
  } finally {
    await sql`delete from recording_uploads where exam_group_id = ${groupId} and upload = ${upload}`;
  }
}

/**
 * Whether the user sat a sitting that has since moved to another account: their browser may still hold its recording.
 */
const wasSatBy = (sql: Queryable, userId: number): Fragment => sql`
  exists (select from exams e join exam_events v on v.exam_id = e.id join sign_ins i on i.id = v.sign_in
           where e.group_id = g.id and v.kind in (${eventLetters.begun}, ${eventLetters.loaded}) and i.user_id = ${userId})`;

/** Stores a recording of the caller's official sitting that has begun (REC-1, REC-4); practice is not recorded. */
export async function keepRecording(
  services: Services,
  { memory, pace }: { readonly memory: MemoryBudget; readonly pace: UnpackingPace },
  { caller, author, request, query }: Input<typeof uploadExamRecording>,
): Promise<{ name: string }> {
  const { database } = services;
  const { userId } = caller.actor;

  async function lockOwn(tx: Transaction, groupId: number): Promise<void> {
    const own = await tx`select from exam_groups g
      where g.id = ${groupId} and g.kind = 'official' and g.started_at is not null
        and (g.user_id = ${userId} or ${wasSatBy(tx, userId)}) for no key update`;
    if (own.count === 0) refuse('resource.notFound');
  }

  /** How far the browser's clock is behind the database's; null when it does not tell. */
  async function clockBehind(): Promise<number | null> {
    const browserTime = Date.parse(query.clientTime ?? '');
    if (Number.isNaN(browserTime)) return null;
    const [clock] = await database.sql<{ now: number }[]>`
      select extract(epoch from clock_timestamp())::float8 * 1000 as now`;
    return clock ? Math.round(clock.now - browserTime) : null;
  }

  async function store({ chunks, fileName }: IncomingFile): Promise<{ name: string }> {
    const named = partOfName(fileName);
    if (!named) refuse('recording.unreadable');
    const { groupId } = named;
    await refuseOtherExamOrSitting(services, caller, { groupId });
    // Before the file arrives, which may take minutes.
    const behind = await clockBehind();
    await database.transaction(author, (tx) => lockOwn(tx, groupId));
    return withUploadLock(database, groupId, async () => {
      const bytes = heldBytes(request, maxPartBytes.packed);
      const release = await memory.reserve(uploadOf(request, userId, bytes));
      try {
        const recording = await readRecording(chunks, AbortSignal.timeout(uploadMilliseconds), (unpacked) =>
          pace.note(userId, unpacked),
        );
        await request.confirmCaller();
        const part = await database.transaction(author, async (tx) => {
          // The lock serializes uploads, so each one counts the stored parts correctly.
          await lockOwn(tx, groupId);
          return storePart(tx, named, recording, behind);
        });
        return { name: nameOfPart({ groupId, part }) };
      } finally {
        release();
      }
    });
  }

  if (pace.isOver(userId)) refuse('recording.busy');
  return readUploadedFile(request, uploadBytes, store);
}
