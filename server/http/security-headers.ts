import type { FastifyHelmetOptions } from '@fastify/helmet';
import type { ProcessSettings } from '#server/process-settings.ts';

/**
 * A strict policy: scripts only from us and never inline. Mantine writes its variables as inline styles.
 * HSTS only where the product is reached over TLS, or a plain LAN address would lock itself out.
 */
export function securityHeaders(settings: ProcessSettings): FastifyHelmetOptions {
  const tls = settings.PUBLIC_URL?.startsWith('https://') ?? false;
  return {
    global: true,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        scriptSrcAttr: ["'none'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'blob:', 'data:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        workerSrc: ["'self'", 'blob:'],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(tls && { upgradeInsecureRequests: [] }),
      },
    },
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: tls ? { maxAge: 31_536_000, includeSubDomains: false } : false,
  };
}
