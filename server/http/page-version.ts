import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { ServerParts } from '#server/services.ts';

/** The header that tells an open page which version the server has. */
const header = 'x-page-version';

/**
 * The built page and its version: the time of the build, and a hash, because the page names its scripts by their content. Undefined
 * when the web was not built.
 */
export async function readPage(
  webFolder: string,
): Promise<{ readonly text: string; readonly version: string } | undefined> {
  const file = join(webFolder, 'index.html');
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const { mtimeMs } = await stat(file);
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 8);
  return { text, version: `${Math.floor(mtimeMs / 1000)}.${hash}` };
}

/** Sends the version of the pages with every read, so that an open page learns of a new one without asking. */
export async function sendPageVersion(
  app: FastifyInstance,
  { webFolder = '' }: Pick<ServerParts, 'webFolder'>,
): Promise<void> {
  const page = webFolder ? await readPage(webFolder) : undefined;
  if (!page) return;
  app.addHook('onRequest', (request, reply, done) => {
    if (request.method === 'GET') void reply.header(header, page.version);
    done();
  });
}
