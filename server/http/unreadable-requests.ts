import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { ErrorCode } from '#domain/errors.ts';
import { refuse } from '#domain/errors.ts';
import { closeGradually } from './close-gradually.ts';

const timedOut = 'ERR_HTTP_REQUEST_TIMEOUT';

const refusals: Readonly<Record<string, readonly [status: string, error: ErrorCode]>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'request.tooLarge'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ['413 Payload Too Large', 'request.tooLarge'],
  [timedOut]: ['408 Request Timeout', 'request.stalled'],
};
const fallback = ['400 Bad Request', 'request.malformed'] as const;

/** The raw response sent on a connection with an unreadable request before it is closed. */
function responseOf(code: string | undefined): string {
  const [status, error] = refusals[code ?? ''] ?? fallback;
  const body = JSON.stringify({ error, params: {} });
  const headers = [
    'connection: close',
    'cache-control: no-store',
    'content-type: application/json; charset=utf-8',
    'x-content-type-options: nosniff',
    `content-length: ${Buffer.byteLength(body)}`,
  ];
  return `HTTP/1.1 ${status}\r\n${headers.join('\r\n')}\r\n\r\n${body}`;
}

function refuseAndClose(socket: Socket, code: string | undefined): void {
  if (socket.destroyed) return;
  if (socket.writable) socket.write(responseOf(code));
  socket.destroy();
}

/** Answers a request that did not arrive in time, in the standard error format. */
export const refuseStalledRequest = (socket: Socket): void => refuseAndClose(socket, timedOut);

/** Answers a request that Node could not parse, or whose headers did not arrive in time, in the standard error format. */
export function refuseUnreadableRequest({ code }: { readonly code?: string }, socket: Socket): void {
  if (code === 'ECONNRESET') return;
  if (code === timedOut) closeGradually(() => refuseStalledRequest(socket));
  else refuseAndClose(socket, code);
}

/** How long the client may read the response before its connection is closed. */
const lingerMilliseconds = 500;
const lingering = new WeakSet<Socket>();

/**
 * Answers a request whose body arrives too slowly. Closing at once would reset the connection under what still arrives, which a proxy
 * takes for a failure of the server: nothing more is read, and the connection is closed a moment after the response.
 */
export function refuseSlowRequest(socket: Socket): void {
  // Answered already: it is closed by then.
  if (lingering.has(socket)) return;
  lingering.add(socket);
  socket.pause();
  if (socket.writable) socket.end(responseOf(timedOut));
  const timer = setTimeout(() => socket.destroy(), lingerMilliseconds).unref();
  socket.once('close', () => clearTimeout(timer));
}

/** Refuses requests that Node would answer without an error code: a missing host or an unsupported expectation. */
export function refuseUnusualRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { host, expect } = request.headers;
    const hostMissing = host === undefined && request.raw.httpVersion === '1.1';
    if (hostMissing || (expect !== undefined && !/^100-continue$/i.test(expect))) refuse('request.malformed');
    done();
  });
  app.server.on('checkExpectation', (request, response) => app.routing(request, response));
}
