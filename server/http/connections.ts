import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { networkOf } from '#domain/network/network.ts';
import type { ProcessSettings } from '#server/process-settings.ts';
import { closeGradually } from './close-gradually.ts';
import { refuseStalledRequest } from './unreadable-requests.ts';

/** A body that takes longer than this is slow; beyond the limits its connection may be closed. */
const slowBodyMilliseconds = 5000;
/** The share of the limit above which the process reports that it is crowded. */
const crowdedShare = 0.8;

type Connection = {
  readonly socket: Socket;
  readonly network: Network;
  /** When its request started. */
  since: number;
  request: IncomingMessage | undefined;
  response: ServerResponse | undefined;
};

/** The connections of one address, each in one of four sets; every set is ordered oldest first. */
type Network = {
  readonly name: string;
  /** No request yet. */
  readonly silent: Set<Connection>;
  /** Idle between two requests; never used by a signed-in person. */
  readonly anonymous: Set<Connection>;
  /** Idle between two requests of a signed-in person. */
  readonly idle: Set<Connection>;
  /** With a request that is arriving, being processed or being answered. */
  readonly busy: Set<Connection>;
};

const sizeOf = ({ silent, anonymous, idle, busy }: Network) =>
  silent.size + anonymous.size + idle.size + busy.size;

const first = (connections: Iterable<Connection>, matches: (one: Connection) => boolean) => {
  for (const one of connections) if (matches(one)) return one;
  return undefined;
};

/**
 * The connection of an address to close first: one without any request, one with a slow body, an idle one (those of
 * signed-in people last), one whose finished response the client does not read. Never one with a request in progress.
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

/** The file descriptor limit of this process; undefined where the system does not report it. */
function descriptorLimit(): number | undefined {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return soft === undefined ? undefined : Number(soft);
  } catch {
    return undefined;
  }
}

/** Descriptors reserved for the database, files and threads. */
const reserveOf = (descriptors: number) => Math.max(64, Math.min(512, Math.floor(descriptors / 4)));

export type Connections = {
  /** Whether the process is close to its connection limit. */
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
    // Behind a trusted proxy all connections share its address, and the proxy has its own limits.
    perAddress: settings.TRUSTED_PROXIES > 0 ? Number.POSITIVE_INFINITY : settings.CONNECTIONS_PER_ADDRESS,
    inAll:
      descriptors === undefined
        ? Number.POSITIVE_INFINITY
        : Math.max(16, descriptors - reserveOf(descriptors)),
    stallMilliseconds: settings.STALL_SECONDS * 1000,
  };
}

const ofSignedIn = new WeakSet<Socket>();

/** Marks a connection as used by a signed-in person: it is closed after anonymous ones. */
export const noteSignedIn = (socket: Socket): void => void ofSignedIn.add(socket);

/** Tracks the connections of the server and picks the ones to close when there are too many. */
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
    // A closed connection is forgotten twice; its address may have reconnected in between.
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
  /** Many small anonymous addresses must not cost a large room its connections. */
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
      // The next request may have arrived before the end of a response was noticed.
      if (connection.response !== response || !connection.network.busy.delete(connection)) return;
      const { idle, anonymous } = connection.network;
      (ofSignedIn.has(connection.socket) ? idle : anonymous).add(connection);
      Object.assign(connection, { request: undefined, response: undefined });
    },
  };
}

/** Closes a stalled connection, unless its request is still being processed. */
function closeStalled(connection: Connection | undefined, socket: Socket): void {
  if (connection?.request?.complete && socket.writableLength === 0) return;
  const isIdle =
    connection !== undefined &&
    (connection.network.idle.has(connection) || connection.network.anonymous.has(connection));
  const isAnswered = connection?.response?.headersSent ?? false;
  if (isIdle || isAnswered) socket.destroy();
  else refuseStalledRequest(socket);
}

/**
 * Limits connections per address and in total, closing the least useful first, and closes stalled ones. The timeouts
 * themselves are Node's (see `connectionTimeouts`). Closes a connection that sends a request before the last one is
 * answered: no browser and no proxy does, Node would hold any number of them, and a response that has to wait for
 * another never learns that the connection was closed, and would hold the resources of the request forever.
 */
export function watchConnections(app: FastifyInstance, settings: ProcessSettings): Connections {
  const table = connectionTable(limitsOf(settings));
  app.server.on('connection', (socket: Socket) => table.add(socket));
  const track = (request: IncomingMessage, response: ServerResponse): void => {
    const connection = table.of(request.socket);
    if (!connection) return;
    if (connection.response?.writableEnded === false) return void request.socket.destroy();
    table.begin(connection, request, response);
    response.once('close', () => table.end(connection, response));
  };
  // The application does not see the requests that Node has still read from a closed connection.
  const handlers = app.server.listeners('request');
  app.server.removeAllListeners('request');
  app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    track(request, response);
    if (!request.socket.destroyed) for (const handle of handlers) handle.call(app.server, request, response);
  });
  app.server.on('timeout', (socket: Socket) => {
    const { bytesRead } = socket;
    closeGradually(() => {
      if (socket.bytesRead === bytesRead) closeStalled(table.of(socket), socket);
    });
  });
  app.server.on('error', (error: NodeJS.ErrnoException) => {
    // Startup reports its own errors. Later, one connection that cannot be accepted must not end the process.
    if (app.server.listening) app.log.error({ code: error.code }, 'a connection could not be accepted');
  });
  return { isCrowded: table.isCrowded };
}

/** The longest a whole request may take to arrive: the largest upload over a slow line. Other bodies have less time. */
const requestMilliseconds = 10 * 60_000;
/** Longer than proxies keep idle connections, so the proxy closes first. */
const keepAliveMilliseconds = 72_000;

/** Node's timeouts as Fastify options. */
export function connectionTimeouts({ STALL_SECONDS }: ProcessSettings) {
  const stall = STALL_SECONDS * 1000;
  return {
    /** Closes a connection after this long without traffic in either direction. */
    connectionTimeout: stall,
    keepAliveTimeout: keepAliveMilliseconds,
    requestTimeout: requestMilliseconds,
    http: {
      headersTimeout: stall,
      connectionsCheckingInterval: Math.ceil(stall / 6),
      // We refuse it with an error code instead of Node's empty response.
      requireHostHeader: false,
    },
  };
}
