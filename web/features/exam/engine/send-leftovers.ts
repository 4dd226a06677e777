import {
  createOutbox,
  type Outbox,
  type OutboxStorage,
  type SendOutcome,
} from '#web/features/exam/storage/outbox.ts';
import type { UnsentSave } from '#web/features/exam/storage/unsent-save.ts';
import { outcomeOf, sendSave } from './exam-calls.ts';

/** Sends saves whose page is gone, as that page would have. The server stores those that the exam no longer accepts as late. */
export function sendLeftovers(
  storage: OutboxStorage,
  saves: readonly UnsentSave[],
  onOutcome: (outcome: SendOutcome) => void = () => undefined,
): Outbox {
  const outbox = createOutbox({
    storage,
    onOutcome: (save, outcome) => {
      // The exam does not know this save, and no page of the exam is working on it.
      if (outcome.status === 'refused') void storage.remove(save.saveId).catch(() => undefined);
      onOutcome(outcome);
    },
    send: (save) => sendSave(save, save.writer).then((): SendOutcome => ({ status: 'stored' }), outcomeOf),
  });
  outbox.inherit(saves);
  return outbox;
}
