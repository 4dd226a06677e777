import type { Database } from '#server/db/database.ts';

/** A database whose transactions are counted: a job that finds its import locked begins another one. */
export function countedTransactions(database: Database) {
  let begun = 0;
  const counted: Database = {
    ...database,
    transaction: (author, work) => {
      begun += 1;
      return database.transaction(author, work);
    },
  };
  return { database: counted, begun: () => begun };
}
