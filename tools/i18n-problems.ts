import type { SourceFile } from './source-files.ts';

/** The texts of one language: areas, then keys. */
export type Catalogue = Readonly<Record<string, Readonly<Record<string, string>>>>;

const PLURAL = /_(zero|one|two|few|many|other)$/;

/** Keys whose translations have different `{{placeholders}}`; the plural forms of a key count as one. */
export function placeholderProblems(catalogues: Readonly<Record<string, Catalogue>>): string[] {
  const [[reference, base] = ['', new Map()], ...others] = Object.entries(catalogues).map(
    ([language, catalogue]) => [language, placeholders(catalogue)] as const,
  );
  return others.flatMap(([language, found]) =>
    [...base]
      .filter(([key, names]) => found.get(key) !== names)
      .map(
        ([key, names]) =>
          `${key}: ${reference} takes {${names}}, ${language} takes {${found.get(key) ?? ''}}`,
      ),
  );
}

function placeholders(catalogue: Catalogue): Map<string, string> {
  const byKey = new Map<string, Set<string>>();
  for (const [key, text] of entries(catalogue)) {
    const names = byKey.get(key) ?? new Set();
    for (const [, name] of text.matchAll(/\{\{\s*(\w+)[^}]*\}\}/g)) names.add(name as string);
    byKey.set(key, names);
  }
  return new Map([...byKey].map(([key, names]) => [key, [...names].sort().join(', ')]));
}

const entries = (catalogue: Catalogue) =>
  Object.entries(catalogue).flatMap(([area, texts]) =>
    Object.entries(texts).map(([key, text]) => [`${area}.${key.replace(PLURAL, '')}`, text] as const),
  );

/** Keys that no source uses: not literally, not by a template literal, not by reading a whole area. */
export function unusedKeys(catalogue: Catalogue, sources: readonly SourceFile[]): string[] {
  const text = sources.map((source) => source.text).join('\n');
  return Object.keys(catalogue).flatMap((area) => {
    if (new RegExp(`\\.${area}(\\?\\.)?\\[`).test(text)) return [];
    const patterns = templatesOf(area, text);
    const keys = new Set(entries({ [area]: catalogue[area] ?? {} }).map(([key]) => key));
    return [...keys].filter((key) => !isNamed(key, text) && !patterns.some((pattern) => pattern.test(key)));
  });
}

const isNamed = (key: string, text: string) => new RegExp(`\\b${escaped(key)}(?![\\w.])`).test(text);

/** Template literals such as `area.${name}.label`, as patterns of the keys they can produce. */
function templatesOf(area: string, text: string): RegExp[] {
  const template = new RegExp(`\`(${area}\\.(?:[^\`$]|\\$\\{[^}]*\\})*)\``, 'g');
  return [...text.matchAll(template)].map(([, body = '']) => {
    const fixed = body.split(/\$\{[^}]*\}/).map(escaped);
    return new RegExp(`^${fixed.join('.+')}$`);
  });
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Romanian texts with Turkish cedilla letters instead of comma-below. */
export function cedillaProblems(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, at) => {
      const found = /[\u015e\u015f\u0162\u0163]/.exec(line);
      return found ? [`${path}:${at + 1} writes ${found[0]} with a cedilla`] : [];
    }),
  );
}

/** Texts are string literals; comments are matched first, so that their quotes do not count. */
const LITERAL = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g;

/** French sets U+202F inside guillemets and before `;`, `?` and `!`, and U+00A0 before `:` and `%`. */
const MISSPACED = /«(?!\u202f)|(?<!\u202f)»|[ \u00a0][;?!]|[ \u202f][:%]|[\u00a0\u202f]\s/u;
const UNSPACED = /[\p{L}\p{N})}][;?!](?=\s|['"`]$)/u;

const withoutExpressions = (text: string): string => {
  const without = text.replaceAll(/\$\{[^{}]*\}/g, 'x');
  return without === text ? text : withoutExpressions(without);
};

/**
 * French texts with an ordinary space where French sets a no-break one, and, in files of French alone, with none. Other
 * languages have no space there.
 */
export function frenchSpacingProblems(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, text }) =>
    (withoutExpressions(text).match(LITERAL) ?? []).flatMap((literal) =>
      literal.startsWith('/')
        ? []
        : literal
            .split('\n')
            .filter((line) => MISSPACED.test(line) || (path.includes('/fr/') && UNSPACED.test(line)))
            .map((line) => `${path} needs a no-break space in ${line.trim()}`),
    ),
  );
}

/** Forms of the polite plural that mean nothing else; participles such as "importați" look the same. */
const POLITE =
  /(?<!\p{L})(?:dumneavoastră|dvs|vă|aveți|sunteți|puteți|veți|vedeți|alegeți|verificați|continuați|depuneți|renunțați|redeschideți|retrageți|decideți|scrieți|trimiteți|ștergeți|căutați|completați|acordați|tipăriți|faceți|apăsați|introduceți|încercați)(?!\p{L})/iu;

/** Romanian texts of screens that address the reader politely: screens say "tu", mails do not. */
export function politeProblems(catalogue: Catalogue): string[] {
  return entries(catalogue).flatMap(([key, text]) => {
    const found = POLITE.exec(text);
    return found ? [`${key} addresses the reader with “${found[0]}”`] : [];
  });
}
