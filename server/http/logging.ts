import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import type { ProcessMetrics } from '#server/metrics/process-metrics.ts';
import type { ProcessSettings } from '#server/process-settings.ts';

/** The fields that identify a database error, in the spellings of both drivers. */
const namingFields: Readonly<Record<string, readonly string[]>> = {
  code: ['code'],
  constraint: ['constraint', 'constraint_name'],
  table: ['table', 'table_name'],
  routine: ['routine'],
};

const isFromDatabase = (error: object) => 'severity' in error || 'routine' in error;

/** The stack without the message, which may span several lines and contain anything. */
function framesOf({ stack = '', message }: Error): string {
  const lines = stack.split('\n').slice(String(message).split('\n').length);
  return lines.filter((line) => /^\s+at [^\n]+$/.test(line)).join('\n');
}

/** Removes e-mail addresses and numbers as long as personal ids from a message. */
const withoutPersonalData = (text: string) =>
  text.replaceAll(/\d{6,}/g, '#').replaceAll(/[^\s@"'(<]{1,64}@[^\s"')>]+/g, '@');

type LoggedError = { readonly type: string; readonly message: string; readonly stack: string } & Record<
  string,
  string
>;

/**
 * The loggable part of an error. The message and details of a database error contain row values, so only the fields
 * that identify the error are kept.
 */
export function loggedError(error: Error): LoggedError {
  const type = error.name;
  if (!isFromDatabase(error))
    return {
      type,
      message: withoutPersonalData(error.message),
      stack: framesOf(error),
      ...('code' in error && { code: String(error.code) }),
    };
  const fields = error as unknown as Readonly<Record<string, unknown>>;
  const named = Object.entries(namingFields).flatMap(([name, spellings]) => {
    const value = spellings.map((spelling) => fields[spelling]).find((given) => typeof given === 'string');
    return value === undefined ? [] : [[name, String(value)] as const];
  });
  return { type, message: 'database error', ...Object.fromEntries(named), stack: framesOf(error) };
}

/** Structured log lines without personal data: no addresses, bodies, query strings or tokens. */
export function loggerOptions(settings: ProcessSettings): NonNullable<FastifyServerOptions['logger']> {
  return {
    level: settings.LOG_LEVEL,
    base: { pid: process.pid },
    serializers: {
      req: (request) => ({ method: request.method, route: request.routeOptions?.url }),
      res: (reply) => ({ status: reply.statusCode }),
      err: (error) => loggedError(error instanceof Error ? error : new Error('thrown without an error')),
    },
  };
}
/** Counts responses by route and status. */
export function countRequests(app: FastifyInstance, metrics: ProcessMetrics | undefined): void {
  if (!metrics) return;
  app.addHook('onResponse', (request, reply, done) => {
    metrics.noteRequest(request.method, request.routeOptions.url ?? '(none)', reply.statusCode);
    done();
  });
}

/** Logs one line per response: route, status, duration, and the caller by id only. */
export function logRequests(app: FastifyInstance, { LOG_LEVEL }: ProcessSettings): void {
  if (!['info', 'debug', 'trace'].includes(LOG_LEVEL)) return;
  app.addHook('onResponse', (request, reply, done) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        user: request.caller?.actor.userId,
      },
      'answered',
    );
    done();
  });
}
