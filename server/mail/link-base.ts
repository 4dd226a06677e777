import { hostname as machineName, networkInterfaces } from 'node:os';
import type { FastifyRequest } from 'fastify';
import type { ProcessSettings } from '#server/process-settings.ts';

/** Names of this machine that need no configuration. */
function ownNames(): string[] {
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  const literal = ({ address, family }: { address: string; family: string }) =>
    family === 'IPv6' ? `[${address}]` : address;
  return ['localhost', machineName().toLowerCase(), ...addresses.map(literal)];
}

type LinkRequest = Pick<FastifyRequest, 'protocol' | 'host'> & {
  readonly socket: { readonly localPort?: number | undefined };
};

/**
 * The base address of links in e-mails: PUBLIC_URL, otherwise the request's host if it is this process, or names no port. Any
 * other host or port may be forged to redirect another user's link.
 */
export function linkBase(settings: ProcessSettings, request: LinkRequest): string | undefined {
  if (settings.PUBLIC_URL) return settings.PUBLIC_URL;
  const origin = `${request.protocol}://${request.host}`;
  if (!URL.canParse(origin)) return undefined;
  const { protocol, host, hostname, port, username, password } = new URL(origin);
  if (username !== '' || password !== '' || !ownNames().includes(hostname.toLowerCase())) return undefined;
  const isOwnPort = port === '' || Number(port) === (request.socket.localPort ?? settings.PORT);
  return isOwnPort ? `${protocol}//${host}` : undefined;
}
