import type { Browser, Page, Route } from 'playwright-core';
import { afterEach, expect } from 'vitest';
import { useBrowser } from './browser.ts';
import { type ExamRoom, useExamRoom } from './exam-room.ts';
import { stepTimeoutMs } from './exam-steps.ts';
import { leaveAll } from './reused-pages.ts';
import { recordsIn } from './stored-bytes.ts';
import { sittingRefusals } from './visitor.ts';

/** A browser and an exam room for the tests of one file. */
export type ExamHall = { readonly browser: Browser; readonly room: ExamRoom };

/**
 * Opens a hall before the first test of the file and closes it after the last. Every test leaves it empty.
 * A test fails when an exam page makes a call that is closed during an exam.
 */
export function useExamHall(): ExamHall {
  const room = useExamRoom();
  const browser = useBrowser();
  afterEach(async (test) => {
    const pages = browser.contexts().flatMap((context) => context.pages());
    const refused = await Promise.all(pages.map(sittingRefusals));
    await leaveAll(browser, test);
    expect(refused.flat()).toEqual([]);
  });
  return { browser, room };
}

/** Every API call of the page. */
export const anyApiCall = /\/api\//;
/** Fails a request, as a cut network does. */
export const abortRequest = (route: Route) => route.abort('connectionfailed');

/** Waits until these ticks, made without a network, are on disk: each is one unsent save. */
export const onDisk = (page: Page, ticks: string): Promise<void> =>
  expect
    .poll(() => recordsIn(page, 'saves'), { timeout: stepTimeoutMs })
    .toBeGreaterThanOrEqual(ticks.length);
