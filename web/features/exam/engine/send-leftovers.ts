import {
  createOutbox,
  type Outbox,
  type OutboxStorage,
  type SendOutcome,
} from '#web/features/exam/storage/outbox.ts';
import type { UnsentSave } from '#web/features/exam/storage/unsent-save.ts';
import { outcomeOf, sendSave } from './exam-calls.ts';

/** Sends saves whose page is gone, as that page would have sent them. What the exam no longer takes is kept there as late. */
export function sendLeftovers(
  storage: OutboxStorage,
  saves: readonly UnsentSave[],
  onOutcome: (outcome: SendOutcome) => void = () => undefined,
): Outbox {
  const outbox = createOutbox({
    storage,
    onOutcome: (save, outcome) => {
      // Its exam does not know it, now that no page of the exam works on it.
      if (outcome.is === 'refused') void storage.remove(save.saveId).catch(() => undefined);
      onOutcome(outcome);
    },
    send: (save) => sendSave(save, save.writer).then((): SendOutcome => ({ is: 'stored' }), outcomeOf),
  });
  outbox.inherit(saves);
  return outbox;
}
