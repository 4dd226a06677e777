import { notifications } from '@mantine/notifications';
import { cleanup, configure } from '@testing-library/react';
import React from 'react';
import { setI18n } from 'react-i18next';
import { afterAll, vi } from 'vitest';
import { speedUpQueries } from './quick-queries.ts';

/**
 * Runs before every test file. Files share a worker, its libraries and its page, because loading the libraries takes
 * longer than most tests. Each file gets fresh modules of ours. What these started on the page, left in it or gave to a
 * library ends with the file.
 */
type Started = { end: (() => void)[] };

/** Time for slow machines; fast ones do not wait. */
const timeoutMs = 30_000;

const key = Symbol.for('what the modules of a test file started');
const worker = globalThis as { [key]?: Started };
if (!worker[key]) {
  worker[key] = watchPage({ end: [] });
  waitLonger();
  skipOwnerStacks();
  speedUpQueries();
}
const started = worker[key];

vi.resetModules();
afterAll(async () => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  cleanup();
  // A chunk that arrives later would become a module of the next file, with the language and the sign-in of this one.
  await vi.dynamicImportSettled();
  notifications.clean();
  // Components use the instance that was given last, also those of a file that gives none.
  setI18n(undefined as never);
  for (const end of started.end) end();
  started.end = [];
  localStorage.clear();
  sessionStorage.clear();
  document.head.replaceChildren();
  document.body.replaceChildren();
  for (const element of [document.documentElement, document.body])
    for (const attribute of element.getAttributeNames()) element.removeAttribute(attribute);
});

/** Notes timers, channels and listeners from now on. */
function watchPage(started: Started): Started {
  const { setTimeout, setInterval, BroadcastChannel } = globalThis;
  const noting = <Start extends typeof setTimeout | typeof setInterval>(start: Start) =>
    Object.assign((...given: Parameters<Start>) => {
      const timer = Reflect.apply(start, globalThis, given);
      started.end.push(() => clearTimeout(timer));
      return timer;
    }, start);
  globalThis.setTimeout = noting(setTimeout) as typeof setTimeout;
  globalThis.setInterval = noting(setInterval) as typeof setInterval;
  globalThis.BroadcastChannel = class extends BroadcastChannel {
    constructor(name: string) {
      super(name);
      started.end.push(() => this.close());
    }
  };
  for (const target of [window, document] as EventTarget[]) {
    const add = target.addEventListener.bind(target);
    target.addEventListener = (...given: Parameters<EventTarget['addEventListener']>) => {
      add(...given);
      // React adds this one once per document.
      if (given[0] !== 'selectionchange') started.end.push(() => target.removeEventListener(...given));
    };
  }
  return started;
}

function waitLonger(): void {
  configure({ asyncUtilTimeout: timeoutMs });
  const { waitFor } = vi;
  vi.waitFor = (condition, options) => waitFor(condition, options ?? { timeout: timeoutMs, interval: 20 });
}

/** React takes a stack trace per element it creates, for its warnings: a fifth of the time of the tests. */
function skipOwnerStacks(): void {
  const internals = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE';
  const shared = (React as unknown as { [internals]?: object })[internals];
  if (shared)
    Object.defineProperty(shared, 'recentlyCreatedOwnerStacks', {
      get: () => Number.POSITIVE_INFINITY,
      set: () => undefined,
    });
}
