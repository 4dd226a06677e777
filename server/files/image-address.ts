import { timingSafeEqual } from 'node:crypto';
import type { Tokens } from '#server/http/tokens.ts';
import { folderOf, type ImageKind } from './image-store.ts';

/** Addresses keep for at least this long and change only that often, so that a browser asks for an image once. */
export const addressSeconds = 30 * 60;

type Image = { readonly kind: ImageKind; readonly name: string };

const sealOf = (tokens: Tokens, { kind, name }: Image, ends: string) =>
  tokens.seal('image', `${kind} ${name} ${ends}`);

/** The address of an image that works without a token until it ends; `now` in seconds. */
export function imageAddress(tokens: Tokens, image: Image, now: number): string {
  const ends = String((Math.floor(now / addressSeconds) + 2) * addressSeconds);
  return `/img/${folderOf[image.kind]}/${image.name}?e=${ends}&s=${sealOf(tokens, image, ends)}`;
}

/** Whether an address was made here for this image and has not ended. */
export function addressHolds(
  tokens: Tokens,
  image: Image,
  { ends, seal, now }: { readonly ends: string; readonly seal: string; readonly now: number },
): boolean {
  const given = Buffer.from(seal);
  const right = Buffer.from(sealOf(tokens, image, ends));
  return given.length === right.length && timingSafeEqual(given, right) && Number(ends) > now;
}
