import { once } from 'node:events';
import {
  Agent,
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** The network faults of a call. */
export const faults = [
  /** It never arrives. */
  'dropRequest',
  /** It is processed, but the response is lost. */
  'dropReply',
  /** It arrives twice concurrently. */
  'twice',
  /** It arrives again, long after the response. */
  'again',
  /** It arrives after later calls. */
  'late',
] as const;
export type Fault = (typeof faults)[number];

/** The percentage of calls per fault. */
const frequency: Record<Fault, number> = { dropRequest: 3, dropReply: 5, twice: 5, again: 4, late: 6 };

export type FaultProxy = {
  readonly port: number;
  readonly counts: Readonly<Record<Fault, number>>;
  /** Stops all faults and waits until no call is in flight. */
  calm(): Promise<void>;
  close(): Promise<void>;
};

type Call = {
  readonly method: string;
  readonly path: string;
  readonly headers: OutgoingHttpHeaders;
  readonly body: Buffer;
  /** Aborted when the client no longer waits; a call that still waits for a connection is not sent then. */
  readonly signal: AbortSignal;
};
type Reply = { readonly status: number; readonly headers: OutgoingHttpHeaders; readonly body: Buffer };

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of message) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** A proxy between candidates and the server that injects network faults. */
export async function openFaultProxy(upstreamPort: number, chance: () => number): Promise<FaultProxy> {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const counts: Record<Fault, number> = { dropRequest: 0, dropReply: 0, twice: 0, again: 0, late: 0 };
  const inFlight = new Set<Promise<unknown>>();
  let isPaused = false;

  const choose = (): Fault | undefined => {
    if (isPaused) return undefined;
    let drawn = chance() * 100;
    for (const fault of faults) {
      drawn -= frequency[fault];
      if (drawn < 0) {
        counts[fault] += 1;
        return fault;
      }
    }
    return undefined;
  };

  const forward = (call: Call): Promise<Reply> =>
    new Promise((resolve, reject) => {
      const { method, path, headers, body, signal } = call;
      const sent = request(
        { agent, host: '127.0.0.1', port: upstreamPort, method, path, headers, signal },
        (response) => {
          bodyOf(response).then(
            (text) => resolve({ status: response.statusCode ?? 502, headers: response.headers, body: text }),
            reject,
          );
        },
      );
      sent.once('error', reject);
      sent.end(body);
    });

  const treated = async (call: Call): Promise<Reply | undefined> => {
    switch (choose()) {
      case 'dropRequest':
        return undefined;
      case 'dropReply':
        await forward(call);
        return undefined;
      case 'twice':
        return Promise.any([forward(call), forward(call)]);
      case 'again': {
        const reply = await forward(call);
        track(pause(100 + chance() * 1500).then(() => forward(call)));
        return reply;
      }
      case 'late':
        await pause(50 + chance() * 650);
        return forward(call);
      default:
        return forward(call);
    }
  };
  const track = (work: Promise<unknown>) => {
    const settled = work.catch(() => undefined);
    inFlight.add(settled);
    void settled.then(() => inFlight.delete(settled));
  };

  const serve = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const { method = 'GET', url = '/', headers } = incoming;
    const { connection: _, 'transfer-encoding': __, host: ___, ...forwarded } = headers;
    const body = await bodyOf(incoming);
    const client = new AbortController();
    outgoing.once('close', () => outgoing.writableEnded || client.abort());
    const reply = await treated({
      method,
      path: url,
      headers: forwarded,
      body,
      signal: client.signal,
    }).catch(() => undefined);
    if (!reply) return void incoming.socket.destroy();
    const { connection: ____, 'transfer-encoding': _____, ...replyHeaders } = reply.headers;
    outgoing.writeHead(reply.status, replyHeaders).end(reply.body);
  };
  const server = createServer((incoming, outgoing) => {
    track(serve(incoming, outgoing).catch(() => incoming.socket.destroy()));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    counts,
    calm: async () => {
      isPaused = true;
      while (inFlight.size > 0) await Promise.all(inFlight);
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      agent.destroy();
    },
  };
}
