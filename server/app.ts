import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import multipart from '@fastify/multipart';
import fastify, { type FastifyInstance, LogController } from 'fastify';
import { type Workload, workloadOf, workloads } from '#contract/call.ts';
import { crudRoutes } from './crud/routes.ts';
import { accountRoutes } from './features/accounts/routes.ts';
import { administrationRoutes } from './features/administration/routes.ts';
import { appointmentRoutes } from './features/appointments/routes.ts';
import { contestationRoutes } from './features/contestations/routes.ts';
import { customExamRoutes } from './features/custom-exams/routes.ts';
import { dashboardRoutes } from './features/dashboard/routes.ts';
import { examPrintRoutes } from './features/exam-print/routes.ts';
import { examResultRoutes } from './features/exam-results/routes.ts';
import { examScheduleRoutes } from './features/exam-schedule/routes.ts';
import { examSessionRoutes } from './features/exam-sessions/routes.ts';
import { examTakingRoutes } from './features/exam-taking/routes.ts';
import { importRoutes, type Uploads } from './features/imports/routes.ts';
import { outageRoutes } from './features/outages/routes.ts';
import { privacyRoutes } from './features/privacy/routes.ts';
import { questionRoutes } from './features/questions/routes.ts';
import { recordingRoutes } from './features/recordings/routes.ts';
import { roomRoutes } from './features/rooms/routes.ts';
import { settingsRoutes } from './features/settings/routes.ts';
import { signInRoutes } from './features/sign-in/routes.ts';
import { statisticsRoutes } from './features/statistics/routes.ts';
import { structureRoutes } from './features/structure/routes.ts';
import { studentRoutes } from './features/students/routes.ts';
import { teacherRoutes } from './features/teachers/routes.ts';
import { templateRoutes } from './features/templates/routes.ts';
import { yearCopyRoutes } from './features/year-copies/routes.ts';
import { fileRoutes, imageRoutes } from './files/routes.ts';
import { wholeFileMemory } from './files/uploaded-file.ts';
import { crudHooks } from './hooks-of-entities.ts';
import { largeBodyMemory } from './http/body-memory.ts';
import { boundBodyTime } from './http/body-time.ts';
import { connectionTimeouts, watchConnections } from './http/connections.ts';
import { handleErrors, refuseUnreadableAddress } from './http/error-responses.ts';
import { serveHealth } from './http/health.ts';
import { readJsonBodies } from './http/json-body.ts';
import { countRequests, loggerOptions, logRequests } from './http/logging.ts';
import { serveOpenApi } from './http/openapi.ts';
import { sendPageVersion } from './http/page-version.ts';
import { type RouteContext, register } from './http/register.ts';
import type { Route } from './http/route.ts';
import { parseWithContract } from './http/schemas.ts';
import { sendSecurityHeaders } from './http/security-headers.ts';
import { noteServedRoutes } from './http/served-routes.ts';
import { stoppingOf } from './http/stopping.ts';
import { refuseUnreadableRequest, refuseUnusualRequests } from './http/unreadable-requests.ts';
import { serveWeb } from './http/web-files.ts';
import { openTurns } from './http/workload-turns.ts';
import { type ServerParts, type Services, servicesFor } from './services.ts';

/** Composes the server: hooks for every request, the calls, the API document, the web application. */
export async function buildApp(parts: ServerParts): Promise<FastifyInstance> {
  const { process } = parts;
  const app = fastify({
    logger: loggerOptions(process),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    ...(process.TRUSTED_PROXIES > 0 && {
      trustProxy: proxiesInFront(process.TRUSTED_PROXIES),
    }),
    forceCloseConnections: 'idle',
    ...connectionTimeouts(process),
    clientErrorHandler: refuseUnreadableRequest,
    frameworkErrors: (_error, _request, reply) => refuseUnreadableAddress(reply),
    // The spec writes some calls with a trailing slash and some without.
    routerOptions: { ignoreTrailingSlash: true },
  });
  const connections = watchConnections(app, process);
  noteServedRoutes(app);
  const stopping = stoppingOf(app);
  refuseUnusualRequests(app);
  boundBodyTime(app, process);
  app.decorateRequest('caller', undefined);
  app.decorateRequest('confirmCaller', async () => {});
  parts.settings.reportTo(app.log);
  readJsonBodies(app);
  parseWithContract(app, process);
  handleErrors(app);
  logRequests(app, process);
  countRequests(app, parts.metrics);

  sendSecurityHeaders(app, process);
  await sendPageVersion(app, parts);
  await serveOpenApi(app, parts);
  await app.register(compress, { global: true, globalDecompression: false, threshold: 1024 });
  await app.register(multipart, { throwFileSizeLimit: true });

  await app.register(async (api) => {
    const turns = openTurns(parts);
    const memory = largeBodyMemory();
    const uploads: Uploads = { memory: wholeFileMemory(), stopping };
    const serving = (workload: Workload): RouteContext => ({
      services: servicesFor(parts, workload),
      authenticating: servicesFor(parts, isOfStaff(workload) ? 'student' : workload),
      turns,
      memory,
    });
    for (const [route, from] of routesByWorkload(serving, routesOf(uploads))) register(api, from, route);
    for (const [route, from] of routesByWorkload(serving, imageRoutes)) register(api, from, route, '');
  });
  serveHealth(app, parts, connections);
  await serveWeb(app, parts);
  return app;
}

/** All routes, on the connections of one workload. */
const routesOf =
  (uploads: Uploads) =>
  (services: Services): readonly Route[] => {
    const own = featureRoutes(services, uploads);
    return [...own, ...crudRoutes(services, crudHooks).filter((generic) => !own.some(isSameCall(generic)))];
  };

/** Generic calls that a feature handles itself are left out. */
const isSameCall =
  ({ call }: Route) =>
  (other: Route) =>
    other.call.method === call.method && other.call.path === call.path;

const featureRoutes = (services: Services, uploads: Uploads): readonly Route[] => [
  ...signInRoutes(services),
  ...accountRoutes(services),
  ...administrationRoutes(services),
  ...outageRoutes(services),
  ...dashboardRoutes(services),
  ...settingsRoutes(services),
  ...privacyRoutes(services),
  ...questionRoutes(services),
  ...examTakingRoutes(services),
  ...examResultRoutes(services),
  ...appointmentRoutes(services),
  ...examScheduleRoutes(services),
  ...roomRoutes(services),
  ...recordingRoutes(services),
  ...importRoutes(services, uploads),
  ...fileRoutes(services, uploads.memory),
  ...imageRoutes(services),
  ...statisticsRoutes(services),
  ...structureRoutes(services),
  ...contestationRoutes(services),
  ...customExamRoutes(services),
  ...studentRoutes(services),
  ...teacherRoutes(services, crudHooks),
  ...examSessionRoutes(services, crudHooks),
  ...yearCopyRoutes(services),
  ...templateRoutes(services),
  ...examPrintRoutes(services),
];

/** Their callers are authenticated on connections that no slow statement occupies. */
const isOfStaff = (workload: Workload) => ['list', 'export', 'office'].includes(workload);

/** Builds the routes once per workload and picks each from its call's workload. */
function routesByWorkload(
  serving: (workload: Workload) => RouteContext,
  routes: (services: Services) => readonly Route[],
): [Route, RouteContext][] {
  const made = workloads.map((workload) => {
    const from = serving(workload);
    return [workload, { from, routes: routes(from.services) }] as const;
  });
  const of = Object.fromEntries(made) as Record<Workload, (typeof made)[number][1]>;
  return of.office.routes.map(({ call }, index) => {
    const own = of[workloadOf(call)];
    return [own.routes[index] as Route, own.from];
  });
}

/** Trusts exactly the configured number of proxy hops. */
const proxiesInFront = (count: number) => (_address: string, hop: number) => hop < count;
