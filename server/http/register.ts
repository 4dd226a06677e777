import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { bodyLimitOf, type Call, isOfTheOffice, workloadOf } from '#contract/call.ts';
import { errorBody } from '#contract/error-body.ts';
import { may } from '#domain/access/permissions.ts';
import { refuse } from '#domain/errors.ts';
import type { Services } from '#server/services.ts';
import { authenticate, authenticateByToken } from './authentication.ts';
import { noteSignedIn } from './connections.ts';
import { statusOf } from './error-answers.ts';
import { type FileResponse, sendFile } from './file-response.ts';
import { PreserializedResponse } from './preserialized-response.ts';
import type { Input, Page, Route, SignedIn } from './route.ts';
import { isStrict, responseText } from './schemas.ts';
import { refuseOthersIn, refuseWhileSitting } from './while-sitting.ts';
import type { Turns } from './workload-turns.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: SignedIn | undefined;
    /** Asks again who makes the request and what they may do, if its body arrived after that was asked first. */
    confirmCaller: () => Promise<void>;
  }
  interface FastifyContextConfig {
    /** The call a route serves, so that tests and the access walk can list them from the running server. */
    call?: Call;
  }
}

/** The refusals a call can give, by status, for the document; those every call shares included. */
function refusalSchemas(call: Call) {
  const shared =
    call.access === 'public'
      ? (['validation.failed'] as const)
      : (['validation.failed', 'auth.expired', 'auth.forbidden'] as const);
  const whileSitting =
    call.access === 'public' || call.whileSitting === 'freely' ? [] : (['exam.sitting'] as const);
  const ofTheOffice = isOfTheOffice(workloadOf(call))
    ? (['request.tooMany', 'request.tooSlow'] as const)
    : [];
  const statuses = new Set([...shared, ...whileSitting, ...ofTheOffice, ...call.refusals].map(statusOf));
  return Object.fromEntries([...statuses].map((status) => [status, errorBody]));
}

/** A file, for the document; its content is not looked into. */
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
 * Lets only those pass who may make the call: first who it is, then whether they sit an exam, then whether they may. A body can
 * be held back for minutes after that, during which an exam begins or an account is disabled; so what was found is confirmed
 * once the body is there. A statement that checks the sign-in itself runs after the body anyway.
 */
function guard(services: Services, call: Call) {
  const check = async (request: FastifyRequest) => {
    const caller = await (call.signInCheckedBy === 'statement' ? authenticateByToken : authenticate)(
      services,
      request,
    );
    request.caller = caller;
    noteSignedIn(request.raw);
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

/** What a workload serves its calls with. */
export type Serving = {
  readonly services: Services;
  /** Who makes a call is looked up with these. */
  readonly authenticating: Services;
  readonly turns: Turns;
};

/** Serves one route: permission before parsing, parsing before the handler, the schema of the response before it leaves. */
export function register(
  app: FastifyInstance,
  { services, authenticating, turns }: Serving,
  { call, handler }: Route,
  prefix = `/api/${services.process.INSTITUTION}`,
): void {
  app.withTypeProvider<ZodTypeProvider>().route({
    method: call.method,
    url: `${prefix}/${call.path}`,
    config: { call },
    bodyLimit: bodyLimitOf(call),
    // Small responses that are asked for thousands of times a second are not worth the work of packing them.
    ...(call.signInCheckedBy === 'statement' && { compress: false as const }),
    schema: schemaOf(call),
    onRequest: guard(authenticating, call),
    ...turns[workloadOf(call)],
    handler: async (request, reply) => {
      void reply.header('cache-control', 'no-store');
      // A file is read by the handler, which confirms the caller after it.
      if (!call.upload) await request.confirmCaller();
      const input = inputOf(request, reply);
      await refuseOthersIn(services, call, input);
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
