import sharp, { type FormatEnum, type Metadata } from 'sharp';
import { refuse } from '#domain/errors.ts';
import { inSequence } from '#server/concurrency.ts';

/** An image as stored: always WebP, without metadata. */
export type StoredImage = { readonly content: Buffer; readonly width: number; readonly height: number };

/** The largest side a file may have. Larger files are refused before any pixel is decoded. */
const maxPixels = 6000;
/** The largest side that is stored: the size of an enlarged image on the exam screen. */
const maxStoredPixels = 1600;
/** The largest stored size, since many students load an image in the same minute. */
const maxStoredBytes = 300 * 1024;
const secondsAtMost = 20;

/** The formats of screenshots, photographs and scans. All other formats of the library stay disabled. */
const readable: readonly (keyof FormatEnum)[] = ['png', 'jpeg', 'webp', 'gif'];
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif'],
});
// One image at a time, on one thread, without a cache: exam requests have priority.
sharp.concurrency(1);
sharp.cache(false);
const oneAtATime = inSequence();

const open = (bytes: Uint8Array) =>
  sharp(bytes, {
    limitInputPixels: maxPixels * maxPixels,
    failOn: 'error',
    animated: false,
    pages: 1,
  }).timeout({
    seconds: secondsAtMost,
  });

/** Reads only the header, so a decompression bomb costs nothing. */
async function header(bytes: Uint8Array): Promise<Metadata | undefined> {
  try {
    return await sharp(bytes, { limitInputPixels: false }).metadata();
  } catch {
    return undefined;
  }
}

async function readMetadata(bytes: Uint8Array): Promise<Metadata> {
  const claimed = await header(bytes);
  if (!claimed || !readable.includes(claimed.format)) refuse('image.unreadable');
  if (Math.max(claimed.width, claimed.height) > maxPixels) refuse('image.tooLarge', { pixels: maxPixels });
  return claimed;
}

type Attempt = { readonly side: number; readonly quality: number | 'lossless' };

/** Tries lossless first, then lower quality, then smaller dimensions, until the image is small enough. */
const attempts = (format: Metadata['format']): readonly Attempt[] => [
  ...(format === 'png' || format === 'gif' ? [{ side: maxStoredPixels, quality: 'lossless' } as const] : []),
  { side: maxStoredPixels, quality: 85 },
  { side: maxStoredPixels, quality: 70 },
  { side: 1200, quality: 60 },
  { side: 900, quality: 50 },
  { side: 600, quality: 40 },
];

async function encode(bytes: Uint8Array, { side, quality }: Attempt): Promise<StoredImage> {
  const { data, info } = await open(bytes)
    .autoOrient()
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .webp(quality === 'lossless' ? { lossless: true } : { quality, smartSubsample: true })
    .toBuffer({ resolveWithObject: true });
  return { content: data, width: info.width, height: info.height };
}

async function smallEnough(bytes: Uint8Array, format: Metadata['format']): Promise<StoredImage> {
  for (const attempt of attempts(format)) {
    const image = await encode(bytes, attempt);
    if (image.content.length <= maxStoredBytes) return image;
  }
  return refuse('image.unreadable');
}

/**
 * Re-encodes an upload. The decoded content decides the format, not the file name.
 * The image is turned upright and scaled down. Re-encoding strips locations, names, thumbnails and appended data.
 */
export function encodeImage(bytes: Uint8Array): Promise<StoredImage> {
  return oneAtATime(async () => {
    const { format } = await readMetadata(bytes);
    return smallEnough(bytes, format).catch(() => refuse('image.unreadable'));
  });
}
