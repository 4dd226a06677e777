import { useQuery } from '@tanstack/react-query';
import type { imageLinks } from '#contract/images.ts';
import type { recordingOutline } from '#contract/recordings.ts';
import { api, call } from '#web/api/client.ts';
import type { ReplayedEvent } from './replayer.ts';

export const useRecordingOutline = (fileName: string) =>
  useQuery({
    queryKey: ['recordings', fileName],
    queryFn: ({ signal }) =>
      call<typeof recordingOutline>('GET recordings/:fileName/outline', {
        params: { fileName },
        signal,
        handled: true,
      }),
    staleTime: Number.POSITIVE_INFINITY,
  });

const imagePattern = /\/img\/\w+\/([0-9a-f-]{36})\?e=\d+&(?:amp;)?s=[\w-]+/g;

export type LoadedPieces = { readonly events: readonly ReplayedEvent[]; readonly missingImages: boolean };

/** Recorded image addresses have expired; images the user may see get new ones. */
async function withImages(text: string): Promise<{ readonly text: string; readonly missingImages: boolean }> {
  const names = [...new Set([...text.matchAll(imagePattern)].map(([, name = '']) => name))].slice(0, 200);
  if (names.length === 0) return { text, missingImages: false };
  const { links } = await call<typeof imageLinks>('GET imageLinks', {
    query: { names: names.join() },
    handled: true,
  }).catch(() => ({ links: {} as Record<string, string> }));
  return {
    text: text.replaceAll(imagePattern, (old, name: string) => links[name] ?? old),
    missingImages: names.some((name) => links[name] === undefined),
  };
}

/** The events of some pieces of a part, in order. */
export async function fetchPieces(fileName: string, pieces: readonly number[]): Promise<LoadedPieces> {
  const loaded = await Promise.all(
    pieces.map((piece) =>
      api.get<readonly ReplayedEvent[]>(`recordings/${encodeURIComponent(fileName)}`, {
        query: { piece },
        handled: true,
      }),
    ),
  );
  const events = loaded.flatMap(({ data }) => data);
  const { text, missingImages } = await withImages(JSON.stringify(events));
  return { events: missingImages || text.includes('/img/') ? JSON.parse(text) : events, missingImages };
}
