import { en } from '#i18n/en/en.ts';
import { fr } from '#i18n/fr/fr.ts';
import { ro } from '#i18n/ro/ro.ts';
import {
  type Catalogue,
  cedillaProblems,
  frenchSpacingProblems,
  placeholderProblems,
  politeProblems,
  unusedKeys,
} from './i18n-problems.ts';
import { ROOT } from './install.mjs';
import { sourceFiles } from './source-files.ts';

const catalogues: Record<string, Catalogue> = { en, ro, fr };
const SOURCE_FOLDERS = ['i18n', 'seed', 'web', 'server', 'contract', 'domain'];
const product = (await sourceFiles(ROOT, SOURCE_FOLDERS)).filter(({ path }) => !/\.test\.tsx?$/.test(path));
const users = product.filter(({ path }) => !/^(i18n|seed)\b/.test(path));
// The mails of all languages are in one file.
const french = product.filter(({ path }) => /^i18n\/(fr\/|[\w-]*mail\.ts|privacy-document\.ts)/.test(path));

const problems = [
  ...placeholderProblems(catalogues),
  ...unusedKeys(en, users).map((key) => `${key} is not used`),
  ...cedillaProblems(product),
  ...frenchSpacingProblems(french),
  ...politeProblems(ro),
];
for (const problem of problems) console.error(problem);
const texts = Object.values(en).reduce((count, area) => count + Object.keys(area).length, 0);
console.log(`${texts} texts in ${Object.keys(catalogues).length} languages`);
process.exitCode = problems.length > 0 ? 1 : 0;
