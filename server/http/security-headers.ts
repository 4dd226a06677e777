import type { FastifyInstance } from 'fastify';
import type { ProcessSettings } from '#server/process-settings.ts';

const policy: Readonly<Record<string, string>> = {
  'default-src': "'self'",
  'script-src': "'self'",
  'script-src-attr': "'none'",
  // Mantine sets its variables as inline styles.
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
 * The headers of pages: a strict policy with our own scripts only, none inline, and no MIME sniffing. HSTS is set
 * only where the product is served over TLS; otherwise a plain LAN address would lock itself out.
 */
function securityHeaders({ PUBLIC_URL }: ProcessSettings): Record<string, string> {
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

/** The headers of API responses: data that must never be run, framed or sniffed. */
function dataHeaders(settings: ProcessSettings): Record<string, string> {
  const pages = securityHeaders(settings);
  const sharedHeaders = [
    'cross-origin-resource-policy',
    'x-content-type-options',
    'strict-transport-security',
  ];
  return {
    'content-security-policy': "default-src 'none';frame-ancestors 'none'",
    ...Object.fromEntries(Object.entries(pages).filter(([name]) => sharedHeaders.includes(name))),
  };
}

/** Built once: an exam sends thousands of small responses a second. */
export function sendSecurityHeaders(app: FastifyInstance, settings: ProcessSettings): void {
  const [ofPages, ofData] = [securityHeaders(settings), dataHeaders(settings)];
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers(request.routeOptions.config.call ? ofData : ofPages);
    done();
  });
}
