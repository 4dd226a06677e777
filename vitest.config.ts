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
          isolate: false,
          // Pure work, but much of it: a busy machine needs longer than a hang would be worth waiting for elsewhere.
          testTimeout: seconds(120),
        },
      },
      {
        extends: true,
        test: {
          name: 'web',
          include: ['web/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          testTimeout: seconds(30),
        },
      },
      {
        extends: true,
        test: {
          name: 'api',
          include: ['server/**/*.test.ts', 'seed/**/*.test.ts'],
          exclude: ['server/**/*.fault.test.ts'],
          globalSetup: ['server/testing/global-setup.ts'],
          pool: 'forks',
          // The server keeps nothing outside of its services, so that files may share what they load.
          isolate: false,
          testTimeout: seconds(30),
          hookTimeout: seconds(60),
        },
      },
      {
        extends: true,
        test: {
          name: 'faults',
          include: ['{server,tools}/**/*.fault.test.ts'],
          globalSetup: ['server/testing/global-setup.ts'],
          pool: 'forks',
          fileParallelism: false,
          testTimeout: seconds(120),
          hookTimeout: seconds(120),
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['e2e/**/*.e2e.test.ts'],
          globalSetup: ['e2e/global-setup.ts'],
          pool: 'forks',
          // Loading the browser's driver for every file would cost more than some files.
          isolate: false,
          // A hang costs only time; a limit that a slow machine reaches costs the run.
          testTimeout: seconds(180),
          hookTimeout: seconds(300),
          expect: { poll: { timeout: seconds(30), interval: 100 } },
        },
      },
    ],
  },
});
