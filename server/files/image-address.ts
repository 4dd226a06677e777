import { timingSafeEqual } from 'node:crypto';
import type { Tokens } from '#server/http/tokens.ts';
import { folderOf, type ImageKind } from './image-store.ts';

/** URLs stay valid for at least this long and change only this often, so a page that stays open keeps its images. */
export const addressSeconds = 30 * 60;

type Image = { readonly kind: ImageKind; readonly name: string };

const sealOf = (tokens: Tokens, { kind, name }: Image, ends: string) =>
  tokens.seal('image', `${kind} ${name} ${ends}`);

/** A signed URL of an image that needs no token until it expires; `now` in seconds. */
export function imageAddress(tokens: Tokens, image: Image, now: number): string {
  const ends = String((Math.floor(now / addressSeconds) + 2) * addressSeconds);
  return `/img/${folderOf[image.kind]}/${image.name}?e=${ends}&s=${sealOf(tokens, image, ends)}`;
}

/** Whether the signature is valid for this image; it may have expired. */
export function addressHolds(
  tokens: Tokens,
  image: Image,
  { ends, seal }: { readonly ends: string; readonly seal: string },
): boolean {
  const given = Buffer.from(seal);
  const right = Buffer.from(sealOf(tokens, image, ends));
  return given.length === right.length && timingSafeEqual(given, right);
}
