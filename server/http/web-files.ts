import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '#domain/errors.ts';
import { projectRoot } from '#server/project-root.ts';
import type { Services } from '#server/services.ts';

const folder = join(projectRoot, 'dist/web');

/** The page that every screen starts from, with the institution's API address; undefined when the web was not built. */
async function readPage(institution: string): Promise<string | undefined> {
  const page = await readFile(join(folder, 'index.html'), 'utf8').catch(() => undefined);
  return page?.replace(/(<meta name="institution" content=")[^"]*"/, `$1${institution}"`);
}

/**
 * Serves the web application: content-hashed files are cached forever, the page never, and every screen path gets the
 * page. An unknown path below /api is refused.
 */
export async function serveWeb(app: FastifyInstance, services: Pick<Services, 'process'>): Promise<void> {
  const page = await readPage(services.process.INSTITUTION);
  if (page !== undefined) {
    await app.register(fastifyStatic, {
      root: folder,
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
