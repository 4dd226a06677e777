import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { problemsOfError } from '#contract/problems.ts';
import { Refusal } from '#domain/errors.ts';
import type { ProcessSettings } from '#server/process-settings.ts';
import { unstorableTexts } from './unstorable-text.ts';

/** Parses input with the contract's schema; refuses invalid input with one problem per field. */
function validator({ schema }: { schema: unknown }) {
  return (data: unknown) => {
    const unstorable = unstorableTexts(data);
    if (unstorable.length > 0) return { error: new Refusal('validation.failed', {}, unstorable) };
    const result = (schema as z.ZodType).safeParse(data ?? undefined);
    return result.success
      ? { value: result.data }
      : { error: new Refusal('validation.failed', {}, problemsOfError(result.error)) };
  };
}

function removeAt(value: unknown, path: readonly PropertyKey[], keys: readonly string[]): void {
  const holder = path.reduce<unknown>((inner, step) => (inner as Record<PropertyKey, unknown>)[step], value);
  for (const key of keys) delete (holder as Record<string, unknown>)[key];
}

/**
 * Serializes a response, filtered by the contract. A field outside the contract throws when `strict`. In production
 * it is removed and logged as an error, so completed work never turns into a failure.
 */
export function responseText(
  schema: z.ZodType,
  value: unknown,
  strict: boolean,
  log: FastifyBaseLogger,
): string {
  const result = schema.safeParse(value);
  if (result.success) return JSON.stringify(result.data);
  const stray = result.error.issues.filter((issue) => issue.code === 'unrecognized_keys');
  if (strict || stray.length < result.error.issues.length) {
    throw new Error(`a response does not match its contract: ${result.error.message}`);
  }
  const copy = structuredClone(value);
  for (const issue of stray) removeAt(copy, issue.path, issue.keys);
  log.error(
    { fields: stray.flatMap((issue) => issue.keys) },
    'undeclared fields were removed from a response',
  );
  return responseText(schema, copy, true, log);
}

/** Strict outside production: a response that breaks its contract is an error. */
export const isStrict = ({ NODE_ENV }: ProcessSettings): boolean => NODE_ENV !== 'production';

/** Uses the contract's schemas for validation and serialization. */
export function parseWithContract(app: FastifyInstance, settings: ProcessSettings): void {
  const strict = isStrict(settings);
  app.setValidatorCompiler(validator);
  app.setSerializerCompiler(
    ({ schema }) =>
      (value) =>
        responseText(schema as unknown as z.ZodType, value, strict, app.log),
  );
}
