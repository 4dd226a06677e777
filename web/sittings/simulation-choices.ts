import { useQuery } from '@tanstack/react-query';
import type { simulationChoices } from '#contract/practice.ts';
import { call } from '#web/api/client.ts';

/** What the student may simulate now. */
export const useSimulationChoices = (isEnabled = true) =>
  useQuery({
    queryKey: ['simulationChoices'],
    staleTime: 0,
    enabled: isEnabled,
    queryFn: ({ signal }) =>
      call<typeof simulationChoices>('GET simulationChoices', { signal, handled: true }),
  });
