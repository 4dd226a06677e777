import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { ProcessSettings } from '#server/process-settings.ts';
import { answerUnreadableRequest } from './unreadable-requests.ts';

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Gives a body a time in all, from the end of its headers, however steadily it drips. An upload has the time of a whole
 * request instead (see `connectionTimeouts`): a large file over a slow line is welcome.
 */
export function boundBodyTime(app: FastifyInstance, { BODY_SECONDS }: ProcessSettings): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request;
    if (hasBody(raw) && !request.routeOptions.config?.call?.upload) {
      const timer = setTimeout(() => {
        if (raw.complete) return;
        // Nothing can follow a response that was sent before the body came.
        if (reply.raw.headersSent) raw.destroy();
        else answerUnreadableRequest({ code: 'ERR_HTTP_REQUEST_TIMEOUT' }, raw.socket);
      }, BODY_SECONDS * 1000).unref();
      for (const over of ['end', 'close']) raw.once(over, () => clearTimeout(timer));
    }
    done();
  });
}
