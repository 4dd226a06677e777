import { describe, expect, it } from 'vitest';
import { screens } from '#domain/access/screens.ts';
import { useTestServer } from '#server/testing/server.ts';
import { securityHeaders } from './security-headers.ts';

const server = useTestServer();

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

  it('[SAFE-15] set HSTS behind TLS and not on a plain address', () => {
    const at = (PUBLIC_URL: string) => securityHeaders({ ...server.services.process, PUBLIC_URL });
    expect(at('https://exam.test')['strict-transport-security']).toBe('max-age=31536000');
    expect(at('http://10.0.0.5')).not.toHaveProperty('strict-transport-security');
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
