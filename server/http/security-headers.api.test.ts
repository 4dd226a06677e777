import { describe, expect, it } from 'vitest';
import { screens } from '#domain/access/screens.ts';
import { type TestServer, useTestServer } from '#server/testing/server.ts';

const server = useTestServer();
const behindTls = useTestServer({ environment: { PUBLIC_URL: 'https://exam.test' } });

const headersOf = async (url: string) => (await server.app.inject({ url })).headers;

describe('[SAFE-15] response headers', () => {
  it('allow only our scripts on a page and forbid framing it', async () => {
    const headers = await headersOf('/login');
    expect(headers['content-security-policy']).toMatch(/script-src 'self';.*frame-ancestors 'none'/);
    expect(headers).toMatchObject({ 'x-frame-options': 'DENY', 'x-content-type-options': 'nosniff' });
  });

  it('[SAFE-15] set the strict policy on every screen, without inline scripts', async () => {
    for (const { path } of Object.values(screens)) {
      const { 'content-security-policy': policy } = await headersOf(path.replaceAll(/\$\w+/g, '1'));
      expect([path, policy]).toEqual([path, expect.stringMatching(/script-src 'self';/)]);
    }
  });

  it('[SAFE-15] set HSTS on pages and data behind TLS, and not on a plain address', async () => {
    const hsts = async (app: TestServer['app']) =>
      Promise.all(
        ['/login', '/api/umfst/applicationUiSettings'].map(
          async (url) => (await app.inject({ url })).headers['strict-transport-security'],
        ),
      );
    expect(await hsts(behindTls.app)).toEqual(['max-age=31536000', 'max-age=31536000']);
    expect(await hsts(server.app)).toEqual([undefined, undefined]);
  });

  it('forbid running, framing, sniffing and caching data', async () => {
    expect(await headersOf('/api/umfst/applicationUiSettings')).toMatchObject({
      'content-security-policy': "default-src 'none';frame-ancestors 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
  });
});
