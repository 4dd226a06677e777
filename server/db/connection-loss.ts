/** The connection to the database was lost, or there was none to be had. */
export class ConnectionLost extends Error {
  readonly code = 'CONNECTION_LOST';
}

/** Whether an error says that the connection to the database was lost: then nobody knows whether a statement was committed. */
export function isConnectionLoss(error: unknown): boolean {
  const code = String((error as { code?: unknown } | undefined)?.code);
  // 53300: the server has no connection left; 57P0x: it starts, stops or ended this one.
  return /^(CONNECTION_LOST$|ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_|57P0|08|53300)/.test(code);
}

/** Whether a database is there but cannot take changes now: no room, no memory, or only to be read. Trying again later helps. */
export function isOutOfService(error: unknown): boolean {
  return /^(53|25006)/.test(String((error as { code?: unknown } | undefined)?.code));
}
