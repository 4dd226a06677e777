import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { bodyLimitOf, type Call, isThrottled, workloadOf } from '#contract/call.ts';
import { errorBody } from '#contract/error-body.ts';
import { may } from '#domain/access/permissions.ts';
import { refuse } from '#domain/errors.ts';
import { isUrgent, type Rush } from '#server/rush.ts';
import type { Services } from '#server/services.ts';
import { authenticate, authenticateByToken } from './authentication.ts';
import { boundBodyMemory } from './body-memory.ts';
import { noteSignedIn } from './connections.ts';
import { statusOf } from './error-responses.ts';
import { type FileResponse, sendFile } from './file-response.ts';
import type { MemoryBudget } from './memory-budget.ts';
import { PreserializedResponse } from './preserialized-response.ts';
import type { Input, Page, Route, SignedIn } from './route.ts';
import { isStrict, responseText } from './schemas.ts';
import { refuseOtherInRequest, refuseWhileSitting } from './while-sitting.ts';
import { type Turns, turnFor } from './workload-turns.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: SignedIn | undefined;
    /** Authenticates and authorizes the caller again if the body arrived after the first check. */
    confirmCaller: () => Promise<void>;
  }
  interface FastifyContextConfig {
    /** The call that a route serves, so tests and the access walk can list the calls of the running server. */
    call?: Call;
  }
}

/** The refusals of a call by status, for the OpenAPI document, including those that all calls share. */
function refusalSchemas(call: Call) {
  const shared =
    call.access === 'public'
      ? (['validation.failed'] as const)
      : (['validation.failed', 'auth.expired', 'auth.forbidden'] as const);
  const whileSitting =
    call.access === 'public' || call.whileSitting === 'always' ? [] : (['exam.sitting'] as const);
  const throttled = isThrottled(workloadOf(call)) ? (['request.tooMany', 'request.tooSlow'] as const) : [];
  const statuses = new Set([...shared, ...whileSitting, ...throttled, ...call.refusals].map(statusOf));
  return Object.fromEntries([...statuses].map((status) => [status, errorBody]));
}

/** A file in the OpenAPI document; its content is not described. */
function fileSchema(types: readonly string[]) {
  const content = z.string().meta({ format: 'binary' });
  return { content: Object.fromEntries(types.map((type) => [type, { schema: content }])) };
}

function schemaOf(call: Call) {
  return {
    summary: call.list ? `${call.summary}; the total is in X-Total-Count` : call.summary,
    description:
      call.access === 'public'
        ? 'Public.'
        : call.access === 'signedIn'
          ? 'Any signed-in user.'
          : `Permission: ${call.access}.`,
    ...(call.params && { params: call.params }),
    ...(call.query && { querystring: call.query }),
    ...(call.body && { body: call.body }),
    ...(call.upload && { consumes: ['multipart/form-data'] }),
    ...(call.access !== 'public' && { security: [{ token: [] }] }),
    response: {
      ...(call.response && { [call.status ?? 200]: call.response }),
      ...(call.mayBeEmpty && { 204: z.null().describe('There is nothing') }),
      ...(call.file && { 200: fileSchema(call.file) }),
      ...refusalSchemas(call),
    },
  };
}

const nothingToConfirm = async () => {};

/**
 * Authenticates the caller, refuses calls not allowed during their exam, then checks their permission. A client can
 * hold back its body for minutes, while an exam begins or an account is disabled, so the check runs again once the
 * body has arrived. Calls whose statement checks the sign-in run after the body anyway.
 */
function guard(services: Services, call: Call) {
  const check = async (request: FastifyRequest) => {
    const caller = await (call.signInCheckedBy === 'statement' ? authenticateByToken : authenticate)(
      services,
      request,
    );
    request.caller = caller;
    noteSignedIn(request.raw.socket);
    refuseWhileSitting(call, caller);
    const { access } = call;
    if (access !== 'signedIn' && (access === 'public' || !may(caller.actor, access)))
      refuse('auth.forbidden');
  };
  return async (request: FastifyRequest) => {
    request.confirmCaller = nothingToConfirm;
    if (call.access === 'public') return;
    await check(request);
    if (!request.raw.complete && call.signInCheckedBy !== 'statement')
      request.confirmCaller = () => check(request);
  };
}

/**
 * Notes urgent calls of signed-in people while they are in progress, so that lists and exports yield to them. Calls that
 * nobody signed in for must not slow down the office.
 */
function noteUrgent(rush: Rush, call: Call) {
  if (call.access === 'public' || !isUrgent(workloadOf(call))) return [];
  return [
    async (_request: FastifyRequest, reply: FastifyReply) => {
      // A client that has disconnected closes nothing again.
      if (!reply.raw.destroyed) reply.raw.once('close', rush.note());
    },
  ];
}

function inputOf(request: FastifyRequest, reply: Input<Call>['reply']): Input<Call> {
  return {
    params: request.params as Input<Call>['params'],
    query: request.query as Input<Call>['query'],
    body: request.body as Input<Call>['body'],
    caller: request.caller as Input<Call>['caller'],
    author: { actorId: request.caller?.actor.userId, requestId: request.id },
    request,
    reply,
  };
}

/** The services and turns for the calls of a workload. */
export type RouteContext = {
  readonly services: Services;
  /** Used to authenticate callers. */
  readonly authenticating: Services;
  readonly turns: Turns;
  /** For large bodies. */
  readonly memory: MemoryBudget;
};

/** Registers a route: authorize, parse, handle, then validate the response. */
export function register(
  app: FastifyInstance,
  { services, authenticating, turns, memory }: RouteContext,
  { call, handler }: Route,
  prefix = `/api/${services.process.INSTITUTION}`,
): void {
  const turn = turnFor(turns, call);
  app.withTypeProvider<ZodTypeProvider>().route({
    method: call.method,
    url: `${prefix}/${call.path}`,
    config: { call },
    bodyLimit: bodyLimitOf(call),
    // Small responses served thousands of times a second are not worth compressing.
    ...(call.signInCheckedBy === 'statement' && { compress: false as const }),
    schema: schemaOf(call),
    ...boundBodyMemory(call, memory),
    ...turn,
    onRequest: [
      ...(turn?.onRequest ? [turn.onRequest] : []),
      guard(authenticating, call),
      ...noteUrgent(services.rush, call),
    ],
    handler: async (request, reply) => {
      void reply.header('cache-control', 'no-store');
      // The handler reads the file and confirms the caller afterwards.
      if (!call.upload) await request.confirmCaller();
      const input = inputOf(request, reply);
      await refuseOtherInRequest(services, call, input);
      const handled: unknown = await handler(input);
      if (call.file) return sendFile(reply, handled as FileResponse);
      if (call.response === undefined || (call.mayBeEmpty && handled === undefined))
        return reply.code(204).send();
      void reply.code(call.status ?? 200);
      if (call.list) {
        const { items, total } = handled as Page<unknown>;
        void reply.header('x-total-count', total);
        return items;
      }
      if (!(handled instanceof PreserializedResponse)) return handled;
      if (isStrict(services.process))
        responseText(call.response, JSON.parse(handled.text), true, request.log);
      return reply.type('application/json; charset=utf-8').send(Buffer.from(handled.text));
    },
  });
}
