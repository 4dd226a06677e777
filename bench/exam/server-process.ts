import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { projectRoot } from '#server/project-root.ts';

export type ServerProcess = { readonly pid: number; readonly port: number; stop(): Promise<void> };

/** Signs the tokens of every benchmark. */
export const benchSecret = 'a secret for benchmarks only, as long as it has to be';

/**
 * The deployed product in a separate process on a prepared database. It leads a session, as a service does: Linux shares
 * the processors between sessions first, and the load must not compete with the server inside one.
 */
export async function startServer(
  databaseUrl: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  const child: ChildProcess = spawn(process.execPath, [join(projectRoot, 'dist/server/main.js')], {
    cwd: projectRoot,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATABASE_URL: databaseUrl,
      TOKEN_SECRET: benchSecret,
      PORT: '0',
      DEMO: '0',
      LOG_LEVEL: 'warn',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  process.once('exit', () => child.kill());
  process.once('SIGINT', () => process.exit(130));
  const port = await new Promise<number>((resolve, reject) => {
    let output = '';
    child.stdout?.on('data', (text) => {
      output += String(text);
      const found = /Ready: http:\/\/[^:]+:(\d+)/.exec(output)?.[1];
      if (found) resolve(Number(found));
    });
    child.once('exit', () => reject(new Error(`the server ended while starting: ${output}`)));
  });
  return {
    pid: child.pid ?? 0,
    port,
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}
