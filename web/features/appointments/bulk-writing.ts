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

/** The requests of a booking: students who need an accessible seat first, as in the preview. */
export function batchesOf(body: BulkBody, size = batchSize): readonly BulkBody[] {
  const accessible = new Set(body.accessibleMatricols ?? []);
  const ordered = [
    ...body.matricols.filter((matricol) => accessible.has(matricol)),
    ...body.matricols.filter((matricol) => !accessible.has(matricol)),
  ];
  const batches: BulkBody[] = [];
  for (let from = 0; from < ordered.length; from += size) {
    const matricols = ordered.slice(from, from + size);
    batches.push({
      ...body,
      matricols,
      accessibleMatricols: matricols.filter((matricol) => accessible.has(matricol)),
    });
  }
  return batches;
}

const nothing: BulkResult = { created: 0, placed: [], rooms: [], sameDay: [], failed: [] };

/** The results of several requests as one; a slot that several of them filled is counted once. */
export function merged(results: readonly BulkResult[]): BulkResult {
  return results.reduce((all, one) => {
    const rooms = [...all.rooms];
    for (const room of one.rooms) {
      const at = rooms.findIndex(({ examRoomSlotId }) => examRoomSlotId === room.examRoomSlotId);
      const known = rooms[at];
      if (known) rooms[at] = { ...room, placed: known.placed + room.placed };
      else rooms.push(room);
    }
    return {
      created: all.created + one.created,
      placed: [...all.placed, ...one.placed],
      rooms,
      sameDay: [...all.sameDay, ...one.sameDay],
      failed: [...all.failed, ...one.failed],
    };
  }, nothing);
}
