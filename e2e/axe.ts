import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { quiet } from './visitor.ts';

/** All axe rules, or only those that depend on the theme. */
const axeOptions = {
  everything: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  contrast: ['color-contrast'],
} as const;

/** The axe violations of a page, short enough to read in a failed test. */
export async function axeProblems(
  page: Page,
  what: keyof typeof axeOptions = 'everything',
): Promise<readonly string[]> {
  await quiet(page);
  // The script is large; a page that has it already does not compile it again.
  const isLoaded = await page.evaluate(() => 'axe' in window);
  const axe = new AxeBuilder({ page, ...(isLoaded ? { axeSource: 'void 0' } : {}) })
    // Report only violations. The product has no frames, so no results need merging, and no media to load.
    .options({ resultTypes: ['violations'], preload: false })
    .setLegacyMode(true);
  const { violations } = await (what === 'everything'
    ? axe.withTags([...axeOptions.everything])
    : axe.withRules([...axeOptions.contrast])
  ).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target}: ${failureSummary}`),
  );
}
