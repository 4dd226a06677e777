import type { SettlementErrorCode } from '#domain/errors.ts';

/** The refusals of settlements; they come with templates and contestations. */
export const settlementErrors = {
  'settlement.changedMeanwhile':
    'Quelque chose a changé entre-temps ; vérifiez l’effet actuel et décidez de nouveau',
  'settlement.unfit': 'Ce règlement ne convient pas à la question telle qu’elle a été posée',
  'settlement.withdrawn': 'Ce règlement a déjà été retiré',
} satisfies Record<SettlementErrorCode, string>;
