import { formatNumber } from '#web/base/format.ts';
import { currentLanguage } from '#web/base/i18n.ts';

/** A number with two decimals, or '-' when there is none. */
export const figure = (value: number | null) =>
  value === null ? '-' : formatNumber(value, currentLanguage(), 2);
