import { randomBytes, randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { beforeAll, describe, expect, it, test } from 'vitest';
import { shares } from '#server/db/workloads.ts';
import {
  aDiscipline,
  aTeacher,
  type SignedInPerson,
  signedIn,
  signedInAs,
} from '#server/testing/accounts.ts';
import { aChapter, aQuestionDraft } from '#server/testing/bank.ts';
import { untilWaiting } from '#server/testing/locks.ts';
import { png, slope } from '#server/testing/png.ts';
import { useTestServer } from '#server/testing/server.ts';
import { upload } from '#server/testing/upload.ts';
import { useSignedInAs } from '#server/testing/use-signed-in.ts';
import { removeUnusedImages } from './clean-up.ts';

const server = useTestServer();
const admin = useSignedInAs(server, 'admin');
let teacher: SignedInPerson;
let colleague: SignedInPerson;
let stranger: SignedInPerson;
let chapterId: number;

beforeAll(async () => {
  teacher = await signedIn(server, await aTeacher(server));
  colleague = await signedIn(server, await aTeacher(server));
  stranger = await signedInAs(server, 'teacher');
  const { id } = await aDiscipline(server, { holders: [teacher], collaborators: [colleague] });
  chapterId = await aChapter(server, id);
});

async function uploaded(
  by = teacher,
  content: Uint8Array = slope(60, 40),
  path = 'questionImages',
): Promise<string> {
  const response = await upload(by, path, content);
  expect(response.statusCode, response.body).toBe(201);
  return response.json().name;
}
const storedImage = async (name: string) => {
  const [row] = await server.database.sql<
    { content: Buffer; width: number; height: number; mediaType: string }[]
  >`select content, width, height, media_type as "mediaType" from files where id = ${name}`;
  if (!row) throw new Error('nothing is stored under this name');
  return row;
};
const linkOf = async (by: SignedInPerson, name: string): Promise<string | undefined> =>
  (await by.get(`imageLinks?names=${name}`)).json().links[name];
const atRoot = (url: string, token?: string) =>
  server.app.inject({ url, ...(token && { headers: { authorization: `Bearer ${token}` } }) });

/** Random pixels compress worst. */
const noise = (width: number, height: number, format: 'png' | 'jpeg' | 'webp') =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .toFormat(format)
    .toBuffer();

describe('an uploaded image', () => {
  test.each([
    ['a PNG', () => slope(60, 40)],
    ['a JPEG', () => noise(60, 40, 'jpeg')],
    ['a WebP', () => noise(60, 40, 'webp')],
    ['a GIF', () => sharp(slope(60, 40)).gif().toBuffer()],
    ['a PNG called a JPEG', () => slope(60, 40)],
  ])('[QUES-5] %s is stored as WebP, whatever its file name', async (_, make) => {
    const response = await upload(teacher, 'questionImages', await make(), {
      fileName: 'x.jpg',
      type: 'image/jpeg',
    });
    const { content, width, height, mediaType } = await storedImage(response.json().name);
    expect([mediaType, width, height]).toEqual(['image/webp', 60, 40]);
    expect((await sharp(content).metadata()).format).toBe('webp');
  });

  it('[QUES-5] loses its metadata and appended data, and is turned upright', async () => {
    const photo = await sharp(slope(60, 40))
      .jpeg()
      .withExif({ IFD0: { Copyright: 'secret-of-the-camera' }, IFD3: { GPSLatitude: '46/1 32/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const polyglot = Buffer.concat([photo, Buffer.from('<script>alert(1)</script>PK\u0003\u0004 hidden')]);
    const { content, width, height } = await storedImage(await uploaded(teacher, polyglot));
    expect([width, height]).toEqual([40, 60]);
    const { exif, orientation, icc } = await sharp(content).metadata();
    expect([exif, orientation, icc]).toEqual([undefined, undefined, undefined]);
    for (const hidden of ['script', 'secret', 'GPS', 'hidden']) expect(content.includes(hidden)).toBe(false);
  });

  it('[QUES-5] loses a script in a PNG comment', async () => {
    const pixels = Buffer.from([0, 1, 2, 3, 4]);
    const { content } = await storedImage(
      await uploaded(teacher, png({ width: 4, height: 1, pixels, text: '<svg onload=alert(1)>' })),
    );
    expect(content.includes('svg')).toBe(false);
  });

  it('[QUES-5] is scaled down to 1600 pixels and 300 kB, drawings lossless', async () => {
    const photo = await storedImage(await uploaded(teacher, await noise(2500, 1250, 'jpeg')));
    expect(Math.max(photo.width, photo.height)).toBeLessThanOrEqual(1600);
    expect(photo.width / photo.height).toBeCloseTo(2, 1);
    expect(photo.content.length).toBeLessThanOrEqual(300 * 1024);

    const drawing = slope(256, 64);
    const { content } = await storedImage(await uploaded(teacher, drawing));
    const grey = (bytes: Uint8Array) => sharp(bytes).toColourspace('b-w').raw().toBuffer();
    expect((await grey(content)).equals(await grey(drawing))).toBe(true);
  });
});

describe('a malicious or broken file', () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script><rect width="9" height="9"/></svg>';
  test.each<[string, () => Uint8Array | Promise<Uint8Array>, string]>([
    ['an SVG with a script', () => Buffer.from(svg), 'image.unreadable'],
    ['an SVG with an XML head', () => Buffer.from(`<?xml version="1.0"?>${svg}`), 'image.unreadable'],
    ['a page', () => Buffer.from('<!doctype html><script>alert(1)</script>'), 'image.unreadable'],
    ['a TIFF', () => sharp(slope(9, 9)).tiff().toBuffer(), 'image.unreadable'],
    ['nothing', () => Buffer.alloc(0), 'image.unreadable'],
    ['noise', () => randomBytes(5000), 'image.unreadable'],
    ['a PDF', () => Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj'), 'image.unreadable'],
    ['a PNG that breaks off', () => slope(200, 200).subarray(0, 150), 'image.unreadable'],
    [
      'a JPEG that breaks off',
      async () => (await noise(300, 300, 'jpeg')).subarray(0, 9000),
      'image.unreadable',
    ],
    ['a PNG without its pixels', () => png({ width: 2000, height: 2000 }), 'image.unreadable'],
    [
      'a few bytes that claim 65,000 × 65,000 pixels',
      () => png({ width: 65_000, height: 65_000 }),
      'image.tooLarge',
    ],
    ['a bomb of 30,000 × 30,000 black pixels', () => bomb(), 'image.tooLarge'],
    [
      'a wall one pixel high',
      () => png({ width: 100_000, height: 1, pixels: Buffer.alloc(100_001) }),
      'image.tooLarge',
    ],
  ])('[SAFE-10] %s is refused', async (_, make, error) => {
    const response = await upload(teacher, 'questionImages', await make());
    expect([response.statusCode, response.json().error]).toEqual([400, error]);
  });

  /** 900 million pixels in less than a megabyte. */
  const bomb = () => png({ width: 30_000, height: 30_000, pixels: Buffer.alloc(100_000_000) });

  it('[SAFE-10] of fifty megabytes is refused, and the next upload works', async () => {
    const response = await upload(teacher, 'questionImages', Buffer.alloc(50 * 1024 * 1024, 1));
    expect([response.statusCode, response.json().error]).toEqual([413, 'request.tooLarge']);
    await uploaded();
  });

  it('[SAFE-10] is refused when the body is not a form or has no file', async () => {
    for (const [body, type] of [
      [Buffer.from('{}'), 'application/json'],
      [Buffer.from('x'), 'image/png'],
      [
        Buffer.from('--b\r\ncontent-disposition: form-data; name="file"\r\n\r\nabc\r\n--b--\r\n'),
        'multipart/form-data; boundary=b',
      ],
      [Buffer.from('--b--\r\n'), 'multipart/form-data; boundary=b'],
      [Buffer.from('broken'), 'multipart/form-data; boundary=b'],
      [Buffer.from('broken'), 'multipart/form-data'],
    ] as const) {
      const response = await teacher.post('questionImages', body, { 'content-type': type });
      expect([response.statusCode, response.json().error], type).toEqual([400, 'request.malformed']);
    }
  });

  it('[SAFE-10] gets a response when many arrive concurrently', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        upload(
          teacher,
          'answerImages',
          n % 3 === 0 ? png({ width: 50_000, height: 50_000 }) : slope(100 + n, 50),
        ),
      ),
    );
    expect(answers.map((response) => response.statusCode)).toEqual(
      answers.map((_, n) => (n % 3 === 0 ? 400 : 201)),
    );
  });
});

describe('access to an image', () => {
  const use = async (name: string, by = teacher) => {
    const response = await by.post('questions', aQuestionDraft(chapterId, { image: name }));
    expect(response.statusCode, response.body).toBe(201);
    return response.json().id as number;
  };
  const statuses = async (name: string, folder = 'quest') =>
    Promise.all(
      [teacher, colleague, admin, stranger].map(
        async (person) => (await person.get(`img/${folder}/${name}`)).statusCode,
      ),
    );

  it('[QUES-5] is limited to its uploader and administrators until a question uses it, then to the discipline’s teachers', async () => {
    const name = await uploaded();
    expect(await statuses(name)).toEqual([200, 404, 200, 404]);
    await use(name);
    expect(await statuses(name)).toEqual([200, 200, 200, 404]);
  });

  it('[QUES-5] works the same for answer images, each kind only in its own folder', async () => {
    const name = await uploaded(teacher, slope(20, 20), 'answerImages');
    const draft = aQuestionDraft(chapterId);
    const answers = draft.answers.map((answer, index) => (index === 3 ? { ...answer, image: name } : answer));
    expect((await teacher.post('questions', { ...draft, answers })).statusCode).toBe(201);
    expect(await statuses(name, 'ans')).toEqual([200, 200, 200, 404]);
    expect(await statuses(name, 'quest')).toEqual([404, 404, 404, 404]);
  });

  it('[QUES-5] remains in the history after the image is replaced', async () => {
    const name = await uploaded();
    const id = await use(name);
    expect(
      (await teacher.put(`questions/${id}`, aQuestionDraft(chapterId, { image: null }))).json().version,
    ).toBe(2);
    expect((await colleague.get(`img/quest/${name}`)).statusCode).toBe(200);
  });

  it('[QUES-5] [SAFE-19] stays out of the browser’s cache and has its own media type', async () => {
    const name = await uploaded();
    const { content } = await storedImage(name);
    for (const response of [
      await atRoot(`/img/quest/${name}`, teacher.token),
      await atRoot((await linkOf(teacher, name)) ?? ''),
    ]) {
      expect(response.statusCode).toBe(200);
      expect(response.headers).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      });
      expect(response.rawPayload.equals(content)).toBe(true);
    }
  });

  it('[QUES-5] needs no token with a signed URL, under both paths', async () => {
    const name = await uploaded();
    const link = await linkOf(teacher, name);
    expect(link).toMatch(new RegExp(`^/img/quest/${name}\\?e=\\d+&s=[\\w-]+$`));
    expect((await atRoot(link as string)).statusCode).toBe(200);
    expect((await server.caller().get((link as string).slice(1))).statusCode).toBe(200);
    expect(await linkOf(teacher, name)).toBe(link);
    await server.database.sql`delete from files where id = ${name}`;
    expect((await atRoot(link as string)).statusCode).toBe(404);
  });

  it('[QUES-5] is refused with a changed, foreign or expired URL', async () => {
    const [name, other] = [await uploaded(), await uploaded()];
    const link = (await linkOf(teacher, name)) as string;
    const [, ends = '', seal = ''] = /e=(\d+)&s=(.+)$/.exec(link) ?? [];
    const past = String(Math.floor(Date.now() / 1000) - 10);
    const tried = [
      `/img/quest/${name}`,
      `/img/quest/${name}?e=${ends}`,
      `/img/quest/${name}?e=${Number(ends) + 1}&s=${seal}`,
      `/img/quest/${other}?e=${ends}&s=${seal}`,
      `/img/ans/${name}?e=${ends}&s=${seal}`,
      `/img/quest/${name}?e=${ends}&s=${seal.slice(1)}x`,
      `/img/quest/${name}?e=${past}&s=${server.services.tokens.seal('image', `question ${name} ${past}`)}`,
      `/img/quest/${name}?e=x&s=${server.services.tokens.seal('image', `question ${name} x`)}`,
    ];
    for (const url of tried) expect((await atRoot(url)).statusCode, url).toBe(401);
    const dead = await signedIn(server, teacher, { minutes: -5 });
    expect((await dead.get(`img/quest/${name}`)).statusCode).toBe(401);
  });

  it('[QUES-5] gives signed URLs only for visible images and omits the rest', async () => {
    const name = await uploaded();
    expect(await linkOf(stranger, name)).toBeUndefined();
    expect(await linkOf(teacher, randomUUID())).toBeUndefined();
    const student = await signedInAs(server, 'student');
    expect(await linkOf(student, name)).toBeUndefined();
    expect((await server.caller().get(`imageLinks?names=${name}`)).statusCode).toBe(401);
    expect((await teacher.get('imageLinks?names=')).statusCode).toBe(400);
    expect((await teacher.get('imageLinks?names=../../x')).statusCode).toBe(400);
  });

  it('[QUES-5] gives the same response for an unknown name, a path and another user’s image', async () => {
    const foreign = await uploaded(stranger);
    const bodies = await Promise.all(
      [foreign, randomUUID(), 'x', '..%2f..%2fetc%2fpasswd', '%00'].map(
        async (name) => (await teacher.get(`img/quest/${name}`)).statusCode,
      ),
    );
    expect(bodies.slice(0, 4)).toEqual([404, 404, 404, 404]);
    expect(bodies[4]).toBeGreaterThanOrEqual(400);
    expect(bodies[4]).toBeLessThan(500);
  });

  it('[QUES-5] refuses a question with an image its author may not see or of the wrong kind', async () => {
    const foreign = await uploaded(stranger);
    const ofAnswer = await uploaded(teacher, slope(9, 9), 'answerImages');
    for (const image of [foreign, randomUUID(), ofAnswer]) {
      const response = await teacher.post('questions', aQuestionDraft(chapterId, { image }));
      expect(response.json().errors).toEqual([{ path: 'image', error: 'validation.reference', params: {} }]);
    }
  });
});

describe('unused images', () => {
  const ago = (name: string, days: number) =>
    server.database.sql`update files set made_at = now() - make_interval(days => ${days}) where id = ${name}`;
  const isStored = async (name: string) =>
    (await server.database.sql`select from files where id = ${name}`).length === 1;

  it('[QUES-5] are deleted after a month; images of any version stay', async () => {
    const [old, recent, used] = [await uploaded(), await uploaded(), await uploaded()];
    await teacher.post('questions', aQuestionDraft(chapterId, { image: used }));
    await ago(old, 31);
    await ago(used, 400);
    await removeUnusedImages(server.database);
    expect(await Promise.all([old, recent, used].map(isStored))).toEqual([false, true, true]);
  });
});

it('[SAFE-17] [SAFE-18] a made-up address is refused without a connection for exams', async () => {
  const name = await uploaded();
  const right = await linkOf(teacher, name);
  const madeUp = `/img/quest/${name}?e=99999999999&s=${'x'.repeat(43)}`;
  const { sql } = server.database;
  const readers = await sql.begin(async (tx) => {
    await tx`lock table sign_ins in access exclusive mode`;
    const waiting = Array.from({ length: shares.exam.connections }, () => linkOf(teacher, name));
    await untilWaiting(sql, shares.exam.connections, 'exam-platform-exam');
    expect((await atRoot(madeUp)).statusCode).toBe(401);
    return { waiting };
  });
  for (const link of await Promise.all(readers.waiting)) expect(link).toBe(right);
});
