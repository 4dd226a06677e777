import { hostname, networkInterfaces } from 'node:os';
import type { FastifyRequest } from 'fastify';
import type { ProcessSettings } from '#server/process-settings.ts';

/** Names of this machine that need no configuration. */
function ownNames(): string[] {
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  const literal = ({ address, family }: { address: string; family: string }) =>
    family === 'IPv6' ? `[${address}]` : address;
  return ['localhost', hostname().toLowerCase(), ...addresses.map(literal)];
}

/**
 * The base address of links in e-mails: PUBLIC_URL, otherwise the request's host if it is this machine. Any
 * other host name may be forged to redirect another user's link.
 */
export function linkBase(
  settings: ProcessSettings,
  request: Pick<FastifyRequest, 'protocol' | 'host' | 'hostname'>,
): string | undefined {
  if (settings.PUBLIC_URL) return settings.PUBLIC_URL;
  return ownNames().includes(request.hostname.toLowerCase())
    ? `${request.protocol}://${request.host}`
    : undefined;
}
