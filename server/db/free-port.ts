import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the system's ephemeral ports, so that no connection takes the port before its server does. */
const [first, count] = [15_000, 17_000];
/** Processes start searching far apart, so that two of them do not find the same port at the same time. */
let next = process.pid * 101;

export async function freePort(): Promise<number> {
  for (let tries = 0; tries < count; tries += 1) {
    next += 1;
    const port = first + (next % count);
    if (await isFree(port)) return port;
  }
  throw new Error('No free port was found.');
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  const opened = new Promise<boolean>((resolve) => {
    probe.once('listening', () => resolve(true)).once('error', () => resolve(false));
  });
  probe.listen(port, '127.0.0.1');
  if (!(await opened)) return false;
  probe.close();
  await once(probe, 'close');
  return true;
}
