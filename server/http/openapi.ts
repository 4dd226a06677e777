import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, RouteHandlerMethod } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { Refusal } from '#domain/errors.ts';
import { projectRoot } from '#server/project-root.ts';
import type { Services } from '#server/services.ts';

type Served = Pick<Services, 'version' | 'process'>;

/** What the committed document says in place of the version, and the beginning of its paths. */
const committed = { version: '"version": "0"', paths: '"/api/umfst/' } as const;

/**
 * The committed document, for this institution and version. A test keeps it equal to the calls; writing it from their
 * schemas takes seconds in which this process saves nothing.
 */
function documentFor({ version, process }: Served, text: string): Buffer {
  return Buffer.from(
    text
      .replace(committed.version, `"version": ${JSON.stringify(version)}`)
      .replaceAll(committed.paths, `"/api/${process.INSTITUTION}/`),
  );
}

/**
 * The document, read at the start, as an upgrade replaces the file while this version serves. Made and compressed at the
 * first request and kept: everyone may ask for it, as often as they like.
 */
async function cachedDocument(served: Served): Promise<RouteHandlerMethod> {
  const document = await readFile(join(projectRoot, 'docs/openapi.json'), 'utf8');
  const make = async () => {
    const text = documentFor(served, document);
    return { text, compressed: await promisify(gzip)(text) };
  };
  let cached: ReturnType<typeof make> | undefined;
  return async (request, reply) => {
    cached ??= make();
    const { text, compressed } = await cached;
    const isCompressed = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
    if (isCompressed) void reply.header('content-encoding', 'gzip');
    return reply
      .header('vary', 'accept-encoding')
      .type('application/json; charset=utf-8')
      .send(isCompressed ? compressed : text);
  };
}

const notServed: RouteHandlerMethod = () => {
  throw new Refusal('resource.notFound', {});
};

/**
 * Describes every call as OpenAPI 3.1, from the schemas that validate it, browsable at /api/docs. Registered before
 * compression, which would compress the viewer's files again for each request.
 */
export async function serveOpenApi(app: FastifyInstance, served: Served): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Exam platform',
        description: 'Refusals carry a code, its parameters and, for a wrong body, the wrong fields.',
        version: served.version,
      },
      components: { securitySchemes: { token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
    transform: jsonSchemaTransform,
    // Shared schemas, like the body of a refusal, are defined once and referenced.
    transformObject: jsonSchemaTransformObject,
  });
  const document = await cachedDocument(served);
  await app.register(async (docs) => {
    // The viewer would write the document again for each request.
    docs.addHook('onRoute', (route) => {
      if (route.url.endsWith('/json')) route.handler = document;
      if (route.url.endsWith('/yaml')) route.handler = notServed;
    });
    await docs.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: true });
  });
}
