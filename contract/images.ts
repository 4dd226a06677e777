import { z } from 'zod';
import { defineCall } from './call.ts';

const uploaded = z.strictObject({
  /** The `image` reference in a draft; the image itself is served through `imageLinks`. */
  name: z.string(),
});
const upload = {
  method: 'POST',
  access: 'question.write',
  upload: true,
  response: uploaded,
  status: 201,
  refusals: ['image.unreadable', 'image.tooLarge', 'request.tooLarge', 'request.malformed'],
} as const;

export const uploadQuestionImage = defineCall({
  ...upload,
  path: 'questionImages',
  summary: 'Upload the image of a question (PNG, JPEG, WebP or GIF); it is re-encoded without metadata',
});

export const uploadAnswerImage = defineCall({
  ...upload,
  path: 'answerImages',
  summary: 'Upload the image of an answer (PNG, JPEG, WebP or GIF); it is re-encoded without metadata',
});

const maxImages = 200;

/** The page requests links for all its images together; a link works for a while without a token, as an <img> needs. */
export const imageLinks = defineCall({
  method: 'GET',
  path: 'imageLinks',
  summary: 'Get short-lived addresses of images by name; images the caller may not see are omitted',
  access: 'signedIn',
  whileSitting: 'checkedByHandler',
  query: z.object({
    names: z
      .string()
      .max(maxImages * 37)
      .transform((names) => names.split(',').filter(Boolean))
      .pipe(z.array(z.uuid()).min(1).max(maxImages)),
  }),
  response: z.strictObject({
    links: z.record(z.string(), z.string()),
    /** The minimum lifetime of the links; request new ones before it ends. */
    seconds: z.int(),
  }),
  workload: 'exam',
  refusals: [],
});

const image = {
  method: 'GET',
  access: 'public',
  params: z.strictObject({ name: z.string().max(100) }),
  query: z.object({ e: z.string().max(20).optional(), s: z.string().max(100).optional() }),
  file: ['image/webp'],
  refusals: ['resource.notFound', 'auth.expired'],
} as const;

/** Public only with a signed link; otherwise the token decides. Also served below `/img` itself. */
export const questionImage = defineCall({
  ...image,
  path: 'img/quest/:name',
  workload: 'exam',
  summary: 'Get the image of a question by a signed address or a token',
});

export const answerImage = defineCall({
  ...image,
  path: 'img/ans/:name',
  workload: 'exam',
  summary: 'Get the image of an answer by a signed address or a token',
});
