import { useQuery } from '@tanstack/react-query';
import type { dashboard } from '#contract/dashboard.ts';
import { call } from '#web/api/client.ts';

const minute = 60_000;

/** What is next for the user. The call is closed to a student while their exam runs. */
export const useBoard = (isEnabled = true) =>
  useQuery({
    queryKey: ['dashboard'],
    queryFn: ({ signal }) => call<typeof dashboard>('GET dashboard', { signal, handled: true }),
    enabled: isEnabled,
    staleTime: 0,
    refetchInterval: minute,
  });
