import { en } from '#i18n/en/en.ts';
import { fr } from '#i18n/fr/fr.ts';
import { ro } from '#i18n/ro/ro.ts';
import { type Catalogue, cedillaProblems, placeholderProblems, unusedKeys } from './i18n-problems.ts';
import { CLONE } from './install.mjs';
import { sourceFiles } from './source-files.ts';

const catalogues: Record<string, Catalogue> = { en, ro, fr };
const users = await sourceFiles(CLONE, ['web', 'server', 'domain', 'contract']);
const writers = await sourceFiles(CLONE, ['i18n', 'seed', 'web', 'server', 'contract', 'domain', 'e2e']);

const problems = [
  ...placeholderProblems(catalogues),
  ...unusedKeys(
    en,
    users.filter(({ path }) => !/\.test\.tsx?$/.test(path)),
  ).map((key) => `${key} is not used`),
  ...cedillaProblems(writers),
];
for (const problem of problems) console.error(problem);
const texts = Object.values(en).reduce((count, area) => count + Object.keys(area).length, 0);
console.log(`${texts} texts in ${Object.keys(catalogues).length} languages`);
process.exitCode = problems.length > 0 ? 1 : 0;
