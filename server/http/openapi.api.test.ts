import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { projectRoot } from '#server/project-root.ts';
import { testServer, useTestServer } from '#server/testing/server.ts';

type Operation = {
  summary?: string;
  parameters?: { name: string; in: string; required?: boolean }[];
  requestBody?: unknown;
  responses: Record<string, unknown>;
  security?: unknown[];
};
type Document = {
  openapi: string;
  info: { version: string };
  paths: Record<string, Record<string, Operation>>;
};

const server = useTestServer();
let document: Document;

beforeAll(async () => {
  document = JSON.parse(JSON.stringify(server.app.swagger())) as Document;
});

describe('[API-3] the OpenAPI document', () => {
  // After changing a call: npx vitest run --project api server/http/openapi.api.test.ts --update
  it('[API-3] matches the committed one', async () => {
    const text = JSON.stringify({ ...document, info: { ...document.info, version: '0' } }, null, 2);
    await expect(`${text}\n`).toMatchFileSnapshot('../../docs/openapi.json');
  });

  it('[API-3] [SAFE-17] is served as committed, for the institution and version, and not written again', async () => {
    const committed = JSON.parse(await readFile(join(projectRoot, 'docs/openapi.json'), 'utf8')) as Document;
    expect((await server.app.inject('/api/docs/json')).json()).toEqual({
      ...committed,
      info: { ...committed.info, version: 'test' },
    });
    const elsewhere = await testServer({ environment: { INSTITUTION: 'alba' }, database: server });
    onTestFinished(() => elsewhere.close());
    const writing = vi.spyOn(elsewhere.app, 'swagger');
    const served = (await elsewhere.app.inject('/api/docs/json')).json<Document>();
    expect(writing).not.toHaveBeenCalled();
    expect(Object.keys(served.paths)).toEqual(Object.keys(elsewhere.app.swagger().paths ?? {}));
  });

  it('[API-3] is OpenAPI 3.1 and browsable', async () => {
    expect(document.openapi).toBe('3.1.0');
    const page = await server.app.inject('/api/docs/');
    expect([page.statusCode, page.headers['content-type']]).toEqual([
      200,
      expect.stringContaining('text/html'),
    ]);
  });

  it('[API-3] describes every call of the server, with its access and its refusals', () => {
    const prefix = `/api/${server.services.process.INSTITUTION}/`;
    const calls = server.app.servedRoutes.filter(
      ({ call, method, url }) => call && method !== 'HEAD' && url.startsWith(prefix),
    );
    expect(calls.length).toBeGreaterThan(70);
    for (const { call, method, url } of calls) {
      const operation = document.paths[url.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
      const total = call?.list ? '; the total is in X-Total-Count' : '';
      expect([url, operation?.summary]).toEqual([url, `${call?.summary}${total}`]);
      expect([url, operation?.security !== undefined]).toEqual([url, call?.access !== 'public']);
      expect(Object.keys(operation?.responses ?? {})).toContain('400');
      expect([url, method, operation?.requestBody !== undefined]).toEqual([
        url,
        method,
        call?.body !== undefined || ('upload' in (call ?? {}) && operation?.requestBody !== undefined),
      ]);
    }
  });

  it('[API-3] describes request bodies: required, optional and refused fields', () => {
    const operation = document.paths[`/api/${server.services.process.INSTITUTION}/examrooms`]?.post;
    expect(operation?.requestBody).toMatchObject({
      content: {
        'application/json': {
          schema: {
            additionalProperties: false,
            required: expect.arrayContaining(['name', 'building', 'seatNumbers', 'priority']),
            properties: { name: { type: 'string' }, seatNumbers: { type: 'number' } },
          },
        },
      },
    });
    expect(Object.keys(operation?.responses ?? {}).sort()).toEqual([
      '201',
      '400',
      '401',
      '403',
      '409',
      '429',
    ]);
  });
});
