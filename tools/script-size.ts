/** The parts of vite's manifest with the imports between scripts. */
export type Manifest = Readonly<
  Record<
    string,
    { readonly file: string; readonly imports?: readonly string[]; readonly isDynamicEntry?: boolean }
  >
>;

/** All script files these modules need to run: their chunks and static imports. */
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

/** The scripts in the HTML, such as the one that sets the theme before the first paint. */
export const scriptsOfHtml = (html: string): string[] =>
  [...html.matchAll(/<script\b[^>]*\bsrc="\.?\/?([^"]+)"/g)].map(([, file]) => file as string);

/** Lazy-loaded pages without a budget. */
export const pagesWithoutBudget = (manifest: Manifest, budgeted: readonly string[]): string[] =>
  Object.entries(manifest)
    .filter(([module, { isDynamicEntry }]) => isDynamicEntry && /-screen\.tsx$/.test(module))
    .map(([module]) => module)
    .filter((module) => !budgeted.includes(module));
