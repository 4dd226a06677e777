import type { FastifyRequest } from 'fastify';
import { refuse } from '#domain/errors.ts';

/** What the form parser throws has a status when it is a limit of ours; otherwise the form itself is broken. */
function refuseForm(thrown: unknown): never {
  if (thrown instanceof Error && 'statusCode' in thrown) throw thrown;
  refuse('request.malformed');
}

/** The one file of a form, held in memory; none, several, or more than `mostBytes` are refused. */
export async function uploadedFile(
  request: FastifyRequest,
  mostBytes: number,
): Promise<{ content: Buffer; fileName: string }> {
  const limits = { fileSize: mostBytes, files: 1, fields: 5, parts: 6, fieldSize: 10_000 };
  const part = await request.file({ limits }).catch(refuseForm);
  if (!part) refuse('request.malformed');
  return { content: await part.toBuffer().catch(refuseForm), fileName: part.filename };
}
