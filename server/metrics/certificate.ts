import { isIP } from 'node:net';
import { connect, type TLSSocket } from 'node:tls';

const milliseconds = 3000;

/** The expiry time of the certificate at the product's public address; undefined when there is none. */
async function readExpiry(address: URL): Promise<number | undefined> {
  const host = address.hostname.replace(/^\[|\]$/g, '');
  return new Promise((resolve) => {
    const done = (socket: TLSSocket, moment?: number) => {
      socket.destroy();
      resolve(moment);
    };
    // Reads an expired or unknown certificate too; sends nothing over the connection.
    const socket: TLSSocket = connect(
      {
        host,
        port: Number(address.port || 443),
        servername: isIP(host) === 0 ? host : '',
        rejectUnauthorized: false,
      },
      () => {
        const moment = Date.parse(socket.getPeerCertificate().valid_to);
        done(socket, Number.isNaN(moment) ? undefined : moment);
      },
    );
    socket.setTimeout(milliseconds, () => done(socket));
    socket.on('error', () => done(socket));
  });
}

const freshMilliseconds = 10 * 60_000;

/** The seconds until the certificate of an https address expires, refreshed every ten minutes. */
export function watchCertificate(publicUrl: string | undefined): () => Promise<number | undefined> {
  const address = publicUrl === undefined ? undefined : new URL(publicUrl);
  if (address?.protocol !== 'https:') return async () => undefined;
  let read: { readonly at: number; readonly expiry: Promise<number | undefined> } | undefined;
  return async () => {
    const now = Date.now();
    if (!read || now - read.at > freshMilliseconds) read = { at: now, expiry: readExpiry(address) };
    const expiry = await read.expiry;
    // Retries a proxy that did not respond at the next reading.
    if (expiry === undefined) read = undefined;
    return expiry === undefined ? undefined : (expiry - now) / 1000;
  };
}
