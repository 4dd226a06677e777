import sharp, { type FormatEnum, type Metadata } from 'sharp';
import { refuse } from '#domain/errors.ts';
import { inTurn } from '#server/in-turn.ts';

/** An image as it is kept: always WebP, without anything but its pixels. */
export type StoredImage = { readonly content: Buffer; readonly width: number; readonly height: number };

/** The largest side a file may have; beyond it the file is refused before a single pixel is decoded. */
export const mostPixels = 6000;
/** The largest side that is kept: as large as an exam screen can show it, expanded. */
const keptPixels = 1600;
/** How large an image may stay; many students load it at the same minute. */
const keptBytes = 300 * 1024;
const secondsAtMost = 20;

/** What teachers have: screenshots, photographs, scans. Everything else the library could read stays closed. */
const readable: readonly (keyof FormatEnum)[] = ['png', 'jpeg', 'webp', 'gif'];
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif'],
});
// One image at a time, on one thread, and nothing remembered: answering exams goes first.
sharp.concurrency(1);
sharp.cache(false);
const oneAtATime = inTurn();

const open = (bytes: Uint8Array) =>
  sharp(bytes, {
    limitInputPixels: mostPixels * mostPixels,
    failOn: 'error',
    animated: false,
    pages: 1,
  }).timeout({
    seconds: secondsAtMost,
  });

/** Only the header is read, so that a few bytes which claim to be a wall of pixels cost nothing. */
async function header(bytes: Uint8Array): Promise<Metadata | undefined> {
  try {
    return await sharp(bytes, { limitInputPixels: false }).metadata();
  } catch {
    return undefined;
  }
}

async function look(bytes: Uint8Array): Promise<Metadata> {
  const claimed = await header(bytes);
  if (!claimed || !readable.includes(claimed.format)) refuse('image.unreadable');
  if (Math.max(claimed.width, claimed.height) > mostPixels) refuse('image.tooLarge', { pixels: mostPixels });
  return claimed;
}

type Attempt = { readonly side: number; readonly quality: number | 'lossless' };

/** Drawings stay sharp to the pixel while they are small enough; then quality gives way, and size at the very last. */
const attempts = (format: Metadata['format']): readonly Attempt[] => [
  ...(format === 'png' || format === 'gif' ? [{ side: keptPixels, quality: 'lossless' } as const] : []),
  { side: keptPixels, quality: 85 },
  { side: keptPixels, quality: 70 },
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
    if (image.content.length <= keptBytes) return image;
  }
  return refuse('image.unreadable');
}

/**
 * Makes an image ours: whatever the file is called, it is what it decodes to. It is turned upright, made small enough,
 * written anew and thereby stripped of places, names, thumbnails and whatever hid behind its pixels.
 */
export function encodeImage(bytes: Uint8Array): Promise<StoredImage> {
  return oneAtATime(async () => {
    const { format } = await look(bytes);
    return smallEnough(bytes, format).catch(() => refuse('image.unreadable'));
  });
}
