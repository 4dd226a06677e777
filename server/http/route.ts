import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BodyOfCall, Call, ParamsOfCall, QueryOfCall, ResponseOfCall } from '#contract/call.ts';
import type { Actor } from '#domain/access/actor.ts';
import type { Author } from '#server/db/database.ts';
import type { FileResponse } from './file-response.ts';
import type { PreserializedResponse } from './preserialized-response.ts';

/** The official sittings a person is taking, with their exams; rarely more than one. */
export type SittingNow = { readonly groupIds: readonly number[]; readonly examIds: readonly number[] };

/** An authenticated caller: the actor and the sign-in of their token. */
export type SignedIn = {
  readonly actor: Actor;
  readonly signInId: string;
  /** When the token expires, in seconds since 1970, by the database's clock. */
  readonly tokenEnds: number;
  /** Undefined when they take no exam, or when the call's own statement checks it. */
  readonly sitting: SittingNow | undefined;
};

/** The caller a handler receives: none on public calls, always one on the others. */
type Caller<C extends Call> = C['access'] extends 'public' ? undefined : SignedIn;

export type Input<C extends Call> = {
  readonly params: ParamsOfCall<C>;
  readonly query: QueryOfCall<C>;
  readonly body: BodyOfCall<C>;
  readonly caller: Caller<C>;
  readonly author: Author;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
};

/** A page of a list with the total number of rows. */
export type Page<T> = { readonly items: readonly T[]; readonly total: number };

/** The return value of a handler: a file, a page of a list, or the response itself. */
type Handled<C extends Call> = C['file'] extends readonly string[]
  ? FileResponse<C['file'][number]>
  : C['list'] extends true
    ? Page<ResponseOfCall<C> extends readonly (infer T)[] ? T : never>
    : ResponseOfCall<C> | PreserializedResponse<ResponseOfCall<C>>;

export type Handler<C extends Call> = (input: Input<C>) => Promise<Handled<C>>;

/** A call with its handler; `server/http/register.ts` adds what all calls share. */
export type Route = { readonly call: Call; readonly handler: Handler<Call> };

export function route<C extends Call>(call: C, handler: Handler<C>): Route {
  return { call, handler: handler as unknown as Handler<Call> };
}
