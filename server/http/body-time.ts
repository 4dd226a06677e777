import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { ProcessSettings } from '#server/process-settings.ts';
import { answerUnreadableRequest } from './unreadable-requests.ts';

/** Slower than this no line is that carries an exam. */
const bytesPerSecond = 64 * 1024;
/** How long the rest of a body is read after its response, so that the response arrives before the connection is closed. */
const lingerMilliseconds = 2000;

const lengthOf = ({ headers }: IncomingMessage) => Number(headers['content-length'] ?? 0);
const hasBody = (request: IncomingMessage) =>
  request.headers['transfer-encoding'] !== undefined || lengthOf(request) > 0;

/**
 * Gives a body a time in all, from the end of its headers, however steadily it drips: `BODY_SECONDS`, and longer by the length it
 * says, so that a large file over a slow line is welcome. What is left of a body after its response is not read to its end.
 */
export function boundBodyTime(app: FastifyInstance, { BODY_SECONDS }: ProcessSettings): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request;
    if (!hasBody(raw)) return done();
    const timers = new Set<NodeJS.Timeout>();
    const after = (seconds: number, giveUp: () => void) =>
      timers.add(
        setTimeout(() => {
          if (!raw.complete) giveUp();
        }, seconds * 1000).unref(),
      );
    after(BODY_SECONDS + lengthOf(raw) / bytesPerSecond, () => {
      // Nothing can follow a response that was sent before the body came.
      if (reply.raw.headersSent) raw.destroy();
      else answerUnreadableRequest({ code: 'ERR_HTTP_REQUEST_TIMEOUT' }, raw.socket);
    });
    reply.raw.once('finish', () => after(lingerMilliseconds / 1000, () => raw.destroy()));
    for (const over of ['end', 'close'])
      raw.once(over, () => {
        for (const timer of timers) clearTimeout(timer);
      });
    done();
  });
}
