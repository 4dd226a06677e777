import { type Finding, finding } from '#domain/imports/findings.ts';
import { imageKind } from '#domain/imports/image-kind.ts';
import { importLimits } from '#domain/imports/import-limits.ts';
import type { ImportedImage } from '#domain/imports/imported-question.ts';
import { cleanLine } from '#domain/imports/imported-text.ts';
import type { ShownImage } from './html-to-rich-text.ts';

/** The bytes of an image; `ambiguous` when several images have its name. */
export type FoundImage = Uint8Array | 'ambiguous' | undefined;

/** Finds an image in the file itself; nothing is ever fetched. */
export type ImageLookup = (source: string) => FoundImage;

export const noImages: ImageLookup = () => undefined;

/** The last part of a path or URL, as a safe file name. */
export function safeFileName(path: string): string {
  const last = decoded(path).split(/[?#]/)[0]?.split(/[/\\]/).at(-1) ?? '';
  const name = cleanLine(last)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\w.-]+/g, '-')
    .replace(/^[.-]+/, '');
  return name.slice(-80) || 'image';
}

/** The path with percent-encoding decoded, if valid. */
export function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

const dataUri = /^data:([\w/+.-]{0,60})(?:;[\w=.-]{0,60})*;base64,/i;

function fromDataUri(source: string): { name: string; bytes: Uint8Array } | undefined {
  const head = dataUri.exec(source.slice(0, 300));
  if (!head) return undefined;
  const kind = /\/([a-z0-9]+)/i.exec(head[1] ?? '')?.[1] ?? 'img';
  return { name: `image.${kind}`, bytes: Buffer.from(source.slice(head[0].length), 'base64') };
}

/** The images of one question: found, validated, each stored once under its own key. */
export class QuestionImages {
  readonly images: ImportedImage[] = [];
  readonly findings: Finding[] = [];
  private readonly lookup: ImageLookup;
  private readonly keys = new Map<string, string | undefined>();
  private leftOut = 0;

  constructor(lookup: ImageLookup) {
    this.lookup = lookup;
  }

  /** The key of the first usable image of a text; a question or answer shows one. */
  first(images: readonly ShownImage[]): string | undefined {
    const keys = [...new Set(images.map(({ source }) => this.keyOf(source)))].filter(
      (key) => key !== undefined,
    );
    this.leftOut += Math.max(0, keys.length - 1);
    return keys[0];
  }

  /** The images that the question and its answers use, with findings. */
  result(used: ReadonlySet<string>): { images: ImportedImage[]; findings: Finding[] } {
    const found = this.leftOut > 0 ? [finding('import.imagesLeftOut', { count: this.leftOut })] : [];
    return { images: this.images.filter(({ key }) => used.has(key)), findings: [...this.findings, ...found] };
  }

  private keyOf(source: string): string | undefined {
    if (!this.keys.has(source)) this.keys.set(source, this.keep(source));
    return this.keys.get(source);
  }

  private keep(source: string): string | undefined {
    const inline = fromDataUri(source);
    const name = inline?.name ?? safeFileName(source);
    const bytes = inline?.bytes ?? this.lookup(source);
    if (bytes === 'ambiguous') {
      this.findings.push(finding('import.imageAmbiguous', { name }));
      return undefined;
    }
    if (!bytes) {
      const external = /^(?:https?:)?\/\//i.test(source);
      this.findings.push(
        external
          ? finding('import.imageExternal', { address: source.slice(0, 200) })
          : finding('import.imageMissing', {
              name: source.startsWith('data:') ? name : source.slice(0, 200),
            }),
      );
      return undefined;
    }
    if (bytes.length > importLimits.imageBytes) {
      this.findings.push(finding('import.imageTooLarge', { name }));
      return undefined;
    }
    if (!imageKind(bytes)) {
      this.findings.push(finding('import.imageUnsupported', { name }));
      return undefined;
    }
    const same = this.images.find((one) => Buffer.compare(one.bytes, bytes) === 0);
    if (same) return same.key;
    const taken = new Set(this.images.map(({ key }) => key));
    let key = name;
    for (let number = 2; taken.has(key); number += 1) key = `${number}-${name}`;
    this.images.push({ key, fileName: name, bytes });
    return key;
  }
}
