import { configure } from '@testing-library/react';
import React from 'react';
import { vi } from 'vitest';
import { quickenQueries } from './quick-queries.ts';

/** Runs before every test file: waits are long enough for slow machines, and queries and rendering are cheaper. */

/** Time for slow machines; fast ones do not wait. */
const patience = 30_000;

configure({ asyncUtilTimeout: patience });
const { waitFor } = vi;
vi.waitFor = (condition, options) => waitFor(condition, options ?? { timeout: patience, interval: 20 });
skipOwnerStacks();
quickenQueries();

/** React captures a stack trace for each element it creates, for its warnings: a fifth of the test time. */
function skipOwnerStacks(): void {
  const internals = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE';
  const shared = (React as unknown as { [internals]?: object })[internals];
  if (shared)
    Object.defineProperty(shared, 'recentlyCreatedOwnerStacks', {
      get: () => Number.POSITIVE_INFINITY,
      set: () => undefined,
    });
}
