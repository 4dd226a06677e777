import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { checkBoundaries, SOURCE_FOLDERS } from './boundaries.mjs';
import { ROOT } from './install.mjs';

/** A small project that keeps all rules; each test adds one bad import. */
const VALID_SOURCES: Record<string, string> = {
  'domain/rule.ts': 'export const rule = 1;',
  'contract/call.ts': `import { z } from 'zod'; import { rule } from '#domain/rule.ts'; export const call = z.literal(rule);`,
  'i18n/text.ts': `import type { rule } from '#domain/rule.ts'; export type Text = typeof rule;`,
  'seed/demo.ts': `import { sql } from '#server/db/pool.ts'; export const demo = sql;`,
  'server/main.ts': `import { call } from '#contract/call.ts'; import { sql } from './db/pool.ts'; export const main = [call, sql];`,
  'server/db/pool.ts': `import pg from 'pg'; export const sql = pg;`,
  'server/crud/routes.ts': 'export const routes = 1;',
  'server/files/images.ts': 'export const images = 1;',
  'server/http/route.ts': 'export const route = 1;',
  'server/features/one/routes.ts': `import { part } from './part.ts'; export const one = part;`,
  'server/features/one/part.ts': 'export const part = 1;',
  'server/features/two/routes.ts': 'export const two = 1;',
  'web/base/store.ts': 'export const store = 1;',
  'web/ui/button.tsx': 'export const Button = () => <b />;',
  'web/api/client.ts': `import { store } from '#web/base/store.ts'; export const client = store;`,
  'web/list/list.tsx': `import { client } from '#web/api/client.ts'; export const List = () => <b>{client}</b>;`,
  'web/crud/table.tsx': `import { List } from '#web/list/list.tsx'; export const Table = List;`,
  'web/sittings/results.tsx': `import { List } from '#web/list/list.tsx'; export const Results = List;`,
  'web/records/log.tsx': `import { List } from '#web/list/list.tsx'; export const Log = List;`,
  'web/app/router.tsx': `import { Screen } from '#web/features/login/login-screen.tsx'; export const screens = [Screen];`,
  'web/app/testing/open-app.tsx': `import { screens } from '#web/app/router.tsx'; export const openApp = () => screens;`,
  'web/features/exam/exam-screen.tsx': `import type { call } from '#contract/call.ts'; export const Screen = (call: typeof call) => <p />;`,
  'web/features/login/login-screen.tsx': `import { Table } from '#web/crud/table.tsx'; export const Screen = Table;`,
  'web/features/login/login-screen.test.tsx': `import { openApp } from '#web/app/testing/open-app.tsx'; export const used = openApp;`,
  'tools/check.ts': 'export const check = 1;',
  'soak/load.ts': 'export const load = 1;',
  'mutants/all.ts': 'export const all = 1;',
  'e2e/login.e2e.test.ts': `import { main } from '#server/main.ts'; export const used = main;`,
  'bench/lists.ts': `import { main } from '#server/main.ts'; export const used = main;`,
};

let project: string;

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'exam-boundaries-'));
  await cp(join(ROOT, 'package.json'), join(project, 'package.json'));
  await symlink(join(ROOT, 'node_modules'), join(project, 'node_modules'));
});
afterAll(() => rm(project, { recursive: true, force: true }));

async function rulesBrokenBy(planted: Record<string, string>): Promise<string[]> {
  // Use a new folder each time, because the parser caches files.
  const base = await mkdtemp(join(project, 'project-'));
  await cp(join(project, 'package.json'), join(base, 'package.json'));
  await symlink(join(ROOT, 'node_modules'), join(base, 'node_modules'));
  for (const [path, text] of Object.entries({ ...VALID_SOURCES, ...planted })) {
    await mkdir(dirname(join(base, path)), { recursive: true });
    await writeFile(join(base, path), text);
  }
  const { violations } = await checkBoundaries(base);
  return [...new Set(violations.map(({ rule }) => rule))];
}

const importing = (specifier: string) =>
  `import * as planted from '${specifier}'; export const used = planted;`;

describe('the import boundaries', () => {
  it('pass for a project that keeps all rules', async () => {
    expect(await rulesBrokenBy({})).toEqual([]);
  });

  test.each([
    ['domain-imports-nothing', 'domain/bad.ts', '#contract/call.ts'],
    ['domain-imports-nothing', 'domain/bad.ts', 'zod'],
    ['domain-imports-nothing', 'domain/bad.ts', 'node:fs'],
    ['domain-tests-stay-in-domain', 'domain/bad.test.ts', '#server/main.ts'],
    ['contract-imports-domain-only', 'contract/bad.ts', '#i18n/text.ts'],
    ['contract-imports-domain-only', 'contract/bad.ts', 'fastify'],
    ['contract-tests-stay-below', 'contract/bad.test.ts', '#web/api/client.ts'],
    ['i18n-imports-domain-and-contract-only', 'i18n/bad.ts', '#server/main.ts'],
    ['i18n-imports-domain-and-contract-only', 'i18n/bad.ts', 'i18next'],
    ['server-never-web', 'server/bad.ts', '#web/api/client.ts'],
    ['web-never-server', 'web/app/bad.tsx', '#server/main.ts'],
    ['web-never-server', 'web/app/bad.tsx', 'node:fs'],
    ['product-never-tools', 'server/bad.ts', '#tools/check.ts'],
    ['features-stay-apart', 'server/features/one/bad.ts', '#server/features/two/routes.ts'],
    ['features-stay-apart', 'web/features/login/bad.tsx', '#web/features/exam/exam-screen.tsx'],
    ['product-never-tools', 'server/bad.ts', '#soak/load.ts'],
    ['product-never-tools', 'domain/bad.ts', '../mutants/all.ts'],
    ['server-folders-import-no-feature', 'server/crud/bad.ts', '#server/features/one/routes.ts'],
    ['server-folders-import-no-feature', 'server/exams/bad.ts', '#server/features/one/routes.ts'],
    ['server-folders-import-no-feature', 'server/http/bad.ts', '#server/features/one/routes.ts'],
    ['server-folders-import-no-feature', 'server/a-new-folder/bad.ts', '#server/features/one/routes.ts'],
    ['seed-imports-stored-data', 'seed/bad.ts', '#server/features/one/routes.ts'],
    ['seed-imports-stored-data', 'seed/bad.ts', '#server/http/route.ts'],
    ['seed-imports-stored-data', 'seed/bad.ts', '#server/main.ts'],
    ['seed-imports-stored-data', 'seed/bad.ts', '#i18n/text.ts'],
    ['stored-data-imports-no-http', 'server/exams/bad.ts', '#server/http/route.ts'],
    ['http-imports-no-files', 'server/http/bad.ts', '#server/files/images.ts'],
    ['web-base-imports-downward', 'web/base/bad.ts', '#web/api/client.ts'],
    ['web-base-imports-downward', 'web/base/bad.ts', '#web/ui/button.tsx'],
    ['web-base-imports-downward', 'web/base/bad.test.ts', '#web/app/testing/open-app.tsx'],
    ['web-api-imports-downward', 'web/api/bad.ts', '#web/app/router.tsx'],
    ['web-api-imports-downward', 'web/api/bad.ts', '#web/ui/button.tsx'],
    ['web-ui-imports-downward', 'web/ui/bad.tsx', '#web/api/client.ts'],
    ['web-ui-imports-downward', 'web/ui/bad.tsx', '#web/app/router.tsx'],
    ['web-ui-imports-downward', 'web/ui/bad.tsx', '#web/crud/table.tsx'],
    ['web-ui-imports-downward', 'web/ui/bad.tsx', '#web/list/list.tsx'],
    ['web-list-imports-downward', 'web/list/bad.tsx', '#web/app/router.tsx'],
    ['web-list-imports-downward', 'web/list/bad.tsx', '#web/crud/table.tsx'],
    ['web-crud-imports-downward', 'web/crud/bad.tsx', '#web/app/router.tsx'],
    ['web-crud-imports-downward', 'web/crud/bad.tsx', '#web/sittings/results.tsx'],
    ['web-crud-imports-downward', 'web/crud/bad.tsx', '#web/features/login/login-screen.tsx'],
    ['web-sittings-imports-downward', 'web/sittings/bad.tsx', '#web/app/router.tsx'],
    ['web-sittings-imports-downward', 'web/sittings/bad.tsx', '#web/crud/table.tsx'],
    ['web-crud-imports-downward', 'web/crud/bad.tsx', '#web/records/log.tsx'],
    ['web-sittings-imports-downward', 'web/sittings/bad.tsx', '#web/records/log.tsx'],
    ['web-records-imports-downward', 'web/records/bad.tsx', '#web/app/router.tsx'],
    ['web-records-imports-downward', 'web/records/bad.tsx', '#web/crud/table.tsx'],
    ['web-records-imports-downward', 'web/records/bad.tsx', '#web/sittings/results.tsx'],
    ['web-records-imports-downward', 'web/records/bad.tsx', '#web/features/login/login-screen.tsx'],
    ['web-features-imports-downward', 'web/features/login/bad.tsx', '#web/app/router.tsx'],
    ['web-features-imports-downward', 'web/features/login/bad.test.tsx', '#web/app/router.tsx'],
    ['testing-is-for-tests', 'web/features/login/bad.tsx', '#web/app/testing/open-app.tsx'],
    ['only-db-imports-the-driver', 'server/features/one/bad.ts', 'pg'],
    ['only-db-imports-the-driver', 'seed/bad.ts', 'pg'],
    ['exam-page-takes-only-types-from-contract', 'web/features/exam/bad.tsx', '#contract/call.ts'],
    ['no-climbing-paths', 'server/features/one/bad.ts', '../../main.ts'],
    ['everything-resolves', 'server/bad.ts', './nowhere.ts'],
  ])('%s: %s must not import %s', async (rule, file, specifier) => {
    expect(await rulesBrokenBy({ [file]: importing(specifier) })).toContain(rule);
  });

  it('report no-cycles for two files that import each other', async () => {
    const planted = { 'server/a.ts': importing('./b.ts'), 'server/b.ts': importing('./a.ts') };
    expect(await rulesBrokenBy(planted)).toContain('no-cycles');
  });

  it('see type imports, dynamic imports and re-exports', async () => {
    const forms = [
      `import type { main } from '#server/main.ts'; export type Main = typeof main;`,
      `export const later = () => import('#server/main.ts');`,
      `export { main } from '#server/main.ts';`,
      `export * from '#server/main.ts';`,
    ];
    for (const form of forms)
      expect(await rulesBrokenBy({ 'web/app/bad.tsx': form })).toContain('web-never-server');
  });

  it('read modules in every folder of this repository that has any', async () => {
    const { modules } = await checkBoundaries(ROOT);
    expect(Object.keys(modules).filter((folder) => !SOURCE_FOLDERS.includes(folder))).toEqual([]);
    for (const folder of ['domain', 'contract', 'i18n', 'server', 'web', 'e2e', 'tools']) {
      expect(modules[folder], folder).toBeGreaterThan(0);
    }
    // Reading the whole repository is slow.
  }, 180_000);
});
