/** The connection to the database was lost, or none could be opened. */
export class ConnectionLost extends Error {
  readonly code = 'CONNECTION_LOST';
}

/** The server did not reply in time: it is not worth asking it again at once. */
export class ServerSilent extends ConnectionLost {}

/** Whether an error means a lost connection: it is then unknown whether a statement was committed. */
export function isConnectionLoss(error: unknown): boolean {
  const code = String((error as { code?: unknown } | undefined)?.code);
  // 53300: the server has no connection left; 57P0x: it starts, stops or ended this one.
  return /^(CONNECTION_LOST$|ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_|57P0|08|53300)/.test(code);
}

/**
 * Whether the database responds but cannot write now: disk full, out of memory, read-only. A later retry may
 * work.
 */
export function isOutOfService(error: unknown): boolean {
  return /^(53|25006)/.test(String((error as { code?: unknown } | undefined)?.code));
}
