import type { imageLinks } from '#contract/images.ts';
import { call } from '#web/api/client.ts';
import type { ImageAddress } from '#web/base/image-addresses.ts';
import { createStore, type Store } from '#web/base/store.ts';

export type ImageCache = {
  readonly found: Store<ReadonlyMap<string, ImageAddress>>;
  /** Fetches missing images, in this order. */
  readonly want: (names: readonly string[]) => void;
  /** Retries failed images. */
  readonly retry: () => void;
  readonly close: () => void;
};

/** The limits of names per request and of parallel downloads. */
const maxNames = 200;
const maxParallel = 3;
/** Questions arrive one by one; their images are requested in batches. */
const gather = 30;

/** A slower image is aborted and requested again. */
const imageTimeout = 60_000;

async function bytesOf(address: string): Promise<Blob> {
  // On a shared computer no part of an exam stays in the browser's cache.
  const response = await fetch(address, { cache: 'no-store', signal: AbortSignal.timeout(imageTimeout) });
  if (!response.ok) throw new Error(`an image was answered with ${response.status}`);
  return response.blob();
}

/**
 * The images of an exam, prefetched and held in memory: their addresses expire, and the connection may be down when a
 * question is reached.
 */
export function createImageCache(): ImageCache {
  const found = createStore<ReadonlyMap<string, ImageAddress>>(new Map());
  const held: string[] = [];
  let requested = new Set<string>();
  let unknown: string[] = [];
  let ready: { readonly name: string; readonly address: string }[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let inFlight = 0;
  let isClosed = false;

  const set = (name: string, address: ImageAddress) => found.set(new Map(found.get()).set(name, address));
  const forget = (names: readonly string[]) => {
    requested = new Set([...requested].filter((name) => !names.includes(name)));
  };

  async function fetchOne({ name, address }: { readonly name: string; readonly address: string }) {
    const image = await bytesOf(address).catch(() => undefined);
    if (isClosed) return;
    if (!image) return forget([name]);
    const local = URL.createObjectURL(image);
    held.push(local);
    set(name, { state: 'ready', address: local });
  }

  function fetchNext(): void {
    while (inFlight < maxParallel && ready.length > 0 && !isClosed) {
      const next = ready.shift();
      if (!next) return;
      inFlight += 1;
      void fetchOne(next).finally(() => {
        inFlight -= 1;
        fetchNext();
      });
    }
  }

  async function requestLinks(): Promise<void> {
    timer = undefined;
    const names = unknown.splice(0, maxNames);
    if (names.length === 0) return;
    try {
      const query = { names: names.join() };
      const { links } = await call<typeof imageLinks>('GET imageLinks', { query, handled: 'entirely' });
      for (const name of names) {
        const address = links[name];
        if (address === undefined) set(name, { state: 'missing' });
        else ready.push({ name, address });
      }
    } catch {
      forget(names);
    }
    fetchNext();
    if (unknown.length > 0) void requestLinks();
  }

  const request = (names: readonly string[]) => {
    const fresh = names.filter((name) => !requested.has(name) && !isClosed);
    if (fresh.length === 0) return;
    requested = new Set([...requested, ...fresh]);
    unknown = [...unknown, ...fresh];
    for (const name of fresh) if (!found.get().has(name)) set(name, { state: 'waiting' });
    timer ??= setTimeout(() => void requestLinks(), gather);
  };

  return {
    found,
    want: request,
    retry: () =>
      request([...found.get()].filter(([, address]) => address.state === 'waiting').map(([name]) => name)),
    close: () => {
      isClosed = true;
      clearTimeout(timer);
      ready = [];
      for (const address of held) URL.revokeObjectURL(address);
    },
  };
}
