import type { z } from 'zod';
import type { Permission } from '#domain/access/permissions.ts';
import type { ErrorCode } from '#domain/errors.ts';

/** Who may make a call: everybody, everybody who is signed in, or those with a permission. */
export type CallAccess = 'public' | 'signedIn' | Permission;

/**
 * What somebody who sits an official exam can do with a call: use it as always; use it only for an exam of that sitting, which
 * the query names as `examId`; only for that sitting, which the query names as `groupId` or the path as `id`; or only for that
 * sitting, which the handler or its statement checks.
 */
type WhileSitting = 'freely' | 'itsExam' | 'itsSitting' | 'checkedWithin';

/**
 * What a call is a part of. Each workload has connections to the database of its own, so that a slow one never delays
 * another: long lists degrade, exams do not.
 */
export const workloads = ['signIn', 'exam', 'recording', 'list', 'export', 'office'] as const;
export type Workload = (typeof workloads)[number];

/** One call of the API, said once: the server serves it, the web makes it, the document describes it. */
export type Call = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below `/api/{institution}/`, parameters as `:id`. */
  readonly path: string;
  readonly summary: string;
  readonly access: CallAccess;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** How large the body may be, where `bodyLimitOf` allows too much or too little. */
  readonly bodyKilobytes?: number;
  /** The call takes one file, as the field `file` of a multipart form. */
  readonly upload?: true;
  /** Absent means that the response is empty (204). */
  readonly response?: z.ZodType;
  /** The response is a page of a list, whose query says which; how many rows there are in all is in X-Total-Count. */
  readonly list?: true;
  /** The response may also be empty (204), which then has a meaning of its own. */
  readonly mayBeEmpty?: true;
  /**
   * The token alone opens the call, because the statement behind it checks the sign-in itself: a save is one round trip
   * to the database.
   */
  readonly signInCheckedBy?: 'statement';
  /** Absent means that the call is refused to somebody who sits an official exam (SAFE-16). */
  readonly whileSitting?: WhileSitting;
  /** The status of a response that is not simply 200: something was made. */
  readonly status?: 201;
  /** The media types of a call whose response is a file instead of JSON. */
  readonly file?: readonly string[];
  /** Absent means office work. */
  readonly workload?: Workload;
  /** The refusals of this call beyond those every call has. */
  readonly refusals: readonly ErrorCode[];
};

/** A list is asked for by the page and answered with an array; anything else does not compile. */
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

/** Whether work may be asked to wait or to ask for less, so that exams go on. */
export const isOfTheOffice = (workload: Workload): boolean => ['list', 'export', 'office'].includes(workload);

/** Before anybody is known, and where nothing is asked for, a body needs no more than this. */
const smallKilobytes = 4;
/** Enough for a draft of any generic screen and for a structure of 500 chapters. */
const ordinaryKilobytes = 64;

/** How many bytes a body of the call may have; a larger one is refused before it is read. */
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

type Written<T> = T extends string ? string : T;
/** A value of a query before it is written into the address: what the schema takes, or the plain value it becomes. */
type SentValue<In, Out> = Written<
  (unknown extends In ? never : In) | Extract<Out, string | number | boolean | null | undefined>
>;
/** What the query of a call is sent as. */
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
