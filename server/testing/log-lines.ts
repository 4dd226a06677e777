import type { TestServer } from './server.ts';

/** Collects the log lines of a server instead of printing them; the server needs a `LOG_LEVEL`. */
export function keepLogLines({ app: { log } }: Pick<TestServer, 'app'>): readonly string[] {
  const lines: string[] = [];
  const stream = Object.getOwnPropertySymbols(log).find(({ description }) => description === 'pino.stream');
  if (!stream) throw new Error('the log has no stream');
  Object.assign(log, { [stream]: { write: (line: string) => lines.push(line) } });
  return lines;
}
