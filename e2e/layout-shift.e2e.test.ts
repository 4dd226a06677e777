import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useBrowser } from './browser.ts';
import { everyScreen } from './every-screen.ts';
import { type Account, accounts, newVisitor, settled, signedIn } from './visitor.ts';

const browser = useBrowser();

/** How much slower every response of the API is than usual. */
const SLOWER = 400;

const screens: readonly (readonly [path: string, account: Account | 'nobody'])[] = [
  ...everyScreen,
  ['/disciplineManage', 'secretary'],
  ['/disciplineList?disciplineId=6', 'teacher'],
  ['/customExams', 'secretary'],
  ['/appointments', 'secretary'],
  ['/examAppointments', 'student'],
  ['/dashboard', 'teacher'],
];

type Shift = { readonly value: number; readonly moved: string };
declare global {
  interface Window {
    layoutShifts?: Shift[];
  }
}

/** Collects the shifts of each page from its first frame on, with the elements that moved. */
function collectShifts(): void {
  type Entry = PerformanceEntry & {
    readonly value: number;
    readonly hadRecentInput: boolean;
    readonly sources: readonly { readonly node?: Element }[];
  };
  const shifts: Shift[] = [];
  window.layoutShifts = shifts;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as Entry[]) {
      const moved = entry.sources.map(({ node }) => `${node?.nodeName}.${node?.className ?? ''}`).join(' ');
      if (!entry.hadRecentInput) shifts.push({ value: entry.value, moved });
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

const desks = new Map<Account | 'nobody', Promise<Page>>();

async function slowDesk(account: Account | 'nobody'): Promise<Page> {
  const signIn = account === 'nobody' ? undefined : await signedIn(accounts[account]);
  const page = await newVisitor(browser, { width: 1440, height: 900 }, signIn);
  await page.addInitScript(collectShifts);
  await page.route('**/api/**', async (route) => {
    await pause(SLOWER);
    await route.continue().catch(() => undefined);
  });
  return page;
}

describe('layout shift while the API is slow', () => {
  it.each(screens)('%s as %s stays below 0.1', async (path, account) => {
    const desk = desks.get(account) ?? slowDesk(account);
    desks.set(account, desk);
    const page = await desk;
    await page.goto(path);
    await settled(page);
    const shifts = (await page.evaluate(() => window.layoutShifts)) ?? [];
    const total = shifts.reduce((sum, { value }) => sum + value, 0);
    expect(total, JSON.stringify(shifts)).toBeLessThan(0.1);
  });
});
