import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { ProcessSettings } from '#server/process-settings.ts';
import { closeGradually } from './close-gradually.ts';
import { refuseSlowRequest } from './unreadable-requests.ts';

/** The slowest connection that can still carry an exam. */
export const bodyBytesPerSecond = 64 * 1024;
/** How long to keep reading a body after its response, so the response arrives before the connection is closed. */
const lingerMilliseconds = 2000;

const lengthOf = ({ headers }: IncomingMessage) => Number(headers['content-length'] ?? 0);
const hasBody = (request: IncomingMessage) =>
  request.headers['transfer-encoding'] !== undefined || lengthOf(request) > 0;

/**
 * Limits the total time of a body, measured from the end of its headers: `BODY_SECONDS`, plus an allowance for what has
 * arrived, so a large file over a slow line passes, whatever length it declares. The rest of a body is not read after
 * its response.
 */
export function boundBodyTime(
  app: FastifyInstance,
  { BODY_SECONDS }: Pick<ProcessSettings, 'BODY_SECONDS'>,
): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request;
    if (!hasBody(raw)) return done();
    let timer: NodeJS.Timeout | undefined;
    const after = (seconds: number, giveUp: () => void) => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (!raw.complete) giveUp();
      }, seconds * 1000).unref();
    };
    const began = performance.now();
    const readBefore = raw.socket.bytesRead;
    const giveUpUnlessSteady = () => {
      const allowed = BODY_SECONDS + (raw.socket.bytesRead - readBefore) / bodyBytesPerSecond;
      const left = allowed - (performance.now() - began) / 1000;
      if (left > 0) after(left, giveUpUnlessSteady);
      else closeGradually(giveUp);
    };
    const giveUp = () => {
      if (raw.complete || raw.destroyed) return;
      // The response was already sent, so no error can follow.
      if (reply.raw.headersSent) raw.destroy();
      else refuseSlowRequest(raw.socket);
    };
    after(BODY_SECONDS, giveUpUnlessSteady);
    // A timer keeps its request in memory, so a request whose body has arrived must not leave one behind.
    reply.raw.once('finish', () => {
      if (!raw.complete) after(lingerMilliseconds / 1000, () => raw.destroy());
    });
    raw.once('close', () => clearTimeout(timer));
    done();
  });
}
