const mebibyte = 1024 * 1024;

/** How large something is, as it is kept and as it is played. */
export type RecordedBytes = { readonly packed: number; readonly unpacked: number };

/**
 * The most one part may be. A minute with the mouse never still, a tick every two seconds and a new question every six was
 * measured at 170 KiB of events, which pack to 25 KiB: three such hours are 30 MiB and 5 MiB, and an ordinary exam makes a
 * fraction of it. The browser stops at 32 MiB of events per sitting.
 */
export const mostOfPart: RecordedBytes = { packed: 8 * mebibyte, unpacked: 40 * mebibyte };

/** The most all parts of a sitting may be together: several computers, and resuming on each. */
export const mostOfSitting: RecordedBytes = { packed: 24 * mebibyte, unpacked: 128 * mebibyte };

/** Nobody resumes a sitting more often than this. */
export const mostParts = 30;

/** Whether a sitting that keeps so much has room for another part. */
export const hasRoomFor = (part: RecordedBytes, kept: RecordedBytes & { readonly parts: number }): boolean =>
  kept.parts < mostParts &&
  kept.packed + part.packed <= mostOfSitting.packed &&
  kept.unpacked + part.unpacked <= mostOfSitting.unpacked;
