import type { FastifyInstance } from 'fastify';
import type { ProcessSettings } from '#server/process-settings.ts';

const policy: Readonly<Record<string, string>> = {
  'default-src': "'self'",
  'script-src': "'self'",
  'script-src-attr': "'none'",
  // Mantine writes its variables as inline styles.
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' blob: data:",
  'font-src': "'self'",
  'connect-src': "'self'",
  'worker-src': "'self' blob:",
  'object-src': "'none'",
  'base-uri': "'self'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
};

/**
 * What pages carry: a strict policy, with scripts only from us and never inline, and no guessing of types. TLS is
 * insisted on only where the product is reached over it, or a plain LAN address would lock itself out.
 */
export function securityHeaders({ PUBLIC_URL }: ProcessSettings): Record<string, string> {
  const tls = PUBLIC_URL?.startsWith('https://') ?? false;
  const directives = Object.entries(policy).map(([name, value]) => `${name} ${value}`);
  return {
    'content-security-policy': [...directives, ...(tls ? ['upgrade-insecure-requests'] : [])].join(';'),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
    ...(tls && { 'strict-transport-security': 'max-age=31536000' }),
  };
}

/** What the answer of a call carries: it is data, out of which nothing may ever be run, shown in a frame or guessed. */
function dataHeaders(settings: ProcessSettings): Record<string, string> {
  const pages = securityHeaders(settings);
  const kept = ['cross-origin-resource-policy', 'x-content-type-options', 'strict-transport-security'];
  return {
    'content-security-policy': "default-src 'none';frame-ancestors 'none'",
    ...Object.fromEntries(Object.entries(pages).filter(([name]) => kept.includes(name))),
  };
}

/** Worked out once: an exam sends thousands of small answers a second. */
export function sendSecurityHeaders(app: FastifyInstance, settings: ProcessSettings): void {
  const [ofPages, ofData] = [securityHeaders(settings), dataHeaders(settings)];
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers(request.routeOptions.config.call ? ofData : ofPages);
    done();
  });
}
