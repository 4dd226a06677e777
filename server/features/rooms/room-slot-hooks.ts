import { entityHooks } from '#server/crud/entity-hooks.ts';

/** Locks the room, so concurrent slots are checked one after another by the overlap constraint. */
export const roomSlotHooks = entityHooks<{ readonly examRoomId: number }>({
  beforeWrite: async ({ tx, draft }) => {
    await tx`select from rooms where id = ${draft.examRoomId} for no key update`;
  },
});
