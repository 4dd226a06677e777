import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { BackendPriority } from './backend-priority.ts';
import { ConnectionLost, isConnectionLoss, ServerSilent } from './connection-loss.ts';
import { hostsOf } from './hosts.ts';
import { resultTypes } from './result-types.ts';
import { type SilenceLimits, type SilenceWatch, watchSilence } from './silence.ts';
import type { Rows, Statement } from './sql.ts';

export type ConnectionOptions = {
  /** The connection's name in `pg_stat_activity`. */
  readonly name: string;
  /** Session settings as `name: value`, sent with the first message. */
  readonly settings?: Readonly<Record<string, string | number>>;
  /** When a server counts as gone; the usual limits when absent. */
  readonly silence?: SilenceLimits | undefined;
  /** Lowers the priority of its database process; if absent, the priority is unchanged. */
  readonly priority?: BackendPriority | undefined;
};

const connectMilliseconds = 5000;
/** How long closing a connection waits for a server that may be unreachable. */
const terminateMilliseconds = 1000;
const keepAliveMilliseconds = 30_000;

/**
 * How many statements one connection keeps prepared. Lists sort and filter in many ways and each prepared
 * statement costs server memory, so the least recently used one is dropped.
 */
const maxPrepared = 200;

/** Longer statements insert many rows and rarely repeat, so they are not prepared. */
const maxPreparedLength = 20_000;

/** pg's own record of a connection's prepared statements. */
type Parsed = { readonly parsedStatements: Record<string, string> };

/** The schema changed after preparing (rolling upgrade), or the server lost the statement. */
export function isOutdatedStatement(error: unknown): boolean {
  const { code, routine } = error as { code?: string; routine?: string };
  return code === '26000' || (code === '0A000' && routine === 'RevalidateCachedQuery');
}

/** The server rolled a transaction back because it and another one waited for each other, or could not run side by side. */
export const isDeadlock = (error: unknown): boolean =>
  ['40P01', '40001'].includes(String((error as { code?: unknown } | undefined)?.code));

/** A text as it is written in SQL. */
export const literal = (text: string): string => pg.escapeLiteral(text);

/** One database session, used by one caller at a time. */
export class Connection {
  readonly #client: pg.Client;
  /** Names of prepared statements by their text, least recently used first. */
  readonly #prepared = new Map<string, string>();
  #outdated: string[] = [];
  readonly #watch: SilenceWatch | undefined;
  #isLost = false;
  #isSilent = false;
  #isStandby = false;
  #isReadOnly = false;
  #tookChanges = false;

  constructor(client: pg.Client, watch?: SilenceWatch) {
    this.#client = client;
    this.#watch = watch;
    client.on('error', () => {
      this.#isLost = true;
    });
    client.on('end', () => {
      this.#isLost = true;
    });
    client.connection.on('parameterStatus', ({ parameterName, parameterValue }) => {
      if (parameterName === 'in_hot_standby') this.#isStandby = parameterValue === 'on';
      if (parameterName === 'default_transaction_read_only') this.#isReadOnly = parameterValue === 'on';
    });
  }

  /** Whether the server is writable, not a standby. The server reports it, also when it changes. */
  get isWritable(): boolean {
    return !this.#isStandby && !this.#isReadOnly;
  }

  /** Whether the server was writable when the connection opened and no longer is. */
  get isDemoted(): boolean {
    return this.#tookChanges && !this.isWritable;
  }

  /** Whether it was given up because its server was not there any more. */
  get isSilent(): boolean {
    return this.#isSilent;
  }

  /** Whether it can be reused: alive, with no open transaction. */
  get isReusable(): boolean {
    return !this.#isLost && this.#client.getTransactionStatus() === 'I';
  }

  async open(): Promise<void> {
    await this.#client.connect().catch((error: unknown) => {
      throw isTimeout(error)
        ? new ServerSilent('the server did not accept in time', { cause: error })
        : lossOr(error);
    });
    this.#tookChanges = this.isWritable;
  }

  /** Lets this session's server process yield to others on its machine. */
  lower(priority: BackendPriority): void {
    const { connection, processID } = this.#client as pg.Client & { readonly processID: number };
    void priority.lower({ pid: processID, clientPort: (connection.stream as Socket).localPort });
  }

  onLost(listener: () => void): void {
    this.#client.once('end', listener);
  }

  onNotification(listener: (channel: string, payload: string) => void): void {
    this.#client.on('notification', ({ channel, payload }) => listener(channel, payload ?? ''));
  }

  /**
   * Runs one statement; resolves when the server is ready for the next. An outdated prepared statement is prepared
   * again; inside a transaction, which failed with it, the error says so.
   */
  async run<T extends readonly unknown[]>(statement: Statement, isPrepared: boolean): Promise<Rows<T>> {
    if (!isPrepared || statement.text.length > maxPreparedLength) return this.#send<T>(statement, undefined);
    try {
      return await this.#send<T>(statement, this.#nameOf(statement.text));
    } catch (error) {
      if (!isOutdatedStatement(error)) throw error;
      // If one is outdated, others are.
      for (const text of [...this.#prepared.keys()]) this.#forget(text);
      if (!this.isReusable) throw error;
      return this.#send<T>(statement, this.#nameOf(statement.text));
    }
  }

  async command(text: string): Promise<string> {
    return (await this.#query({ text, values: [] }, undefined)).command;
  }

  /** The output of a `copy … to stdout` statement. */
  copyOut(text: string): Readable {
    return this.#client.query(copyTo(text));
  }

  /** The input of a `copy … from stdin` statement; finished when the server has taken it. */
  copyIn(text: string): Writable & { readonly rowCount: number } {
    return this.#client.query(copyFrom(text));
  }

  /** Ends the session, aborting what still runs. */
  async close(): Promise<void> {
    this.#isLost = true;
    const { stream } = this.#client.connection;
    const timer = setTimeout(() => stream.destroy(), terminateMilliseconds);
    await this.#client.end();
    clearTimeout(timer);
  }

  async #send<T extends readonly unknown[]>(
    statement: Statement,
    name: string | undefined,
  ): Promise<Rows<T>> {
    const { rows, rowCount } = await this.#query(statement, name);
    return Object.defineProperty(rows, 'count', { value: rowCount ?? 0 }) as unknown as Rows<T>;
  }

  #query({ text, values }: Statement, name: string | undefined): Promise<pg.QueryResult> {
    return new Promise((resolve, reject) => {
      // Sent with the statement, so deallocating costs no round trip.
      for (const outdated of this.#outdated)
        this.#client.connection.close({ type: 'S', name: outdated }, true);
      this.#outdated = [];
      const query = { text, ...(values.length > 0 && { values: [...values] }), ...(name && { name }) };
      const stopWatching = this.#watch?.(() => this.#giveUp());
      this.#client.query(query, (error: Error | null, result: pg.QueryResult) => {
        stopWatching?.();
        if (error) this.#whenReady(error, () => reject(this.#lossOr(error)));
        else resolve(lastOf(result));
      });
    });
  }

  #lossOr(error: Error): unknown {
    return this.#isSilent ? new ServerSilent('the server fell silent', { cause: error }) : lossOr(error);
  }

  /** The statement in progress then fails as lost. */
  #giveUp(): void {
    this.#isSilent = true;
    this.#isLost = true;
    this.#client.connection.stream.destroy();
  }

  /** After an error the server sends ReadyForQuery again; only then is the transaction state known. */
  #whenReady(error: Error, go: () => void): void {
    if (!(error instanceof pg.DatabaseError) || isConnectionLoss(error) || this.#isLost) {
      this.#isLost = true;
      go();
      return;
    }
    const { connection } = this.#client;
    const ready = () => {
      connection.off('readyForQuery', ready);
      connection.off('end', ready);
      go();
    };
    connection.on('readyForQuery', ready);
    connection.on('end', ready);
  }

  #nameOf(text: string): string {
    const known = this.#prepared.get(text);
    const name = known ?? createHash('sha256').update(text).digest('base64url');
    // Reinserted to count as the most recently used.
    if (known) this.#prepared.delete(text);
    this.#prepared.set(text, name);
    if (this.#prepared.size > maxPrepared) {
      const [oldest] = this.#prepared.keys();
      if (oldest !== undefined) this.#forget(oldest);
    }
    return name;
  }

  #forget(text: string): void {
    const name = this.#prepared.get(text);
    if (name === undefined) return;
    this.#prepared.delete(text);
    delete (this.#client.connection as unknown as Parsed).parsedStatements[name];
    this.#outdated.push(name);
  }
}

/** A text of several statements has several results; the last one counts. */
const lastOf = (result: pg.QueryResult | pg.QueryResult[]): pg.QueryResult =>
  Array.isArray(result) ? (result.at(-1) as pg.QueryResult) : result;

/** Driver errors without a code (closed socket, time-out) become connection losses; server errors pass through. */
const lossOr = (error: unknown): unknown =>
  error instanceof pg.DatabaseError || isConnectionLoss(error)
    ? error
    : new ConnectionLost((error as Error).message, { cause: error });

/** Whether pg gave up connecting because nobody replied. */
const isTimeout = (error: unknown): boolean =>
  (error as Error).message === 'timeout expired' || (error as { code?: unknown }).code === 'ETIMEDOUT';

function configOf(host: string, { name, settings = {} }: ConnectionOptions): pg.ClientConfig {
  const address = new URL(host);
  const own = address.searchParams.get('options');
  address.searchParams.delete('options');
  const ours = Object.entries(settings).map(([setting, value]) => `-c ${setting}=${value}`);
  return {
    connectionString: address.href,
    application_name: name,
    options: [...(own === null ? [] : [own]), ...ours].join(' '),
    types: resultTypes,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMilliseconds,
    connectionTimeoutMillis: connectMilliseconds,
  };
}

/** Connects to the first server that accepts and, when there are several, is writable. */
export async function connect(address: string, options: ConnectionOptions): Promise<Connection> {
  const hosts = hostsOf(address);
  let failure: unknown;
  for (const host of hosts) {
    const config = configOf(host, options);
    const connection = new Connection(new pg.Client(config), watchSilence(config, options.silence));
    try {
      await connection.open();
      if (hosts.length === 1 || connection.isWritable) {
        if (options.priority) connection.lower(options.priority);
        return connection;
      }
      failure ??= new ConnectionLost('no server of the database takes changes now');
    } catch (error) {
      failure = error;
    }
    await connection.close().catch(() => {});
  }
  throw failure;
}
