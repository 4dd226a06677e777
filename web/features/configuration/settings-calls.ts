import { useQuery, useQueryClient } from '@tanstack/react-query';
import type {
  changeSettings,
  readSettings,
  Settings,
  SettingsChange,
  testDirectory,
  testMail,
} from '#contract/settings.ts';
import { call } from '#web/api/client.ts';

const key = ['settings'] as const;
const read = () => call<typeof readSettings>('GET settings', { handled: true });

export const useSettings = () =>
  useQuery({
    queryKey: key,
    queryFn: read,
    retry: false,
    // Never refetch under a form that is being edited.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

export function useSettingsWriter() {
  const queries = useQueryClient();
  const cache = (settings: Settings) => {
    queries.setQueryData(key, settings);
    return settings;
  };
  return {
    readAgain: async () => cache(await read()),
    save: async (body: SettingsChange) =>
      cache(await call<typeof changeSettings>('PUT settings', { body, handled: true })),
  };
}

export const sendTestMail = () => call<typeof testMail>('POST settings/testMail', { handled: true });
export const tryDirectory = () =>
  call<typeof testDirectory>('POST settings/testDirectory', { handled: true });
