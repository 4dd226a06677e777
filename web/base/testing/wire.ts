import { vi } from 'vitest';

export type Sent = {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Headers;
  readonly body: unknown;
  readonly isCancelled: () => boolean;
};
export type WireResponse = {
  readonly status?: number;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
};

/** The settings of the pages, as the server sends them. */
export const sentUiSettings = {
  allowExams: true,
  allowExamPreview: true,
  questionRadioSimple: true,
  displayFullExam: false,
  examApplicationMode: false,
  zoomScale: 2,
  markSingle: false,
  ip: '1.2.3',
};

type Reply = WireResponse | 'unreachable' | ((sent: Sent) => WireResponse | Promise<WireResponse>);

/** Stubs fetch: each call gets its configured response and is recorded; any other call is a 404. */
export function stubWire(responses: Readonly<Record<string, Reply>> = {}) {
  const sent: Sent[] = [];
  const replies: Record<string, Reply> = {
    'GET applicationUiSettings': { body: sentUiSettings },
    'GET canSimulate': { body: { canSimulate: true } },
    'GET checkExam': { status: 204 },
    'POST logout': { status: 204 },
    ...responses,
  };
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const url = new URL(address, 'http://localhost');
    const method = init.method ?? 'GET';
    const path = url.pathname.replace('/api/umfst/', '');
    const one: Sent = {
      method,
      path,
      query: url.searchParams,
      headers: new Headers(init.headers),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
      isCancelled: () => init.signal?.aborted ?? false,
    };
    sent.push(one);
    const found = replies[`${method} ${path}`] ?? {
      status: 404,
      body: { error: 'resource.notFound', params: {} },
    };
    const response = typeof found === 'function' ? await found(one) : found;
    if (response === 'unreachable') throw new TypeError('fetch failed');
    const text = response.body === undefined ? null : JSON.stringify(response.body);
    return new Response(text, { status: response.status ?? 200, headers: response.headers ?? {} });
  });
  return { sent, calls: () => sent.map(({ method, path }) => `${method} ${path}`) };
}
