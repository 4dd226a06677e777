import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import swc from '@swc/core';
import { cruise } from 'dependency-cruiser';
import { forbidden } from '../.dependency-cruiser.mjs';
import { ROOT } from './install.mjs';

export const SOURCE_FOLDERS = [
  'domain',
  'contract',
  'i18n',
  'server',
  'web',
  'seed',
  'e2e',
  'bench',
  'soak',
  'mutants',
  'tools',
];

const RESOLUTION = {
  extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
  exportsFields: ['exports'],
  conditionNames: ['import', 'node', 'default', 'types'],
};

const EXAM_PAGE = /^web\/features\/exam\//;

/** @typedef {{ rule: string, from: string, to: string }} Violation */

/**
 * Reads every import below the root and returns those that cross a boundary.
 * @param {string} root
 * @returns {Promise<{ violations: Violation[], modules: Record<string, number> }>}
 */
export async function checkBoundaries(root) {
  const folders = await foldersWithSources(root);
  const { output } = await cruise(
    folders,
    {
      baseDir: root,
      parser: 'swc',
      validate: true,
      ruleSet: { forbidden },
      doNotFollow: { path: 'node_modules' },
      outputType: 'json',
    },
    RESOLUTION,
  );
  /** @type {import('dependency-cruiser').ICruiseResult} */
  const result = JSON.parse(String(output));
  const violations = result.summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to }));
  for (const { source, dependencies } of result.modules) {
    for (const { module, resolved } of dependencies) {
      if (module.startsWith('../../'))
        violations.push({ rule: 'no-climbing-paths', from: source, to: module });
      const isValue = valueImports.has(`${join(root, source)} ${module}`);
      if (EXAM_PAGE.test(source) && resolved.startsWith('contract/') && isValue) {
        violations.push({ rule: 'exam-page-takes-only-types-from-contract', from: source, to: resolved });
      }
    }
  }
  const read = result.modules.map(({ source }) => source);
  const modules = Object.fromEntries(
    folders.map((folder) => [folder, read.filter((source) => source.startsWith(`${folder}/`)).length]),
  );
  for (const folder of folders) {
    // Without any module read, every rule would pass.
    if (modules[folder] === 0)
      violations.push({ rule: 'every-folder-is-read', from: folder, to: 'no module' });
  }
  return { violations, modules };
}

/**
 * "file specifier" pairs of value imports, collected while parsing.
 * @type {Set<string>}
 */
const valueImports = new Set();

/** dependency-cruiser's swc parser cannot read JSX or tell type imports from value imports; both are added here. */
const parse = swc.parseFileSync;
Object.assign(swc, {
  parseFileSync: (/** @type {string} */ file, /** @type {import('@swc/core').ParseOptions} */ options) => {
    const program = parse(file, { ...options, syntax: 'typescript', tsx: file.endsWith('.tsx') });
    for (const item of program.body) {
      const source = 'source' in item ? item.source?.value : undefined;
      if (source && importsValues(item)) valueImports.add(`${file} ${source}`);
    }
    return program;
  },
});

/** @param {import('@swc/core').ModuleItem} item */
function importsValues(item) {
  if (item.type === 'ImportDeclaration') {
    const allTypes = item.specifiers.every((part) => part.type === 'ImportSpecifier' && part.isTypeOnly);
    return !item.typeOnly && (item.specifiers.length === 0 || !allTypes);
  }
  return item.type === 'ExportAllDeclaration' || (item.type === 'ExportNamedDeclaration' && !item.typeOnly);
}

/** @param {string} root */
async function foldersWithSources(root) {
  const found = await Promise.all(
    SOURCE_FOLDERS.map(async (folder) => {
      const files = await readdir(join(root, folder), { recursive: true }).catch(() => []);
      return files.some((file) => /\.(tsx?|mjs)$/.test(file)) ? [folder] : [];
    }),
  );
  return found.flat();
}

if (process.argv[1] === import.meta.filename) {
  const { violations, modules } = await checkBoundaries(ROOT);
  for (const { rule, from, to } of violations) console.error(`${rule}: ${from} → ${to}`);
  console.log(
    Object.entries(modules)
      .map(([folder, count]) => `${folder} ${count}`)
      .join(', '),
  );
  process.exitCode = violations.length > 0 ? 1 : 0;
}
