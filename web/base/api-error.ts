import { type ErrorCode, type ErrorParams, errors } from '#domain/errors.ts';

/** One invalid field, as the server named it. */
export type ApiProblem = { readonly path: string; readonly error: ErrorCode; readonly params: ErrorParams };

/** A refusal by the server: its error code, the parameters of its text, and the invalid fields, if any. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly params: ErrorParams;
  readonly errors: readonly ApiProblem[];

  constructor(code: ErrorCode, params: ErrorParams = {}, problems: readonly ApiProblem[] = []) {
    super(code);
    this.name = 'ApiError';
    this.code = code;
    this.params = params;
    this.errors = problems;
  }
}

const knownCode = (value: unknown): ErrorCode | undefined =>
  typeof value === 'string' && Object.hasOwn(errors, value) ? (value as ErrorCode) : undefined;

type Body = {
  error?: unknown;
  params?: ErrorParams;
  errors?: { path: string; error: unknown; params?: ErrorParams }[];
};

/** Maps an error response to an `ApiError`; an unknown code or a missing body is a server failure. */
export async function apiErrorOf(response: Response): Promise<ApiError> {
  const body: Body = await response.json().catch(() => ({}));
  const unavailable = response.status === 502 || response.status === 503 || response.status === 504;
  const code = knownCode(body.error) ?? (unavailable ? 'server.unavailable' : 'server.failed');
  const problems = (body.errors ?? []).map(({ path, error, params }) => ({
    path,
    error: knownCode(error) ?? ('validation.failed' as const),
    params: params ?? {},
  }));
  return new ApiError(code, body.params, problems);
}
