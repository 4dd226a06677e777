import { z } from 'zod';
import * as calls from '#contract/images.ts';
import { refuse } from '#domain/errors.ts';
import type { Queryable } from '#server/db/database.ts';
import { authenticate } from '#server/http/authentication.ts';
import type { FileResponse } from '#server/http/file-response.ts';
import type { MemoryBudget } from '#server/http/memory-budget.ts';
import { type Input, type Route, route } from '#server/http/route.ts';
import type { Services } from '#server/services.ts';
import { addressHolds, addressSeconds, imageAddress } from './image-address.ts';
import { encodeImage } from './image-encoding.ts';
import {
  type ImageKind,
  imageType,
  selectImageUntil,
  selectOptionalImage,
  storeImage,
} from './image-store.ts';
import { withUploadedFile } from './uploaded-file.ts';
import { visibleImages } from './visible-images.ts';

/** Larger than any phone photo, small enough to hold in memory. */
const uploadBytes = 15 * 1024 * 1024;

async function nowInSeconds(sql: Queryable): Promise<number> {
  const [row] = await sql<{ now: number }[]>`select extract(epoch from now())::float8 as now`;
  return row?.now ?? 0;
}

type ImageInput = Pick<Input<typeof calls.questionImage>, 'params' | 'query' | 'request'>;

/** The image of a signed URL, in one statement; undefined when the URL is not signed or has expired. */
async function signedImage({ database, tokens }: Services, kind: ImageKind, { params, query }: ImageInput) {
  const { e: ends, s: seal } = query;
  const { name } = params;
  // A made-up signature must not cost a statement on the connections of exams.
  if (ends === undefined || seal === undefined || !/^\d+$/.test(ends)) return undefined;
  if (!addressHolds(tokens, { kind, name }, { ends, seal })) return undefined;
  return selectImageUntil(database.sql, kind, name, Number(ends));
}

/** The image for a user who may see it. */
async function visibleImage(services: Services, kind: ImageKind, { params: { name }, request }: ImageInput) {
  const { sql } = services.database;
  const caller = await authenticate(services, request);
  const seen = z.uuid().safeParse(name).success
    ? await visibleImages(sql, caller, [name])
    : new Map<string, ImageKind>();
  if (seen.get(name) !== kind) refuse('resource.notFound');
  return { content: await selectOptionalImage(sql, kind, name) };
}

type UploadInput = Pick<Input<typeof calls.uploadQuestionImage>, 'caller' | 'author' | 'request'>;

function upload(
  { database }: Services,
  memory: MemoryBudget,
  kind: ImageKind,
  { caller, author, request }: UploadInput,
) {
  const madeBy = caller.actor.userId;
  return withUploadedFile(request, { person: madeBy, maxBytes: uploadBytes, memory }, async ({ content }) => {
    const image = await encodeImage(content);
    return { name: await database.transaction(author, (tx) => storeImage(tx, { ...image, kind, madeBy })) };
  });
}

async function imageFor(
  services: Services,
  kind: ImageKind,
  input: ImageInput,
): Promise<FileResponse<typeof imageType>> {
  const { content } =
    (await signedImage(services, kind, input)) ?? (await visibleImage(services, kind, input));
  if (!content) refuse('resource.notFound');
  return {
    type: imageType,
    content,
    headers: {
      // On a shared computer the next person could read it in the browser's cache.
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    },
  };
}

/** Serves images below the API and below `/img`. */
export function imageRoutes(services: Services): Route[] {
  return [
    route(calls.questionImage, (input) => imageFor(services, 'question', input)),
    route(calls.answerImage, (input) => imageFor(services, 'answer', input)),
  ];
}

/** Uploads images and returns their signed URLs. */
export function fileRoutes(services: Services, memory: MemoryBudget): Route[] {
  const { database, tokens } = services;
  return [
    route(calls.uploadQuestionImage, (input) => upload(services, memory, 'question', input)),
    route(calls.uploadAnswerImage, (input) => upload(services, memory, 'answer', input)),
    route(calls.imageLinks, async ({ caller, query }) => {
      const [seen, now] = await Promise.all([
        visibleImages(database.sql, caller, query.names),
        nowInSeconds(database.sql),
      ]);
      const links = [...seen].map(
        ([name, kind]) => [name, imageAddress(tokens, { kind, name }, now)] as const,
      );
      return { links: Object.fromEntries(links), seconds: addressSeconds };
    }),
  ];
}
