import type { Finding } from './finding.ts';

/** Browser features the exam screen requires, by their names in the browser. */
const needed: Readonly<Record<string, () => boolean>> = {
  IndexedDB: () => 'indexedDB' in window,
  'Web Crypto': () => typeof globalThis.crypto?.getRandomValues === 'function',
  'fetch, AbortSignal': () => 'fetch' in window && 'timeout' in AbortSignal,
  ResizeObserver: () => 'ResizeObserver' in window,
  'ECMAScript 2023': () => 'toSorted' in Array.prototype,
  'CSS :has()': () => CSS.supports('selector(:has(*))'),
  'CSS container queries': () => CSS.supports('container-type', 'inline-size'),
};

/** Checks that the browser supports everything an exam needs; names the missing features. */
export function checkBrowser(): Finding {
  const missing = Object.entries(needed)
    .filter(([, isThere]) => !isThere())
    .map(([name]) => name)
    .join(', ');
  if (missing === '') return { state: 'good', says: (t) => t('rehearsal.browser_good') };
  return {
    state: 'bad',
    says: (t) => t('rehearsal.browser_bad', { missing }),
    remedy: (t) => t('rehearsal.browser_do'),
  };
}
