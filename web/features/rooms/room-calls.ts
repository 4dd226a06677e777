import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { SentBodyOfCall } from '#contract/call.ts';
import type { generateRoom, MarkedRoomSeat, markRoomSeats, readRoomSeats } from '#contract/rooms.ts';
import { call } from '#web/api/client.ts';
import { crudKey } from '#web/crud/row-calls.ts';

export const useRoomSeats = (id: number) =>
  useQuery({
    queryKey: [crudKey, 'seats', id],
    queryFn: ({ signal }) =>
      call<typeof readRoomSeats>('GET examrooms/:id/seats', { params: { id }, signal, handled: true }),
    staleTime: 0,
  });

/** The calls that change a room beyond its own fields; each one refetches its tables. */
export function useRoomCalls(id: number) {
  const client = useQueryClient();
  const refreshed = async <T>(work: Promise<T>): Promise<T> => {
    const result = await work;
    void client.invalidateQueries({ queryKey: [crudKey] });
    return result;
  };
  return {
    generate: (body: SentBodyOfCall<typeof generateRoom>) =>
      refreshed(
        call<typeof generateRoom>('POST examrooms/:id/generate', { params: { id }, body, handled: true }),
      ),
    /** Writes the marks of the given seats; the others keep theirs. */
    mark: (changed: readonly MarkedRoomSeat[]) =>
      refreshed(
        call<typeof markRoomSeats>('PUT examrooms/:id/seats', {
          params: { id },
          body: { marks: [...changed] },
          handled: true,
        }),
      ),
  };
}
