import { describe, expect, it } from 'vitest';
import { useTestServer } from '#server/testing/server.ts';

const server = useTestServer();

const headersOf = async (url: string) => (await server.app.inject({ url })).headers;

describe('[SAFE-15] the headers of answers', () => {
  it('a page runs our scripts only and stands in no frame', async () => {
    const headers = await headersOf('/login');
    expect(headers['content-security-policy']).toMatch(/script-src 'self';.*frame-ancestors 'none'/);
    expect(headers).toMatchObject({ 'x-frame-options': 'DENY', 'x-content-type-options': 'nosniff' });
  });

  it('data can be neither run nor framed nor taken for something else, and is not kept', async () => {
    expect(await headersOf('/api/umfst/applicationUiSettings')).toMatchObject({
      'content-security-policy': "default-src 'none';frame-ancestors 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
  });
});
