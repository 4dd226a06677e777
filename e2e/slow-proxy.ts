import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

export type SlowProxy = { readonly url: string; close(): Promise<void> };

/**
 * The product behind a slow API: every response of it comes later. Only scripts and styles may be cached, so that what
 * makes a page jump, such as fonts and images, is fetched for every page.
 */
export async function slowProxy(serverUrl: string, milliseconds: number): Promise<SlowProxy> {
  const proxy = createServer(async (incoming, outgoing) => {
    const path = incoming.url ?? '/';
    if (path.startsWith('/api/')) await pause(milliseconds);
    // A connection per request: the server could close one that waits just when it is used.
    const sent = {
      method: incoming.method,
      headers: { ...incoming.headers, connection: 'close' },
      agent: false,
    };
    const onward = request(new URL(path, serverUrl), sent, (response) => {
      const { connection: _, ...headers } = response.headers;
      if (!/\.(js|css)$/.test(path)) headers['cache-control'] = 'no-store';
      outgoing.writeHead(response.statusCode ?? 502, headers);
      response.pipe(outgoing);
    });
    // The page has gone, or the server has.
    onward.on('error', () => outgoing.destroy());
    outgoing.on('close', () => onward.destroy());
    incoming.pipe(onward);
  });
  proxy.keepAliveTimeout = 600_000;
  await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    close: () =>
      new Promise((closed) => {
        proxy.close(() => closed());
        proxy.closeAllConnections();
      }),
  };
}
