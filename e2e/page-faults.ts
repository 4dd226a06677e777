import type { Page } from 'playwright-core';

type Shift = { readonly value: number; readonly moved: string };
type Faults = { readonly shifts: Shift[]; readonly violations: string[] };
declare global {
  interface Window {
    pageFaults?: Faults;
  }
}

/** Runs in each page before its scripts. */
function collect(): void {
  type Entry = PerformanceEntry & {
    readonly value: number;
    readonly hadRecentInput: boolean;
    readonly sources: readonly { readonly node?: Element }[];
  };
  const faults: Faults = { shifts: [], violations: [] };
  window.pageFaults = faults;
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
    faults.violations.push(`${violatedDirective}: ${blockedURI}`);
  });
  window.addEventListener('error', ({ message }) => faults.violations.push(message));
  window.addEventListener('unhandledrejection', ({ reason }) => faults.violations.push(String(reason)));
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as Entry[]) {
      const moved = entry.sources.map(({ node }) => `${node?.nodeName}.${node?.className ?? ''}`).join(' ');
      if (!entry.hadRecentInput) faults.shifts.push({ value: entry.value, moved });
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Collects layout shifts with the elements that moved, content security policy violations and uncaught errors. */
export const collectFaults = (page: Page) => page.addInitScript(collect);

/** The faults since the page was loaded. */
export const faultsOf = async (page: Page): Promise<Faults> =>
  (await page.evaluate(() => window.pageFaults)) ?? { shifts: [], violations: [] };
