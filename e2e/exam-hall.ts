import type { Browser, Route } from 'playwright-core';
import { afterEach, expect } from 'vitest';
import { useBrowser } from './browser.ts';
import { type ExamRoom, useExamRoom } from './exam-room.ts';
import { sittingRefusals } from './visitor.ts';

/** Where the exams of a file of tests are sat: a browser, and the room they are prepared in. */
export type ExamHall = { readonly browser: Browser; readonly room: ExamRoom };

/**
 * Opens a hall before the first test of the file and closes it after the last; every test leaves it empty, and fails when the
 * page of an exam made a call that is closed during one.
 */
export function examHall(): ExamHall {
  const room = useExamRoom();
  const browser = useBrowser();
  afterEach(async () => {
    const pages = browser.contexts().flatMap((context) => context.pages());
    const refused = await Promise.all(pages.map(sittingRefusals));
    for (const context of browser.contexts()) await context.close();
    expect(refused.flat()).toEqual([]);
  });
  return { browser, room };
}

/** Every call of the page to the server. */
export const everything = /\/api\//;
/** What the network does to a call while it is cut. */
export const cut = (route: Route) => route.abort('connectionfailed');
/** Long enough for a tick to be on the disk (the promise is 250 ms). */
export const onDisk = 250;
