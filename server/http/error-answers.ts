import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ErrorBody } from '#contract/error-body.ts';
import { type ErrorCode, type ErrorKind, errors, Refusal } from '#domain/errors.ts';
import { isConnectionLoss } from '#server/db/connection-loss.ts';
import { refusalOfConstraint } from '#server/db/constraint-refusals.ts';

const statuses: Record<ErrorKind, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  missing: 404,
  conflict: 409,
  tooLarge: 413,
  throttled: 429,
  failed: 500,
  unavailable: 503,
};

export const statusOf = (code: ErrorCode): number => statuses[errors[code].kind];

function bodyOf(refusal: Refusal): ErrorBody {
  const body = { error: refusal.code, params: { ...refusal.params } };
  return refusal.problems.length === 0
    ? body
    : { ...body, errors: refusal.problems.map((problem) => ({ ...problem, params: { ...problem.params } })) };
}

type Thrown = { readonly statusCode?: number };

/** What Fastify itself refuses (bad JSON, too large, unknown media type) has a client status; the rest is our defect. */
function refusalOfRequest(thrown: Thrown): Refusal | undefined {
  if (thrown.statusCode === 413) return new Refusal('request.tooLarge', {});
  if (thrown.statusCode !== undefined && thrown.statusCode >= 400 && thrown.statusCode < 500)
    return new Refusal('request.malformed', {});
  return undefined;
}

function refusalOf(thrown: unknown): Refusal | undefined {
  if (thrown instanceof Refusal) return thrown;
  if (isConnectionLoss(thrown)) return new Refusal('server.unavailable', {});
  return refusalOfConstraint(thrown) ?? refusalOfRequest(thrown as Thrown);
}

const answer = (reply: FastifyReply, refusal: Refusal) =>
  reply.code(statusOf(refusal.code)).header('cache-control', 'no-store').send(bodyOf(refusal));

/** What is refused before any route is found: an address that cannot be read. */
export function answerUnreadableAddress(reply: FastifyReply): void {
  void answer(
    reply.type('application/json').serializer(JSON.stringify),
    new Refusal('request.malformed', {}),
  );
}

/** Turns whatever is thrown into a body with a code; the server never sends prose, and a defect is logged. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((thrown, request, reply) => {
    const refusal = refusalOf(thrown);
    const defect = refusal ? refusal.cause : thrown;
    if (defect !== undefined && !isConnectionLoss(defect))
      request.log.error({ err: defect }, 'the request failed');
    return answer(reply, refusal ?? new Refusal('server.failed', {}));
  });
}
