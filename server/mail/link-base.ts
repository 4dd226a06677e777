import { hostname, networkInterfaces } from 'node:os';
import type { FastifyRequest } from 'fastify';
import type { ProcessSettings } from '#server/process-settings.ts';

/** The names under which this machine may be reached without anybody having said so. */
function ownNames(): string[] {
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  const literal = ({ address, family }: { address: string; family: string }) =>
    family === 'IPv6' ? `[${address}]` : address;
  return ['localhost', hostname().toLowerCase(), ...addresses.map(literal)];
}

/**
 * Where links in e-mails lead: PUBLIC_URL, otherwise the address the request was sent to, if it is this machine's own.
 * Any other name is made up by the sender, who could have somebody else's link led to a place of theirs.
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
