import type { Finding } from '#domain/imports/findings.ts';
import { type FindingTexts, formatFinding } from '#i18n/finding-text.ts';
import { currentLanguage, i18n } from '#web/base/i18n.ts';

/** A finding in the current language; its texts load with the screen (`importTexts`). */
export function findingText(finding: Finding): string {
  const texts = i18n.getResource(currentLanguage(), 'translation', 'importFindings') as
    | FindingTexts
    | undefined;
  return texts ? formatFinding(finding, texts) : '';
}
