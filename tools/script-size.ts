/** The parts of vite's manifest that say which script needs which. */
export type Manifest = Readonly<
  Record<
    string,
    { readonly file: string; readonly imports?: readonly string[]; readonly isDynamicEntry?: boolean }
  >
>;

/** Every script file that must have arrived once these modules run: their own chunks and all they import at once. */
export function scriptsNeeded(manifest: Manifest, modules: readonly string[]): Set<string> {
  const files = new Set<string>();
  const visited = new Set<string>();
  const visit = (module: string): void => {
    const chunk = manifest[module];
    if (!chunk) throw new Error(`${module} is not a chunk of its own in the build`);
    if (visited.has(module)) return;
    visited.add(module);
    files.add(chunk.file);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  for (const module of modules) visit(module);
  return files;
}

/** The scripts a page names itself, such as the one that sets the theme before the first paint. */
export const scriptsOfHtml = (html: string): string[] =>
  [...html.matchAll(/<script\b[^>]*\bsrc="\.?\/?([^"]+)"/g)].map(([, file]) => file as string);

/** Pages that are loaded on demand and that no budget holds. */
export const pagesWithoutBudget = (manifest: Manifest, budgeted: readonly string[]): string[] =>
  Object.entries(manifest)
    .filter(([module, { isDynamicEntry }]) => isDynamicEntry && /-screen\.tsx$/.test(module))
    .map(([module]) => module)
    .filter((module) => !budgeted.includes(module));
