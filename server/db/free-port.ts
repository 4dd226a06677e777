import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that the system gives to connections, so that none of them takes the port before its server does. */
const [first, count] = [15_000, 17_000];
/** Processes begin far apart, so that two that start servers at the same time do not find the same port. */
let next = process.pid * 101;

/** A free port of this machine. */
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
