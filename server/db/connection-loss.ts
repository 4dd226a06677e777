/** Whether an error says that the connection to the database was lost: then nobody knows whether a statement was committed. */
export function isConnectionLoss(error: unknown): boolean {
  const code = String((error as { code?: unknown } | undefined)?.code);
  return /^(CONNECT|ECONN|EPIPE|57P0|08)/.test(code);
}

/** Whether a database is there but cannot take changes now: no room, no memory, or only to be read. Trying again later helps. */
export function isOutOfService(error: unknown): boolean {
  return /^(53|25006)/.test(String((error as { code?: unknown } | undefined)?.code));
}
