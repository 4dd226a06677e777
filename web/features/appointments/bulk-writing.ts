import type { BulkResult } from '#contract/office-appointments.ts';
import type { BulkBody } from './appointment-calls.ts';

/** Students booked per request: short transactions do not block students who book at the same time. */
const batchSize = 250;

/** Parses pasted registration numbers, separated by lines, spaces, commas or semicolons. */
export const matricolsIn = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\s,;]+/)
      .map((one) => one.replaceAll('"', '').trim())
      .filter((one) => one !== ''),
  ),
];

/** The requests that write a preview: each names the places of some students, so that all together write what was shown. */
export function batchesOf(body: BulkBody, { placed }: BulkResult, size = batchSize): readonly BulkBody[] {
  const batches: BulkBody[] = [];
  for (let from = 0; from < placed.length; from += size) {
    const part = placed.slice(from, from + size);
    const matricols = part.map(({ matricol }) => matricol);
    batches.push({
      ...body,
      matricols,
      accessibleMatricols: (body.accessibleMatricols ?? []).filter((one) => matricols.includes(one)),
      places: part.map(({ matricol, examRoomSlotId, examRow, seatNumber }) => ({
        matricol,
        examRoomSlotId,
        examRow,
        seatNumber,
      })),
    });
  }
  return batches;
}

/** The request without those who have their seat by now. */
export const without = (body: BulkBody, seated: readonly string[]): BulkBody => {
  const left = (matricols: readonly string[]) => matricols.filter((one) => !seated.includes(one));
  return {
    ...body,
    matricols: left(body.matricols),
    accessibleMatricols: left(body.accessibleMatricols ?? []),
  };
};
