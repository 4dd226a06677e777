import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A proxy to a database. While it is cut, nothing listens at its address. */
export type CutDatabase = {
  readonly url: string;
  cut(): Promise<void>;
  /** Passes nothing on and accepts nothing more, without closing: like a machine that lost its power. */
  silence(): void;
  /** Passes new connections on again; the silent ones stay silent. */
  accept(): void;
  restore(): Promise<void>;
  close(): Promise<void>;
};

export async function cutDatabase(databaseUrl: string): Promise<CutDatabase> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let server: Server | undefined;
  let isSilent = false;

  const open = async (port: number): Promise<number> => {
    server = createServer((near) => {
      if (isSilent) {
        sockets.add(near);
        near.on('error', () => {});
        return;
      }
      const far = connect(Number(target.port), target.hostname);
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const) {
        sockets.add(one);
        one.pipe(other);
        one.on('error', () => {});
        one.on('close', () => {
          sockets.delete(one);
          other.destroy();
        });
      }
    });
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };
  const silence = () => {
    isSilent = true;
    for (const socket of sockets) socket.unpipe().pause();
  };
  const cut = async () => {
    isSilent = false;
    const closing = server;
    server = undefined;
    for (const socket of sockets) socket.destroy();
    if (closing) await new Promise((resolve) => closing.close(resolve));
  };

  const port = await open(0);
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${port}`;
  const accept = () => {
    isSilent = false;
  };
  return { url: url.href, cut, silence, accept, restore: async () => void (await open(port)), close: cut };
}
