/** The oldest PostgreSQL the schema works on: `nulls not distinct` came with it. */
const oldest = 15;

/**
 * Throws with advice for the operator when PostgreSQL is too old; `versionNumber` is its
 * `server_version_num`.
 */
export function refuseOldPostgres(versionNumber: number): void {
  const major = Math.floor(versionNumber / 10_000);
  if (major < oldest)
    throw new Error(
      `PostgreSQL ${major} is too old: the product needs ${oldest} or newer. Upgrade the server that DATABASE_URL names.`,
    );
}
