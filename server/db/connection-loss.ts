/** Whether an error says that the connection to the database was lost: then nobody knows whether a statement was committed. */
export function isConnectionLoss(error: unknown): boolean {
  const code = String((error as { code?: unknown } | undefined)?.code);
  return /^(CONNECT|ECONN|EPIPE|57P0|08)/.test(code);
}
