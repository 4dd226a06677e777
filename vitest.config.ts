import { defineConfig } from 'vitest/config';

const seconds = (count: number) => count * 1000;

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'domain',
          include: [
            'domain/**/*.test.ts',
            'contract/**/*.test.ts',
            'i18n/**/*.test.ts',
            'tools/**/*.test.ts',
            'mutants/**/*.test.ts',
          ],
          exclude: ['**/*.fault.test.ts'],
          setupFiles: ['tools/fixed-seed.ts'],
          isolate: false,
          // Pure work, but much of it: a busy machine needs longer than a hang would be worth waiting for elsewhere.
          testTimeout: seconds(120),
          hookTimeout: seconds(120),
        },
      },
      {
        extends: true,
        test: {
          name: 'web',
          include: ['web/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          // Each file gets fresh modules of ours from its setup; the libraries are loaded once per worker.
          isolate: false,
          setupFiles: ['tools/fixed-seed.ts', 'web/base/testing/fresh-page.ts'],
          testTimeout: seconds(60),
          hookTimeout: seconds(60),
          expect: { poll: { timeout: seconds(20) } },
        },
      },
      {
        extends: true,
        test: {
          name: 'api',
          include: ['server/**/*.test.ts', 'seed/**/*.test.ts'],
          exclude: ['server/**/*.fault.test.ts'],
          globalSetup: ['server/testing/global-setup.ts'],
          setupFiles: ['tools/fixed-seed.ts', 'server/testing/same-day.ts'],
          pool: 'forks',
          // Tests often wait for a limit, a lock or the database, so a third worker keeps two cores busy. More would reach limits of
          // the product's own, such as the time to read a file.
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
          // The server keeps nothing outside of its services, so that files may share what they load.
          isolate: false,
          // Long enough for a busy machine; only a failing test waits that long.
          testTimeout: seconds(120),
          hookTimeout: seconds(120),
          expect: { poll: { timeout: seconds(45) } },
        },
      },
      {
        extends: true,
        test: {
          name: 'faults',
          include: ['{server,tools}/**/*.fault.test.ts'],
          globalSetup: ['server/testing/global-setup.ts'],
          pool: 'forks',
          // They often wait for a process to die or come back, so a third worker keeps two cores busy.
          maxWorkers: 3,
          sequence: { groupOrder: 2 },
          // Loading the server for every file would cost more than some files.
          isolate: false,
          testTimeout: seconds(300),
          hookTimeout: seconds(300),
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['e2e/**/*.e2e.test.ts'],
          globalSetup: ['e2e/global-setup.ts'],
          pool: 'forks',
          // Journeys often wait for a response or a limit, so four of them keep two cores busy.
          maxWorkers: 4,
          sequence: { groupOrder: 3 },
          // Loading the browser's driver for every file would cost more than some files.
          isolate: false,
          // A hang costs only time; a limit that a slow machine reaches costs the run.
          testTimeout: seconds(400),
          hookTimeout: seconds(300),
          expect: { poll: { timeout: seconds(30), interval: 100 } },
        },
      },
    ],
  },
});
