import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { networkOf } from '#domain/network/network.ts';
import type { ProcessSettings } from '#server/process-settings.ts';
import { answerUnreadableRequest } from './unreadable-requests.ts';

/** A body that is not there after this has nothing to hurry for; beyond the limits its connection may be closed. */
const slowBodyMilliseconds = 5000;
/** From this part of the limit on, the process says that it is crowded. */
const crowdedShare = 0.8;

type Connection = {
  readonly socket: Socket;
  readonly network: Network;
  /** When its request began. */
  since: number;
  request: IncomingMessage | undefined;
  response: ServerResponse | undefined;
  /** Somebody signed in has used it. */
  isSignedIn: boolean;
};

/** The connections of one address, each in one of four sets; the first of a set has been there longest. */
type Network = {
  readonly name: string;
  /** Have not sent one request yet. */
  readonly silent: Set<Connection>;
  /** Wait between two requests; nobody has signed in over them. */
  readonly anonymous: Set<Connection>;
  /** Wait between two requests of somebody who is signed in. */
  readonly idle: Set<Connection>;
  /** Have a request that came, comes or is answered. */
  readonly busy: Set<Connection>;
};

const sizeOf = ({ silent, anonymous, idle, busy }: Network) =>
  silent.size + anonymous.size + idle.size + busy.size;

const first = (connections: Iterable<Connection>, isMeant: (one: Connection) => boolean) => {
  for (const one of connections) if (isMeant(one)) return one;
  return undefined;
};

/**
 * The connection of an address that is missed least: one that never sent a request, one whose body does not come, one that
 * waits (those of signed-in people last), one whose whole response nobody reads. Never one with a request under way.
 */
function leastUseful(network: Network, but: Connection, now: number, stallMilliseconds: number) {
  const { silent, anonymous, idle, busy } = network;
  const isOlder = ({ since }: Connection, milliseconds: number) => now - since > milliseconds;
  return (
    first(silent, (one) => one !== but) ??
    first(busy, (one) => one.request?.complete === false && isOlder(one, slowBodyMilliseconds)) ??
    first(anonymous, () => true) ??
    first(idle, () => true) ??
    first(busy, (one) => one.response?.writableEnded === true && isOlder(one, stallMilliseconds))
  );
}

/** How many files and connections the system lets this process open; undefined where it does not say. */
function descriptorLimit(): number | undefined {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return soft === undefined ? undefined : Number(soft);
  } catch {
    return undefined;
  }
}

/** What is kept for the database, files and threads. */
const reserveOf = (descriptors: number) => Math.max(64, Math.min(512, Math.floor(descriptors / 4)));

export type Connections = {
  /** Whether there is room for few more. */
  isCrowded(): boolean;
};

type Limits = {
  readonly perAddress: number;
  readonly inAll: number;
  readonly stallMilliseconds: number;
};

function limitsOf(settings: ProcessSettings): Limits {
  const descriptors = descriptorLimit();
  return {
    // Behind a proxy of ours all connections come from its address; it has limits of its own.
    perAddress: settings.TRUSTED_PROXIES > 0 ? Number.POSITIVE_INFINITY : settings.CONNECTIONS_PER_ADDRESS,
    inAll:
      descriptors === undefined
        ? Number.POSITIVE_INFINITY
        : Math.max(16, descriptors - reserveOf(descriptors)),
    stallMilliseconds: settings.STALL_SECONDS * 1000,
  };
}

const ofSignedIn = new WeakSet<IncomingMessage>();

/** Notes that a request is one of somebody who is signed in: their connection is closed after those of strangers. */
export const noteSignedIn = (request: IncomingMessage): void => void ofSignedIn.add(request);

/** The connections of the server, and which of them has to go when there are too many. */
function connectionTable({ perAddress, inAll, stallMilliseconds }: Limits) {
  const networks = new Map<string, Network>();
  const known = new WeakMap<Socket, Connection>();
  let total = 0;

  const networkAt = (address: string): Network => {
    const name = networkOf(address);
    const network = networks.get(name) ?? {
      name,
      silent: new Set(),
      anonymous: new Set(),
      idle: new Set(),
      busy: new Set(),
    };
    networks.set(name, network);
    return network;
  };
  const takeOut = (connection: Connection): boolean => {
    const { silent, anonymous, idle, busy } = connection.network;
    return [silent, anonymous, idle, busy].some((set) => set.delete(connection));
  };
  const forget = (connection: Connection): void => {
    if (takeOut(connection)) total -= 1;
    const { network } = connection;
    // A closed connection is forgotten twice; its address may have come back in between.
    if (sizeOf(network) === 0 && networks.get(network.name) === network) networks.delete(network.name);
  };
  const close = (connection: Connection): void => {
    forget(connection);
    connection.socket.destroy();
  };
  const largest = (size: (network: Network) => number): Network | undefined => {
    let found: Network | undefined;
    for (const network of networks.values()) if (size(network) > (found ? size(found) : 0)) found = network;
    return found;
  };
  /** Many small addresses where nobody signs in must not cost a large room its connections. */
  const mostCrowded = (but: Connection): Network | undefined =>
    largest(({ silent }) => silent.size - (silent.has(but) ? 1 : 0)) ??
    largest(({ anonymous }) => anonymous.size) ??
    largest(sizeOf);

  return {
    isCrowded: () => total > inAll * crowdedShare,
    of: (socket: Socket) => known.get(socket),
    add: (socket: Socket): void => {
      const network = networkAt(socket.remoteAddress ?? '');
      const connection: Connection = {
        socket,
        network,
        since: performance.now(),
        request: undefined,
        response: undefined,
        isSignedIn: false,
      };
      network.silent.add(connection);
      total += 1;
      known.set(socket, connection);
      socket.once('close', () => forget(connection));
      const full =
        sizeOf(network) > perAddress ? network : total > inAll ? mostCrowded(connection) : undefined;
      if (full) close(leastUseful(full, connection, performance.now(), stallMilliseconds) ?? connection);
    },
    begin: (connection: Connection, request: IncomingMessage, response: ServerResponse): void => {
      if (!takeOut(connection)) return;
      connection.network.busy.add(connection);
      Object.assign(connection, { since: performance.now(), request, response });
    },
    end: (connection: Connection, response: ServerResponse): void => {
      // A second request may have come over the same connection before the first was answered.
      if (connection.response !== response || !connection.network.busy.delete(connection)) return;
      if (connection.request && ofSignedIn.has(connection.request)) connection.isSignedIn = true;
      const { idle, anonymous } = connection.network;
      (connection.isSignedIn ? idle : anonymous).add(connection);
      Object.assign(connection, { request: undefined, response: undefined });
    },
  };
}

/** Closes a connection over which nothing moves; one whose request is being worked on is left alone. */
function closeStalled(connection: Connection | undefined, socket: Socket): void {
  if (connection?.request?.complete && socket.writableLength === 0) return;
  const isIdle =
    connection !== undefined &&
    (connection.network.idle.has(connection) || connection.network.anonymous.has(connection));
  const isAnswered = connection?.response?.headersSent ?? false;
  if (isIdle || isAnswered) socket.destroy();
  else answerUnreadableRequest({ code: 'ERR_HTTP_REQUEST_TIMEOUT' }, socket);
}

/**
 * Bounds what connections can cost: per address and in all, closing first what is missed least, and those over which
 * nothing moves. The timeouts themselves are Node's (see `connectionTimeouts`).
 */
export function watchConnections(app: FastifyInstance, settings: ProcessSettings): Connections {
  const table = connectionTable(limitsOf(settings));
  app.server.on('connection', (socket: Socket) => table.add(socket));
  app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const connection = table.of(request.socket);
    if (!connection) return;
    table.begin(connection, request, response);
    response.once('close', () => table.end(connection, response));
  });
  app.server.on('timeout', (socket: Socket) => closeStalled(table.of(socket), socket));
  app.server.on('error', (error: NodeJS.ErrnoException) => {
    // What hinders the start is reported by the start; later, one connection that could not be taken must not end the process.
    if (app.server.listening) app.log.error({ code: error.code }, 'a connection could not be accepted');
  });
  return { isCrowded: table.isCrowded };
}

/** The longest that a whole request may take to arrive: the largest upload over a slow line. Other bodies have less time. */
const requestMilliseconds = 10 * 60_000;
/** Longer than proxies keep their connections, so that they are the ones who close. */
const keepAliveMilliseconds = 72_000;

/** Node's own timeouts, as Fastify takes them. */
export function connectionTimeouts({ STALL_SECONDS }: ProcessSettings) {
  const stall = STALL_SECONDS * 1000;
  return {
    /** Nothing came and nothing left for this long. */
    connectionTimeout: stall,
    keepAliveTimeout: keepAliveMilliseconds,
    requestTimeout: requestMilliseconds,
    http: {
      headersTimeout: stall,
      connectionsCheckingInterval: Math.ceil(stall / 6),
      // Refused with a code instead of an empty response.
      requireHostHeader: false,
    },
  };
}
