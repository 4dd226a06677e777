import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import multipart from '@fastify/multipart';
import fastify, { type FastifyInstance, LogController } from 'fastify';
import { crudRoutes } from './crud/routes.ts';
import { examResultRoutes } from './features/exam-results/routes.ts';
import { examTakingRoutes } from './features/exam-taking/routes.ts';
import { importRoutes } from './features/imports/routes.ts';
import { questionRoutes } from './features/questions/routes.ts';
import { recordingRoutes } from './features/recordings/routes.ts';
import { settingsRoutes } from './features/settings/routes.ts';
import { signInRoutes } from './features/sign-in/routes.ts';
import { structureRoutes } from './features/structure/routes.ts';
import { fileRoutes, imageRoutes } from './files/routes.ts';
import { connectionTimeouts, watchConnections } from './http/connections.ts';
import { serveDocument } from './http/document.ts';
import { answerErrors, answerUnreadableAddress } from './http/error-answers.ts';
import { serveHealth } from './http/health.ts';
import { readJsonBodies } from './http/json-body.ts';
import { loggerOptions, logRequests } from './http/logging.ts';
import { register } from './http/register.ts';
import { parseWithContract } from './http/schemas.ts';
import { sendSecurityHeaders } from './http/security-headers.ts';
import { noteServedRoutes } from './http/served-routes.ts';
import { answerUnreadableRequest, refuseUnusualRequests } from './http/unreadable-requests.ts';
import { serveWeb } from './http/web-files.ts';
import { openings } from './openings.ts';
import type { Services } from './services.ts';

/** Composes the server: what every request passes, the calls, the document, the web application. */
export async function buildApp(services: Services): Promise<FastifyInstance> {
  const app = fastify({
    logger: loggerOptions(services.process),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    ...(services.process.TRUSTED_PROXIES > 0 && {
      trustProxy: proxiesInFront(services.process.TRUSTED_PROXIES),
    }),
    forceCloseConnections: 'idle',
    ...connectionTimeouts(services.process),
    clientErrorHandler: answerUnreadableRequest,
    frameworkErrors: (_error, _request, reply) => answerUnreadableAddress(reply),
    // The spec writes some calls with a slash at the end and some without.
    routerOptions: { ignoreTrailingSlash: true },
  });
  const connections = watchConnections(app, services.process);
  noteServedRoutes(app);
  refuseUnusualRequests(app);
  app.decorateRequest('caller', undefined);
  services.settings.reportTo(app.log);
  readJsonBodies(app);
  parseWithContract(app, services.process);
  answerErrors(app);
  logRequests(app, services.process);

  sendSecurityHeaders(app, services.process);
  await app.register(compress, { global: true, globalDecompression: false, threshold: 1024 });
  await app.register(multipart, { throwFileSizeLimit: true });
  await serveDocument(app, services);

  await app.register(async (api) => {
    for (const route of [
      ...signInRoutes(services),
      ...settingsRoutes(services),
      ...questionRoutes(services),
      ...examTakingRoutes(services),
      ...examResultRoutes(services),
      ...recordingRoutes(services),
      ...importRoutes(services),
      ...fileRoutes(services),
      ...imageRoutes(services),
      ...structureRoutes(services),
      ...crudRoutes(services, openings),
    ]) {
      register(api, services, route);
    }
    for (const route of imageRoutes(services)) register(api, services, route, '');
  });
  serveHealth(app, services, connections);
  await serveWeb(app, services);
  return app;
}

/** Trusts as many hops as there are proxies of ours in front, and no further. */
const proxiesInFront = (count: number) => (_address: string, hop: number) => hop < count;
