export type ImageKind = 'png' | 'jpeg' | 'gif' | 'webp' | 'bmp' | 'tiff' | 'avif';

const starts = (bytes: Uint8Array, at: number, text: string) =>
  bytes.length >= at + text.length &&
  [...text].every((character, index) => bytes[at + index] === character.charCodeAt(0));

/**
 * Detects the image type from the first bytes, ignoring the file name; formats that may contain scripts (SVG) are not
 * accepted.
 */
export function imageKind(bytes: Uint8Array): ImageKind | undefined {
  if (starts(bytes, 0, '\u0089PNG\r\n\u001a\n')) return 'png';
  if (starts(bytes, 0, '\u00ff\u00d8\u00ff')) return 'jpeg';
  if (starts(bytes, 0, 'GIF87a') || starts(bytes, 0, 'GIF89a')) return 'gif';
  if (starts(bytes, 0, 'RIFF') && starts(bytes, 8, 'WEBP')) return 'webp';
  if (starts(bytes, 4, 'ftypavif')) return 'avif';
  if (starts(bytes, 0, 'II*\u0000') || starts(bytes, 0, 'MM\u0000*')) return 'tiff';
  if (starts(bytes, 0, 'BM') && bytes.length > 26) return 'bmp';
  return undefined;
}
