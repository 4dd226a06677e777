import type { z } from 'zod';
import type { Permission } from '#domain/access/permissions.ts';
import type { ErrorCode } from '#domain/errors.ts';

/** Who may make a call: everyone, every signed-in user, or users with a permission. */
export type CallAccess = 'public' | 'signedIn' | Permission;

/**
 * For what a student may use a call during an official exam: anything; an exam of that sitting, named in the query as
 * `examId`; that sitting, named in the query as `groupId` or in the path as `id`; or that sitting, checked by the
 * handler or its statement.
 */
type WhileSitting = 'always' | 'ownExam' | 'ownSitting' | 'checkedByHandler';

/**
 * The workload of a call. Each workload has its own database connections, so a slow one never delays another: long
 * lists degrade, exams do not. `student` is what students' pages read besides exams and booking.
 */
export const workloads = [
  'signIn',
  'exam',
  'booking',
  'recording',
  'student',
  'list',
  'export',
  'office',
] as const;
export type Workload = (typeof workloads)[number];

/** One call of the API, declared once: the server serves it, the web makes it, the OpenAPI document describes it. */
export type Call = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** The path below `/api/{institution}/`, with parameters as `:id`. */
  readonly path: string;
  readonly summary: string;
  readonly access: CallAccess;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** The maximum size of the body, if the default of `bodyLimitOf` does not fit. */
  readonly bodyKilobytes?: number;
  /** The call takes one file, as the field `file` of a multipart form. */
  readonly upload?: true;
  /** Without it, the response is empty (204). */
  readonly response?: z.ZodType;
  /** The response is a page of a list, chosen by the query; the total number of rows is in X-Total-Count. */
  readonly list?: true;
  /** The response may also be empty (204), with its own meaning. */
  readonly mayBeEmpty?: true;
  /**
   * Only the token is checked before the handler, because the statement checks the sign-in itself: a save is one round
   * trip to the database.
   */
  readonly signInCheckedBy?: 'statement';
  /** If absent, the call is refused to a student who is taking an official exam (SAFE-16). */
  readonly whileSitting?: WhileSitting;
  /** The status of a successful response other than 200, such as created. */
  readonly status?: 201;
  /** The media types of a call whose response is a file instead of JSON. */
  readonly file?: readonly string[];
  /** If absent, office work. */
  readonly workload?: Workload;
  /** The refusals of this call in addition to those every call has. */
  readonly refusals: readonly ErrorCode[];
};

/** A list call has paging in its query and an array as its response; anything else does not compile. */
type ListRules<C> = C extends { readonly list: true }
  ? {
      readonly query: z.ZodType<{ skip: number; take: number }>;
      readonly response: z.ZodType<readonly unknown[]>;
    }
  : unknown;

export function defineCall<const C extends Call>(call: C & ListRules<C>): C {
  return call;
}

export const workloadOf = (call: Call): Workload => call.workload ?? 'office';

/** Whether the workload may be throttled, so that exams continue. */
export const isThrottled = (workload: Workload): boolean =>
  ['student', 'list', 'export', 'office'].includes(workload);

/** The limit for public calls and for calls without a body. */
const smallKilobytes = 4;
/** Enough for a draft of any generic screen and for a structure of 500 chapters. */
const ordinaryKilobytes = 64;

/** Bodies up to this size are held without counting; larger ones share a memory budget. */
export const ordinaryBodyBytes = ordinaryKilobytes * 1024;

/** The maximum body size of the call in bytes; a larger body is refused before it is read. */
export function bodyLimitOf(call: Call): number {
  const small = call.access === 'public' || call.body === undefined;
  return (call.bodyKilobytes ?? (small ? smallKilobytes : ordinaryKilobytes)) * 1024;
}

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;
type Sent<S> = S extends z.ZodType ? z.input<S> : undefined;

export type ParamsOfCall<C extends Call> = Parsed<C['params']>;
export type QueryOfCall<C extends Call> = Parsed<C['query']>;
export type BodyOfCall<C extends Call> = Parsed<C['body']>;
export type SentBodyOfCall<C extends Call> = Sent<C['body']>;
export type ResponseOfCall<C extends Call> = C['mayBeEmpty'] extends true
  ? Parsed<C['response']> | undefined
  : Parsed<C['response']>;

type Widened<T> = T extends string ? string : T;
/** A query value before serialization: the schema's input, or the plain value it parses to. */
type SentValue<In, Out> = Widened<
  (unknown extends In ? never : In) | Extract<Out, string | number | boolean | null | undefined>
>;
/** The query of a call as sent. */
export type SentQueryOfCall<C extends Call> = C['query'] extends z.ZodObject
  ? {
      readonly [N in keyof z.input<C['query']>]:
        | SentValue<
            z.input<C['query']>[N],
            N extends keyof z.output<C['query']> ? z.output<C['query']>[N] : never
          >
        | undefined;
    }
  : undefined;
