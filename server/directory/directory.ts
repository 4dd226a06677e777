import { isIP } from 'node:net';
import type { FastifyBaseLogger } from 'fastify';
import {
  Client,
  ConstraintViolationError,
  EqualityFilter,
  InappropriateAuthError,
  InvalidCredentialsError,
  UnwillingToPerformError,
} from 'ldapts';
import { refuse } from '#domain/errors.ts';
import type { ProcessSettings } from '#server/process-settings.ts';

const connectTimeout = 3000;
const responseTimeout = 5000;

type DirectorySettings = Pick<
  ProcessSettings,
  'LDAP_URL' | 'LDAP_BASE' | 'LDAP_MAIL_ATTRIBUTE' | 'LDAP_BIND_DN' | 'LDAP_BIND_PASSWORD'
>;

/** Result codes of a bind with a wrong password, or by a person who may not sign in. */
const refusals = [
  InvalidCredentialsError,
  InappropriateAuthError,
  UnwillingToPerformError,
  ConstraintViolationError,
];

/** `ldaps://host` uses TLS from the start, `ldap://host?starttls` upgrades before any other request. */
async function secure(client: Client, url: URL): Promise<void> {
  if (!url.searchParams.has('starttls')) return;
  // The certificate is checked against the host either way; SNI allows no IP address.
  const { hostname: host } = url;
  await client.startTLS(isIP(host) ? { host } : { host, servername: host });
}

/** The DN of an address's owner; the address is escaped as a filter value. */
async function findPerson(
  client: Client,
  settings: DirectorySettings,
  email: string,
): Promise<string | undefined> {
  if (settings.LDAP_BIND_DN) await client.bind(settings.LDAP_BIND_DN, settings.LDAP_BIND_PASSWORD ?? '');
  const { searchEntries } = await client.search(settings.LDAP_BASE ?? '', {
    scope: 'sub',
    filter: new EqualityFilter({ attribute: settings.LDAP_MAIL_ATTRIBUTE, value: email }),
    attributes: ['1.1'],
  });
  return searchEntries.length === 1 ? searchEntries[0]?.dn : undefined;
}

async function bindsAs(client: Client, dn: string, password: string): Promise<boolean> {
  try {
    await client.bind(dn, password);
    return true;
  } catch (error) {
    if (refusals.some((refusal) => error instanceof refusal)) return false;
    throw error;
  }
}

type ReachableDirectory = DirectorySettings & { readonly LDAP_URL: string };

/** Opens a connection to the directory for one piece of work, and always closes it. */
async function withDirectory<T>(
  settings: ReachableDirectory,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const url = new URL(settings.LDAP_URL);
  const client = new Client({
    url: `${url.protocol}//${url.host}`,
    connectTimeout,
    timeout: responseTimeout,
    strictDN: false,
  });
  try {
    await secure(client, url);
    return await work(client);
  } finally {
    await client.unbind().catch(() => {});
  }
}

/**
 * Whether the directory accepts the password of an address. An empty password is never sent, since directories treat it
 * as an anonymous bind and accept it. An unreachable directory has its own refusal.
 */
export async function passwordMatchesDirectory(
  settings: DirectorySettings,
  email: string,
  password: string,
  log: FastifyBaseLogger,
): Promise<boolean> {
  if (password === '') return false;
  if (!settings.LDAP_URL) {
    log.error('sign-in through the directory is switched on, but LDAP_URL is not set');
    refuse('auth.directoryDown');
  }
  try {
    return await withDirectory({ ...settings, LDAP_URL: settings.LDAP_URL }, async (client) => {
      const dn = await findPerson(client, settings, email);
      return dn !== undefined && (await bindsAs(client, dn, password));
    });
  } catch (error) {
    const { name, code } = error as Error & { readonly code?: number | string };
    log.error({ directory: { name, code } }, 'the directory did not answer a sign-in');
    return refuse('auth.directoryDown');
  }
}

/** Whether the directory answers and knows an address; for an administrator who sets it up. */
export async function directoryKnows(
  settings: ReachableDirectory,
  email: string,
): Promise<{ readonly known: boolean } | { readonly failed: string }> {
  try {
    const dn = await withDirectory(settings, (client) => findPerson(client, settings, email));
    return { known: dn !== undefined };
  } catch (error) {
    const { name, code } = error as Error & { readonly code?: number | string };
    return { failed: code === undefined ? name : `${name} ${code}` };
  }
}
