import type { FastifyInstance, FastifyReply } from 'fastify';
import { type Call, isThrottled, workloadOf } from '#contract/call.ts';
import type { ErrorBody } from '#contract/error-body.ts';
import {
  type ErrorCode,
  type ErrorKind,
  type ErrorParams,
  errors,
  type FieldProblem,
  maxProblems,
  Refusal,
} from '#domain/errors.ts';
import { isConnectionLoss, isOutOfService } from '#server/db/connection-loss.ts';
import { refusalOfConstraint } from '#server/db/constraint-refusals.ts';
import { PoolBusy } from '#server/db/pool.ts';
import { tooMany } from './concurrency-limiter.ts';

const statuses: Record<ErrorKind, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  missing: 404,
  stalled: 408,
  conflict: 409,
  tooLarge: 413,
  throttled: 429,
  failed: 500,
  unavailable: 503,
};

export const statusOf = (code: ErrorCode): number => statuses[errors[code].kind];

/**
 * Limits how much input an error echoes: paths and parameters are truncated, and problems are listed while they fit.
 */
const maxCharacters = 200;
const maxProblemBytes = 12 * 1024;

const shortened = (params: ErrorParams): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.slice(0, maxCharacters) : value,
    ]),
  );

function problemsThatFit(problems: readonly FieldProblem[]): NonNullable<ErrorBody['errors']> {
  const fitting: NonNullable<ErrorBody['errors']> = [];
  let bytes = 0;
  for (const { path, error, params } of problems.slice(0, maxProblems)) {
    const named = { path: path.slice(0, maxCharacters), error, params: shortened(params) };
    bytes += Buffer.byteLength(JSON.stringify(named));
    if (bytes > maxProblemBytes) break;
    fitting.push(named);
  }
  return fitting;
}

function refusalBodyOf(refusal: Refusal): ErrorBody {
  const body = { error: refusal.code, params: shortened(refusal.params) };
  return refusal.problems.length === 0 ? body : { ...body, errors: problemsThatFit(refusal.problems) };
}

type HttpError = { readonly statusCode?: number };

/**
 * Errors thrown by Fastify (bad JSON, too large, unknown media type) have a client status; anything else is our bug.
 */
function refusalOfRequest(thrown: HttpError): Refusal | undefined {
  if (thrown.statusCode === 413) return new Refusal('request.tooLarge', {});
  if (thrown.statusCode !== undefined && thrown.statusCode >= 400 && thrown.statusCode < 500)
    return new Refusal('request.malformed', {});
  return undefined;
}

const withCause = (refusal: Refusal, cause: unknown) => Object.assign(refusal, { cause });

/** Whether the database cancelled the statement because it exceeded the time limit of its workload. */
const isCancelled = (thrown: unknown) => (thrown as { code?: unknown } | undefined)?.code === '57014';

/** A slow list can be narrowed. For sign-in and exams the database counts as unavailable, and the page retries. */
const refusalOfCancelled = (call: Call | undefined) =>
  new Refusal(call && !isThrottled(workloadOf(call)) ? 'server.unavailable' : 'request.tooSlow', {});

function refusalOf(thrown: unknown, call: Call | undefined): Refusal | undefined {
  if (thrown instanceof Refusal) return thrown;
  if (thrown instanceof PoolBusy) return tooMany();
  if (isCancelled(thrown)) return refusalOfCancelled(call);
  if (isConnectionLoss(thrown)) return new Refusal('server.unavailable', {});
  if (isOutOfService(thrown)) return withCause(new Refusal('server.unavailable', {}), thrown);
  return refusalOfConstraint(thrown) ?? refusalOfRequest(thrown as HttpError);
}

const send = (reply: FastifyReply, refusal: Refusal) =>
  reply.code(statusOf(refusal.code)).header('cache-control', 'no-store').send(refusalBodyOf(refusal));

/** Answers a request whose URL cannot be parsed, before routing. */
export function refuseUnreadableAddress(reply: FastifyReply): void {
  void send(reply.type('application/json').serializer(JSON.stringify), new Refusal('request.malformed', {}));
}

/** Turns every thrown error into a body with a code, never prose. Logs bugs. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((thrown, request, reply) => {
    const refusal = refusalOf(thrown, request.routeOptions.config?.call);
    const defect = refusal ? refusal.cause : thrown;
    if (defect !== undefined && !isConnectionLoss(defect))
      request.log.error({ err: defect }, 'the request failed');
    return send(reply, refusal ?? new Refusal('server.failed', {}));
  });
}
