import type { SourceFile } from './source-files.ts';

const STATEMENT = /^- ([A-Z]+-\d+) /gm;
const HEADING = /^## (?<prefixes>[A-Z]+(?: \/ [A-Z]+)*)(?: — (?<words>[^,;(◇\n]+))?/gm;
/** A quoted title with ids in brackets, and its call when on the same line. */
const TITLE =
  /(?<before>[\w.]*)\(?\s*(?<quote>['"`])(?<title>(?:(?!\k<quote>).)*\[[A-Z]+-\d+\](?:(?!\k<quote>).)*)\k<quote>/g;
const ID = /\[([A-Z]+-\d+)\]/g;

/** The ids of the statements, in document order. */
export const requirementIds = (page: string): string[] =>
  [...page.matchAll(STATEMENT)].map(([, id]) => id as string);

/** The heading of each family of ids. */
export function requirementAreas(page: string): Map<string, string> {
  const areas = new Map<string, string>();
  for (const { groups } of page.matchAll(HEADING)) {
    const prefixes = groups?.prefixes?.split(' / ') ?? [];
    for (const prefix of prefixes) areas.set(prefix, groups?.words?.trim() ?? prefix.toLowerCase());
  }
  return areas;
}

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

/** The ids that later work will cover: one per line, with its area. */
export const laterIds = (list: string): string[] =>
  list
    .split('\n')
    .map((line) => line.trim().split(/\s+/)[0] ?? '')
    .filter((word) => word !== '' && !word.startsWith('#'));

/** The mismatches between statements, tests and the list of later work; empty when all is covered. */
export function coverageProblems(
  ids: readonly string[],
  tests: ReadonlyMap<string, readonly string[]>,
  later: readonly string[],
): string[] {
  return [
    ...ids.filter((id) => !tests.has(id) && !later.includes(id)).map((id) => `${id} has no test`),
    ...later
      .filter((id) => tests.has(id))
      .map((id) => `${id} has a test now: take it off the list of later ones`),
    ...later
      .filter((id) => !ids.includes(id))
      .map((id) => `${id} is on the list of later ones but is no requirement`),
    ...later
      .filter((id, at) => later.indexOf(id) !== at)
      .map((id) => `${id} is twice on the list of later ones`),
    ...[...tests.keys()]
      .filter((id) => !ids.includes(id))
      .map((id) => `${id} is named by a test but is no requirement`),
  ];
}
