import type { SourceFile } from './source-files.ts';

const STATEMENT = /^- ([A-Z]+-\d+) /gm;
/** A quoted title with ids in brackets, and its call when on the same line. */
const TITLE =
  /(?<before>[\w.]*)\(?\s*(?<quote>['"`])(?<title>(?:(?!\k<quote>).)*\[[A-Z]+-\d+\](?:(?!\k<quote>).)*)\k<quote>/g;
const ID = /\[([A-Z]+-\d+)\]/g;

/** The ids of the statements, in document order. */
export const requirementIds = (page: string): string[] =>
  [...page.matchAll(STATEMENT)].map(([, id]) => id as string);

/** The tests per id, by title; skipped and todo tests do not count. */
export function testsByRequirement(files: readonly SourceFile[]): Map<string, string[]> {
  const tests = new Map<string, string[]>();
  for (const { path, text } of files) {
    for (const { groups } of text.matchAll(TITLE)) {
      if (/\.(skip|todo|fails)$/.test(groups?.before ?? '')) continue;
      const title = groups?.title ?? '';
      for (const [, id] of title.matchAll(ID)) {
        tests.set(id as string, [...(tests.get(id as string) ?? []), `${path}: ${title}`]);
      }
    }
  }
  return tests;
}

/** Requirements without a test, and tests of unknown requirements; empty when all is covered. */
export function coverageProblems(
  ids: readonly string[],
  tests: ReadonlyMap<string, readonly string[]>,
): string[] {
  return [
    ...ids.filter((id) => !tests.has(id)).map((id) => `${id} has no test`),
    ...[...tests.keys()]
      .filter((id) => !ids.includes(id))
      .map((id) => `${id} is named by a test but is no requirement`),
  ];
}
