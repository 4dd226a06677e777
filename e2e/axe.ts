import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { quiet } from './visitor.ts';

/** Everything axe knows to ask, or only what another theme can change. */
const asked = {
  everything: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  contrast: ['color-contrast'],
} as const;

/** What axe finds in a page, short enough to read in a failed test. */
export async function axeProblems(
  page: Page,
  what: keyof typeof asked = 'everything',
): Promise<readonly string[]> {
  await quiet(page);
  const axe = new AxeBuilder({ page })
    // Only violations are told one by one; there are no frames, whose answers another page would have to join.
    .options({ resultTypes: ['violations'] })
    .setLegacyMode(true);
  const { violations } = await (what === 'everything'
    ? axe.withTags([...asked.everything])
    : axe.withRules([...asked.contrast])
  ).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target}: ${failureSummary}`),
  );
}
