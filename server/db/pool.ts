import { setTimeout as pause } from 'node:timers/promises';
import { type Connection, type ConnectionOptions, connect } from './connection.ts';
import { ConnectionLost } from './connection-loss.ts';

export type PoolLimits = {
  /** The maximum number of connections. */
  readonly max: number;
  /** How long to wait for a connection before refusing; no limit when absent. */
  readonly waitSeconds?: number | undefined;
};

/** No connection became free in time. */
export class PoolBusy extends Error {
  constructor() {
    super('every connection is in use');
  }
}

/** The pause after a failed connection attempt. */
const pauseMilliseconds = 150;

type Waiter = {
  readonly resolve: (connection: Connection) => void;
  readonly reject: (error: unknown) => void;
};

/**
 * A bounded connection pool. Callers that find no free connection wait in order; they are refused when the
 * database is unavailable or they waited too long. A lost connection is replaced on the next request.
 */
export class Pool {
  readonly #address: string;
  readonly #limits: PoolLimits;
  readonly #options: ConnectionOptions;
  readonly #idle: Connection[] = [];
  readonly #lent = new Set<Connection>();
  #waiting: Waiter[] = [];
  #opening = 0;
  #isEnded = false;
  #isPausing = false;
  #whenReturned: () => void = () => {};

  constructor(address: string, limits: PoolLimits, options: ConnectionOptions) {
    this.#address = address;
    this.#limits = limits;
    this.#options = options;
  }

  take(): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const waiting = { resolve, reject };
      this.#waiting.push(waiting);
      this.#serve();
      if (this.#limits.waitSeconds !== undefined && this.#waiting.includes(waiting))
        this.#refuseLater(waiting, this.#limits.waitSeconds);
    });
  }

  #refuseLater(waiting: Waiter, seconds: number): void {
    setTimeout(() => {
      const index = this.#waiting.indexOf(waiting);
      if (index < 0) return;
      this.#waiting.splice(index, 1);
      waiting.reject(new PoolBusy());
    }, seconds * 1000).unref();
  }

  /** Returns a connection. A lost one, or one still in a transaction, is closed instead of reused. */
  release(connection: Connection): void {
    this.#lent.delete(connection);
    if (connection.isReusable && !connection.isDemoted && !this.#isEnded) this.#idle.push(connection);
    else discard(connection);
    // The others are to the same server, and each would be waited for in turn.
    if (connection.isSilent) for (const idle of this.#idle.splice(0)) discard(idle);
    if (this.#isEnded && this.#lent.size === 0) this.#whenReturned();
    this.#serve();
  }

  /** Refuses waiting callers and closes all connections; those in use get this many seconds. */
  async end(seconds: number): Promise<void> {
    this.#isEnded = true;
    this.#refuse(new ConnectionLost('the database was closed'));
    const returned = new Promise<void>((resolve) => {
      this.#whenReturned = resolve;
      if (this.#lent.size === 0) resolve();
      else setTimeout(resolve, seconds * 1000).unref();
    });
    await Promise.all(this.#idle.splice(0).map((connection) => connection.close()));
    await returned;
    await Promise.all([...this.#lent].map((connection) => connection.close()));
  }

  #serve(): void {
    if (this.#isEnded) this.#refuse(new ConnectionLost('the database was closed'));
    while (this.#waiting.length > 0 && this.#idle.length > 0) {
      const connection = this.#idle.pop() as Connection;
      if (connection.isReusable) this.#lend(connection);
    }
    while (
      !this.#isPausing &&
      this.#waiting.length > this.#opening &&
      this.#idle.length + this.#lent.size + this.#opening < this.#limits.max
    )
      void this.#open();
  }

  #lend(connection: Connection): void {
    this.#lent.add(connection);
    this.#waiting.shift()?.resolve(connection);
  }

  async #open(): Promise<void> {
    this.#opening += 1;
    try {
      const connection = await connect(this.#address, this.#options);
      connection.onLost(() => this.#drop(connection));
      this.#opening -= 1;
      if (this.#isEnded) discard(connection);
      else this.#idle.push(connection);
    } catch (error) {
      this.#opening -= 1;
      // Connections in use still work, so wait for one of them.
      if (this.#idle.length + this.#lent.size === 0) this.#refuse(error);
      // Pause before retrying, so that processes do not hammer a database that refuses connections.
      else await this.#pauseAfterFailure();
    }
    this.#serve();
  }

  async #pauseAfterFailure(): Promise<void> {
    this.#isPausing = true;
    await pause(pauseMilliseconds, undefined, { ref: false });
    this.#isPausing = false;
  }

  #drop(connection: Connection): void {
    const index = this.#idle.indexOf(connection);
    if (index >= 0) this.#idle.splice(index, 1);
  }

  #refuse(error: unknown): void {
    const refused = this.#waiting;
    this.#waiting = [];
    for (const { reject } of refused) reject(error);
  }
}

const discard = (connection: Connection): void => {
  connection.close().catch(() => {});
};
