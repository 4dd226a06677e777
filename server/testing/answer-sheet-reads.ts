import type { TestServer } from './server.ts';

/** The database, and how many answer sheets each statement on it read. */
export function answerSheetReads(server: TestServer) {
  const reads: number[] = [];
  const sql = new Proxy(server.database.sql, {
    apply: (target, self, given) => {
      const statement = Reflect.apply(target, self, given);
      if (Array.isArray(given[0]) && given[0].join('').includes('answer_sheet('))
        statement.then(({ length }: readonly unknown[]) => reads.push(length));
      return statement;
    },
  });
  return { sql, reads };
}
