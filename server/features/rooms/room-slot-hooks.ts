import { entityHooks } from '#server/crud/entity-hooks.ts';

/** Slots of a room are entered one after another, so that two that overlap meet the constraint and not each other. */
export const roomSlotHooks = entityHooks<{ readonly examRoomId: number }>({
  beforeWrite: async ({ tx, draft }) => {
    await tx`select from rooms where id = ${draft.examRoomId} for no key update`;
  },
});
