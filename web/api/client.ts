import type { Call, ParamsOfCall, ResponseOfCall, SentBodyOfCall, SentQueryOfCall } from '#contract/call.ts';
import { ApiError, apiErrorOf } from '#web/base/api-error.ts';
import { delay } from '#web/base/delay.ts';
import { loadTextOf, textsOfError } from '#web/base/error-text.ts';
import { t } from '#web/base/i18n.ts';
import { notifyError } from '#web/base/notify.ts';
import { noteVersion } from '#web/base/page-version.ts';
import { satExam } from '#web/base/sat-exam.ts';
import { forgetSignIn, notifySessionLost, signedIn } from '#web/base/sign-in-state.ts';

type Values = Readonly<Record<string, string | number | boolean | null | undefined>>;

export type Options = {
  readonly query?: Values | undefined;
  readonly signal?: AbortSignal | undefined;
  /**
   * The caller shows a refusal itself; otherwise it becomes a notice that stays until dismissed. `entirely` also leaves
   * an unreachable server and a lost sign-in to a caller with unsaved work.
   */
  readonly handled?: boolean | 'entirely' | undefined;
  /** Overrides the token of the sign-in, for one that is not active in this browser yet. */
  readonly token?: string | undefined;
};

type Request = Options & { readonly body?: unknown };

/** The prefix of every call; the server writes its institution into the page. */
function basePath(): string {
  const institution = document.querySelector<HTMLMetaElement>('meta[name="institution"]')?.content;
  return `/api/${institution ?? 'umfst'}/`;
}

/** The full URL of a call. */
export function callUrl(path: string, query: Values = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value));
  }
  return `${basePath()}${path}${search.size > 0 ? `?${search}` : ''}`;
}

/** The sign-in ended or lacks the right: says so once and removes it; the router redirects to Login (MSG-2). */
function signOutBecause(status: number, token: string | undefined): void {
  if (signedIn()?.token !== token) return;
  if (status === 401 && notifySessionLost()) return;
  notifyError(t(status === 403 ? 'messages.unauthorized' : 'messages.sessionExpired'));
  forgetSignIn('lost');
}

const maxAttempts = 4;

/** How long to wait before retrying a read when the server is busy. */
async function busyMilliseconds(response: Response): Promise<number | undefined> {
  if (response.status !== 429) return undefined;
  const { code, params } = await apiErrorOf(response.clone());
  return code === 'request.tooMany' ? Number(params.seconds) * 1000 : undefined;
}

/** The one place that sends requests: adds the bearer token, returns a response or throws an `ApiError`. */
async function request(
  method: Call['method'],
  path: string,
  options: Request,
  attempt = 1,
): Promise<Response> {
  const token = options.token ?? signedIn()?.token;
  const headers = new Headers({ accept: 'application/json' });
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
  if (options.body !== undefined) headers.set('content-type', 'application/json');

  let response: Response;
  try {
    response = await fetch(callUrl(path, options.query), {
      method,
      headers,
      ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
      ...(options.signal ? { signal: options.signal } : {}),
    });
  } catch (failure) {
    if (options.signal?.aborted) throw failure;
    if (options.handled !== 'entirely') notifyError(t('messages.network'));
    throw new ApiError('server.unavailable');
  }
  noteVersion(response);
  if (response.ok) return response;
  const busy = method === 'GET' && attempt < maxAttempts ? await busyMilliseconds(response) : undefined;
  if (busy !== undefined) {
    // The list shows as loading; a notice appears only when the retries fail too.
    await delay(busy, options.signal);
    return request(method, path, options, attempt + 1);
  }
  throw await refusalOf(response, token, options.handled);
}

/**
 * Handles an error response: a lost sign-in signs out, a running sitting closes the screen, and anything else becomes a
 * notice unless handled.
 */
export async function refusalOf(
  response: Response,
  token: string | undefined,
  handled: Options['handled'],
): Promise<ApiError> {
  const error = await apiErrorOf(response);
  if (handled === 'entirely') return error;
  await loadTextOf(error);
  const wrongPassword = response.status === 401 && error.code === 'auth.wrongCredentials';
  if ((response.status === 401 || response.status === 403) && !wrongPassword) {
    signOutBecause(response.status, token);
  } else if (error.code === 'exam.sitting') {
    // The main layout shows it once, in place of the screen.
    satExam.set({ groupId: Number(error.params.groupId) });
  } else if (!handled) {
    for (const text of textsOfError(error)) notifyError(text);
  }
  return error;
}

/** A list response: the rows of this page, and the total. */
export type ListResponse<T> = { readonly data: T; readonly total: number };

async function responseOf<T>(response: Response): Promise<ListResponse<T>> {
  const text = await response.text();
  const data: T = text === '' ? undefined : JSON.parse(text);
  return { data, total: Number(response.headers.get('x-total-count') ?? 0) };
}

/** Calls by path, for the generic screens; the caller gives the response type. */
export const api = {
  get: <T>(path: string, options: Options = {}) => request('GET', path, options).then(responseOf<T>),
  post: <T>(path: string, body: unknown, options: Options = {}) =>
    request('POST', path, { ...options, body }).then(responseOf<T>),
  put: <T>(path: string, body: unknown, options: Options = {}) =>
    request('PUT', path, { ...options, body }).then(responseOf<T>),
  delete: (path: string, options: Options = {}) =>
    request('DELETE', path, options).then(responseOf<undefined>),
};

type Sent<C extends Call> = Omit<Options, 'query'> &
  (C['query'] extends object ? OfQuery<SentQueryOfCall<C>> : { readonly query?: never }) &
  (C['params'] extends object ? { readonly params: ParamsOfCall<C> } : { readonly params?: never }) &
  (C['body'] extends object ? { readonly body: SentBodyOfCall<C> } : { readonly body?: never });
/** A query without required values may be omitted. */
type OfQuery<Q> = Record<never, never> extends Q ? { readonly query?: Q | undefined } : { readonly query: Q };
type Rest<C extends Call> = Record<never, never> extends Sent<C> ? [sent?: Sent<C>] : [sent: Sent<C>];

type Endpoint<C extends Call> = `${C['method']} ${C['path']}`;

/** Uses only types of the contract, so that the first page does not load its schemas. */
function parsedCall<C extends Call>(endpoint: Endpoint<C>, sent: Sent<C> | undefined) {
  const [method, template = ''] = endpoint.split(' ') as [Call['method'], string];
  // The schemas of paths and queries contain only strings, numbers and booleans.
  const values = (sent?.params ?? {}) as Values;
  const query = sent?.query as Values | undefined;
  const path = template.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values[name])));
  return { method, path, options: { ...sent, query } };
}

async function send<C extends Call>(
  endpoint: Endpoint<C>,
  ...[sent]: Rest<C>
): Promise<ListResponse<ResponseOfCall<C>>> {
  const { method, path, options } = parsedCall(endpoint, sent);
  return responseOf(await request(method, path, options));
}

/** Makes one call of the contract: `call<typeof login>('POST login', { body })`. */
export async function call<C extends Call>(
  endpoint: Endpoint<C>,
  ...sent: Rest<C>
): Promise<ResponseOfCall<C>> {
  return (await send<C>(endpoint, ...sent)).data;
}

/** Reads one page of a list of the contract, and the total. */
export const callList = <C extends Call & { readonly list: true }>(
  endpoint: Endpoint<C>,
  ...sent: Rest<C>
): Promise<ListResponse<ResponseOfCall<C>>> => send<C>(endpoint, ...sent);

const fileNamePattern = /filename\*=UTF-8''([^;]+)|filename="?([^";]+)"?/i;

/**
 * Downloads a file by its path with the token, which a plain link could not send. The returned headers may say more
 * about the file.
 */
export async function download(
  path: string,
  options: Options & { readonly fileName?: string } = {},
): Promise<Headers> {
  const response = await request('GET', path, options);
  const match = fileNamePattern.exec(response.headers.get('content-disposition') ?? '');
  const named = match?.[1] ? decodeURIComponent(match[1]) : match?.[2];
  const address = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = address;
  link.download = named ?? options.fileName ?? path.split('/').at(-1) ?? 'export';
  link.click();
  URL.revokeObjectURL(address);
  return response.headers;
}

/** Downloads the file of one call of the contract. */
export const downloadCall = <C extends Call & { readonly file: readonly string[] }>(
  endpoint: Endpoint<C>,
  ...[sent]: Rest<C>
): Promise<Headers> => {
  const { path, options } = parsedCall(endpoint, sent);
  return download(path, options);
};
