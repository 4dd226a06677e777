import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import type { Services } from '#server/services.ts';

/** Describes every call as OpenAPI 3.1, from the schemas that validate it, browsable at /api/docs. */
export async function serveOpenApi(app: FastifyInstance, services: Pick<Services, 'version'>): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Exam platform',
        description: 'Refusals carry a code, its parameters and, for a wrong body, the wrong fields.',
        version: services.version,
      },
      components: { securitySchemes: { token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
    transform: jsonSchemaTransform,
    // Shared schemas, like the body of a refusal, are defined once and referenced.
    transformObject: jsonSchemaTransformObject,
  });
  await app.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: true });
}
