import { decoded, type FoundImage, type ImageLookup } from './question-images.ts';
import type { ZipArchive } from './zip-reader.ts';

/** Resolves a path relative to a file in the archive. */
export function resolved(from: string, path: string): string {
  const steps = [...from.split('/').slice(0, -1)];
  for (const step of decoded(path).split(/[?#]/)[0]?.split('/') ?? []) {
    if (step === '..') steps.pop();
    else if (step !== '.' && step !== '') steps.push(step);
  }
  return steps.join('/');
}

const lastName = (path: string) => path.split('/').at(-1)?.toLowerCase() ?? '';

/** Finds files the way exporters reference them: relative to the file, from the root, or by the end of their path. */
export class PackageFiles {
  private readonly zip: ZipArchive;
  private readonly names: ReadonlySet<string>;
  private readonly byLastName = new Map<string, string[]>();

  constructor(zip: ZipArchive) {
    this.zip = zip;
    this.names = new Set(zip.names);
    for (const name of zip.names) {
      const same = this.byLastName.get(lastName(name));
      if (same) same.push(name);
      else this.byLastName.set(lastName(name), [name]);
    }
  }

  /** The files that a reference may mean: one, none, or several of the same name. */
  private pathsOf(from: string, reference: string): readonly string[] {
    const paths = [resolved(from, reference), resolved('', reference)];
    const exact = paths.find((path) => this.names.has(path));
    if (exact !== undefined) return [exact];
    const [beside = '', path = ''] = paths.map((one) => one.toLowerCase());
    const named = this.byLastName.get(lastName(path)) ?? [];
    const whole = named.filter((name) => name.toLowerCase() === beside);
    const ending = named.filter((name) => `/${name.toLowerCase()}`.endsWith(`/${path}`));
    return [whole, ending].find(({ length }) => length === 1) ?? named;
  }

  pathOf(from: string, reference: string): string | undefined {
    const paths = this.pathsOf(from, reference);
    return paths.length === 1 ? paths[0] : undefined;
  }

  lookup(from: string): ImageLookup {
    return (source): FoundImage => {
      if (/^[a-z][a-z0-9+.-]*:/i.test(source)) return undefined;
      const [path, ...others] = this.pathsOf(from, source);
      if (others.length > 0) return 'ambiguous';
      return path === undefined ? undefined : this.zip.read(path);
    };
  }
}
