import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '#domain/errors.ts';
import type { ServerParts } from '#server/services.ts';
import { readPage } from './page-version.ts';

/** Sets the content of a meta element of the page. */
const withMeta = (page: string, name: string, content: string): string =>
  page.replace(new RegExp(`(<meta name="${name}" content=")[^"]*"`), `$1${content}"`);

/** Neither compressed copies, which are served under the name of their file, nor sources. */
const isServed = (path: string): boolean => !/\.(?:map|br|gz)$/.test(path);

/**
 * Serves the web application: content-hashed files are cached forever, the page never, and every screen path gets the
 * page. Hashed files are looked up on each request: those of earlier builds stay for open pages, and those of a build that this process
 * does not run yet are there for pages of others. An unknown path below /api is refused.
 */
export async function serveWeb(
  app: FastifyInstance,
  { process, webFolder = '' }: Pick<ServerParts, 'process' | 'webFolder'>,
): Promise<void> {
  const read = webFolder ? await readPage(webFolder) : undefined;
  const page =
    read && withMeta(withMeta(read.text, 'institution', process.INSTITUTION), 'version', read.version);
  if (page !== undefined) {
    const cached = (value: string) => ({
      index: false as const,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply: { header(name: string, value: string): unknown }) =>
        void reply.header('cache-control', value),
    });
    await app.register(fastifyStatic, {
      ...cached('public, max-age=300'),
      root: webFolder,
      wildcard: false,
      globIgnore: ['index.html', 'assets/**', '**/*.map', '**/*.br', '**/*.gz', '.vite/**'],
    });
    await app.register(async (assets) => {
      assets.addHook('onRequest', async ({ params }) => {
        if (!isServed((params as { '*': string })['*'])) throw new Refusal('resource.notFound', {});
      });
      await assets.register(fastifyStatic, {
        ...cached('public, max-age=31536000, immutable'),
        root: join(webFolder, 'assets'),
        prefix: '/assets/',
        decorateReply: false,
      });
    });
  }
  app.setNotFoundHandler((request, reply) => {
    const asksForPage = request.method === 'GET' && !/^\/(api|img|assets)\//.test(request.url);
    if (page === undefined || !asksForPage) throw new Refusal('resource.notFound', {});
    return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page);
  });
}
