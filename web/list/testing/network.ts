import { vi } from 'vitest';
import type { Item } from '#contract/item.ts';

type Refusal = { readonly status: number; readonly body: unknown };
export type Request = {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: unknown;
};

/** A list below a parent row: `examrooms/2/rows` contains the rows whose `examRoomId` is 2. */
export type ListOptions = { readonly via?: string };

const answer = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(body === undefined ? null : JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  });

const matches = (item: Item, search: string) =>
  JSON.stringify(item).toLowerCase().includes(search.toLowerCase());

/** An in-memory API that records requests, for exact assertions on what screens send and show. */
export class Network {
  readonly requests: Request[] = [];
  readonly #lists = new Map<string, { items: Item[]; via: string | undefined }>();
  #refusal: Refusal | undefined;

  constructor() {
    vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => this.#answer(address, init));
  }

  list(path: string, items: readonly Item[], options: ListOptions = {}): this {
    this.#lists.set(path, { items: [...items], via: options.via });
    return this;
  }

  /** Refuses the next request. */
  refuseNext(status: number, error: string, params: object = {}, errors?: readonly object[]): void {
    this.#refusal = { status, body: { error, params, ...(errors ? { errors } : {}) } };
  }

  sent(method: string): readonly Request[] {
    return this.requests.filter((request) => request.method === method);
  }

  #answer(address: string, init: RequestInit): Response {
    const url = new URL(address, 'http://localhost');
    const path = url.pathname.replace('/api/umfst/', '');
    const method = init.method ?? 'GET';
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
    this.requests.push({ method, path, query: url.searchParams, body });
    if (this.#refusal) {
      const { status, body: refusal } = this.#refusal;
      this.#refusal = undefined;
      return answer(status, refusal);
    }
    if (path.endsWith('/export')) return new Response('a,b', { headers: { 'content-type': 'text/csv' } });
    const [first = '', id, child] = path.split('/');
    const list = this.#lists.get(child ?? first);
    if (!list) return answer(404, { error: 'resource.notFound', params: {} });
    if (method === 'POST') return this.#create(list.items, body as object);
    if (id !== undefined && child === undefined)
      return this.#one(list.items, method, Number(id), body as object);
    const below =
      child === undefined ? list.items : list.items.filter((item) => item[list.via ?? ''] === Number(id));
    return this.#page(below, url.searchParams);
  }

  #page(items: readonly Item[], query: URLSearchParams): Response {
    const found = items.filter((item) => matches(item, query.get('search') ?? ''));
    const skip = Number(query.get('skip') ?? 0);
    const page = found.slice(skip, skip + Number(query.get('take') ?? 50));
    return answer(200, page, { 'x-total-count': String(found.length) });
  }

  #create(items: Item[], draft: object): Response {
    const item = { id: 1 + Math.max(0, ...items.map((other) => other.id)), ...draft };
    items.push(item);
    return answer(201, item);
  }

  #one(items: Item[], method: string, id: number, draft: object): Response {
    const index = items.findIndex((item) => item.id === id);
    const item = items[index];
    if (!item) return answer(404, { error: 'resource.notFound', params: {} });
    if (method === 'DELETE') {
      items.splice(index, 1);
      return answer(204, undefined);
    }
    if (method === 'PUT') items[index] = { ...item, ...draft };
    return answer(200, items[index]);
  }
}
