import { connect, type Socket } from 'node:net';

export type LoadResponse = { readonly status: number; readonly body: string };

type PendingResponse = {
  readonly resolve: (response: LoadResponse) => void;
  readonly reject: (error: Error) => void;
};

/** A minimal HTTP connection that sends one request at a time and reads the response. */
export class Connection {
  readonly #socket: Socket;
  #waiting: PendingResponse | undefined;
  #received = '';

  /** `localAddress` sends from another address of this machine, to look like another network. */
  constructor(port: number, localAddress = '127.0.0.1') {
    this.#socket = connect({ port, host: '127.0.0.1', localAddress, noDelay: true });
    this.#socket.setEncoding('latin1');
    this.#socket.on('data', (text: string) => this.#read(text));
    this.#socket.on('error', (error) => this.#waiting?.reject(error));
    this.#socket.on('close', () => this.#waiting?.reject(new Error('the server closed a connection')));
  }

  get isOpen(): boolean {
    return !this.#socket.destroyed;
  }

  send(request: string): Promise<LoadResponse> {
    return new Promise((resolve, reject) => {
      if (!this.isOpen) return reject(new Error('the server closed a connection'));
      this.#waiting = { resolve, reject };
      this.#socket.write(request, 'latin1');
    });
  }

  close(): void {
    this.#waiting = undefined;
    this.#socket.destroy();
  }

  #read(text: string): void {
    this.#received += text;
    const head = this.#received.indexOf('\r\n\r\n');
    if (head < 0) return;
    const lengthAt = this.#received.indexOf('\r\ncontent-length: ');
    const length =
      lengthAt >= 0 && lengthAt < head ? Number.parseInt(this.#received.slice(lengthAt + 18), 10) : 0;
    if (this.#received.length < head + 4 + length) return;
    const status = Number(this.#received.slice(9, 12));
    const body = this.#received.slice(head + 4, head + 4 + length);
    this.#received = this.#received.slice(head + 4 + length);
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.resolve({ status, body });
  }
}

type HttpCall = {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  /** Absent for public calls. */
  readonly token?: string;
  readonly body?: string;
};

export function requestText({ method, path, token, body }: HttpCall): string {
  const content =
    body === undefined
      ? ''
      : `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`;
  const authorization = token === undefined ? '' : `Authorization: Bearer ${token}\r\n`;
  return `${method} /api/umfst/${path} HTTP/1.1\r\nHost: bench\r\n${authorization}${content}\r\n${body ?? ''}`;
}

export type Load = {
  readonly count: number;
  readonly failed: number;
  readonly perSecond: number;
  /** In milliseconds, unordered. */
  readonly latencies: readonly number[];
};

const summary = (latencies: number[], failed: number, seconds: number): Load => ({
  count: latencies.length,
  failed,
  perSecond: (latencies.length - failed) / seconds,
  latencies,
});

/** Closed loop: each connection sends its next request after the last response. */
export async function closedLoop(
  port: number,
  { connections, seconds, next }: { connections: number; seconds: number; next: () => string },
): Promise<Load> {
  const latencies: number[] = [];
  let failed = 0;
  const began = performance.now();
  const end = began + seconds * 1000;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const connection = new Connection(port);
      while (performance.now() < end) {
        const sent = performance.now();
        const { status } = await connection.send(next());
        latencies.push(performance.now() - sent);
        if (status >= 300) failed += 1;
      }
      connection.close();
    }),
  );
  return summary(latencies, failed, (performance.now() - began) / 1000);
}

export const openConnections = (port: number, count: number): Connection[] =>
  Array.from({ length: count }, () => new Connection(port));

type OpenLoop = {
  readonly requests: readonly string[];
  readonly seconds: number;
  /** How many to open, or open ones to use and leave open. */
  readonly connections: number | Connection[];
};

/** Open loop: requests are due at even times, whatever the responses; latency counts from the due time. */
export async function openLoop(
  port: number,
  { requests, seconds, connections }: OpenLoop,
): Promise<Load & { readonly answers: readonly LoadResponse[] }> {
  const free = typeof connections === 'number' ? openConnections(port, connections) : connections;
  const queue: { readonly request: string; readonly due: number }[] = [];
  const latencies: number[] = [];
  const responses: LoadResponse[] = [];
  let failed = 0;
  const began = performance.now();
  await new Promise<void>((resolve) => {
    let sent = 0;
    const pump = () => {
      while (queue.length > 0 && free.length > 0) {
        const { request, due } = queue.shift() as { request: string; due: number };
        // In turn, so that the server closes none as idle.
        const connection = free.shift() as Connection;
        connection
          .send(request)
          .then((response) => {
            responses.push(response);
            if (response.status >= 300) failed += 1;
            free.push(connection);
          })
          .catch(() => {
            failed += 1;
            free.push(new Connection(port));
          })
          .finally(() => {
            latencies.push(performance.now() - due);
            if (latencies.length === requests.length) resolve();
            else pump();
          });
      }
    };
    const timer = setInterval(() => {
      const elapsed = performance.now() - began;
      while (sent < requests.length && (sent / requests.length) * seconds * 1000 <= elapsed) {
        queue.push({
          request: requests[sent] as string,
          due: began + (sent / requests.length) * seconds * 1000,
        });
        sent += 1;
      }
      if (sent === requests.length) clearInterval(timer);
      pump();
    }, 1);
  });
  if (typeof connections === 'number') for (const connection of free) connection.close();
  return { ...summary(latencies, failed, (performance.now() - began) / 1000), answers: responses };
}
