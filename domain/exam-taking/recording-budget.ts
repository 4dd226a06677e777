const mebibyte = 1024 * 1024;

/** A size, compressed as stored and uncompressed as played. */
export type RecordedBytes = { readonly packed: number; readonly unpacked: number };

/**
 * The maximum size of one part. A minute of constant mouse movement, with a tick every two seconds and a new question
 * every six, measured 170 KiB of events, or 25 KiB compressed. Three such hours are 30 MiB and 5 MiB; an ordinary exam
 * produces a fraction of that. The browser stops at 32 MiB of events per sitting.
 */
export const maxPartBytes: RecordedBytes = { packed: 8 * mebibyte, unpacked: 40 * mebibyte };

/** The maximum size of all parts of a sitting: several computers, with resumes on each. */
export const maxSittingBytes: RecordedBytes = { packed: 24 * mebibyte, unpacked: 128 * mebibyte };

/** More resumes than any real sitting has. */
export const maxParts = 30;

/** Whether a sitting with this usage has room for another part. */
export const fitsBudget = (
  part: RecordedBytes,
  stored: RecordedBytes & { readonly parts: number },
): boolean =>
  stored.parts < maxParts &&
  stored.packed + part.packed <= maxSittingBytes.packed &&
  stored.unpacked + part.unpacked <= maxSittingBytes.unpacked;
