import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '#domain/errors.ts';
import type { ServerParts } from '#server/services.ts';

/** The page that every screen starts from, with the institution's API address; undefined when the web was not built. */
async function readPage(folder: string, institution: string): Promise<string | undefined> {
  const page = await readFile(join(folder, 'index.html'), 'utf8').catch(() => undefined);
  return page?.replace(/(<meta name="institution" content=")[^"]*"/, `$1${institution}"`);
}

/**
 * Serves the web application: content-hashed files are cached forever, the page never, and every screen path gets the
 * page. An unknown path below /api is refused.
 */
export async function serveWeb(
  app: FastifyInstance,
  { process, webFolder = '' }: Pick<ServerParts, 'process' | 'webFolder'>,
): Promise<void> {
  const page = webFolder ? await readPage(webFolder, process.INSTITUTION) : undefined;
  if (page !== undefined) {
    await app.register(fastifyStatic, {
      root: webFolder,
      index: false,
      wildcard: false,
      preCompressed: true,
      globIgnore: ['index.html', '**/*.map', '**/*.br', '**/*.gz', '.vite/**'],
      setHeaders: (reply, path) => {
        const named = path.includes('/assets/');
        void reply.header(
          'cache-control',
          named ? 'public, max-age=31536000, immutable' : 'public, max-age=300',
        );
      },
    });
  }
  app.setNotFoundHandler((request, reply) => {
    const asksForPage = request.method === 'GET' && !/^\/(api|img|assets)\//.test(request.url);
    if (page === undefined || !asksForPage) throw new Refusal('resource.notFound', {});
    return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page);
  });
}
