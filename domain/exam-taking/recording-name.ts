/** A part of a sitting's recording; a resumed sitting has several. */
export type RecordingPart = { readonly groupId: number; readonly part: number };

const largestId = 2_147_483_647;
const pattern = /^(\d{1,10})(?:\.(\d{1,4}))?\.json(?:\.gz)?$/;

/** The first part is named after the sitting only: `12.json`, then `12.2.json` (REC-4). */
export const nameOfPart = ({ groupId, part }: RecordingPart): string =>
  part === 1 ? `${groupId}.json` : `${groupId}.${part}.json`;

/** Parses a file name into the sitting and the part; undefined when it is not a recording's name. */
export function partOfName(name: string): RecordingPart | undefined {
  const match = pattern.exec(name);
  if (!match) return undefined;
  const groupId = Number(match[1]);
  const part = Number(match[2] ?? 1);
  return groupId > 0 && groupId <= largestId && part > 0 ? { groupId, part } : undefined;
}
