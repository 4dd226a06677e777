import type { SettlementErrorCode } from '#domain/errors.ts';

/** The refusals of settlements; they come with templates and contestations. */
export const settlementErrors = {
  'settlement.changedMeanwhile': 'Între timp s-a schimbat ceva; verifică efectul de acum și decide din nou',
  'settlement.unfit': 'Această soluționare nu se potrivește cu întrebarea așa cum a fost afișată',
  'settlement.withdrawn': 'Această soluționare a fost deja retrasă',
} satisfies Record<SettlementErrorCode, string>;
