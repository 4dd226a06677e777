/** Parses Moodle's category paths: separated by slashes, with doubled slashes in names, after a context prefix. */
export function readCategoryPath(path: string): string[] {
  const parts = path
    .trim()
    .split(/(?<!\/)\/(?!\/)/)
    .map((part) => part.replaceAll('//', '/').trim())
    .filter((part) => part !== '');
  const placed = /^\$\w+\$$/.test(parts[0] ?? '') ? parts.slice(1) : parts;
  return placed.length < parts.length && placed[0]?.toLowerCase() === 'top' ? placed.slice(1) : placed;
}

export const writeCategoryPath = (parts: readonly string[]) =>
  ['$course$', 'top', ...parts.map((part) => part.replaceAll('/', '//'))].join('/');
