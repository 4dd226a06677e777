import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { examAddress, screens } from '#domain/access/screens.ts';
import { ROOT } from './install.mjs';

/** The prefixes of screen paths: `/examResult`, `/exam/`; paths that begin with a parameter are matched by their end. */
const beginnings = Object.values(screens)
  .map(({ path }) => path.split('$')[0] ?? '')
  .filter((beginning) => beginning !== '/');
const endings = ['/edit', '/resolve'];
const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
const literal = new RegExp(
  `['"\`](?:(?:${beginnings.map(escaped).join('|')})(?=['"\`?$]|[\\w$]*\\$\\{)|/\\$\\{[^}]+\\}(?:${endings.map(escaped).join('|')}))`,
);

/** Literal addresses, forbidden in favour of `addressOf` and `useScreenAddress`. */
function untypedAddresses(text: string): string[] {
  return text.split('\n').filter((line) => literal.test(line) || /strict:\s*false/.test(line));
}

it('[NAV-1] finds a literal screen address', () => {
  const written = [
    `<ScreenLink href="/imports">`,
    `navigate({ to: \`/exam/\${groupId}\` })`,
    `const href = \`/examResult?examId=\${id}\`;`,
    `const href = \`/\${id}/edit\`;`,
    `useSearch({ strict: false })`,
  ];
  for (const line of written) expect(untypedAddresses(line), line).toEqual([line]);
  expect(untypedAddresses(`api.get('imports/7')\nimport '#web/features/login/login-screen.tsx';`)).toEqual(
    [],
  );
});

it.each(['web', 'server'])('[NAV-1] no file of %s contains a literal screen address', async (room) => {
  const folder = join(ROOT, room);
  const files = (await readdir(folder, { recursive: true })).filter(
    (file) => /\.tsx?$/.test(file) && !/\.test\.|\btesting\b/.test(file),
  );
  expect(files.length).toBeGreaterThan(100);
  const found = await Promise.all(
    files.map(async (file) =>
      untypedAddresses(await readFile(join(folder, file), 'utf8')).map((line) => `${file}: ${line.trim()}`),
    ),
  );
  expect(found.flat()).toEqual([]);
});

it('[NAV-1] the service worker, which is served as it is written, names the address of the exam', async () => {
  const worker = await readFile(join(ROOT, 'web/public/exam-page.js'), 'utf8');
  expect(/caches\.match\('([^']*)'\)/.exec(worker)?.[1]).toBe(examAddress);
});
