import { useQuery } from '@tanstack/react-query';
import type { ChildListOf } from '#contract/crud-calls.ts';
import type { room, roomSlot } from '#contract/entities/room.ts';
import { callList } from './client.ts';

/** The hours of a room as options. The cache holds the rows of the call, as it does for every screen. */
export const useRoomSlots = (roomId: number | null | undefined) =>
  useQuery({
    queryKey: ['examrooms', roomId ?? null, 'slots'],
    enabled: typeof roomId === 'number',
    queryFn: async ({ signal }) =>
      (
        await callList<ChildListOf<typeof room, typeof roomSlot>>('GET examrooms/:id/examroomslots', {
          params: { id: roomId ?? 0 },
          query: { take: 500, sort: 'startHour' },
          signal,
          handled: true,
        })
      ).data,
    select: (rows) =>
      rows.map(({ id, startHour, endHour }) => ({
        value: id,
        label: `${startHour.slice(0, 5)}–${endHour.slice(0, 5)}`,
      })),
  });
