import type { preParsingAsyncHookHandler } from 'fastify';
import { bodyLimitOf, type Call, ordinaryBodyBytes } from '#contract/call.ts';
import { tooMany } from './concurrency-limiter.ts';
import { heldBytes, type MemoryBudget, memoryBudget, uploadOf } from './memory-budget.ts';

/** The large JSON bodies that a process holds at once. */
const largeBodyBytes = 32 * 1024 * 1024;
/** Room for the largest body. */
const reserveBytes = 4 * 1024 * 1024;
/** A body that arrives holds its memory for a moment; a person who waits longer should try again. */
const timeoutMilliseconds = 5000;

export const largeBodyMemory = (): MemoryBudget =>
  memoryBudget({ maxBytes: largeBodyBytes, reserveBytes, timeoutMilliseconds, refusal: tooMany });

/** Reserves memory for a large body before it is read, until its response; nothing for calls with small bodies. */
export function boundBodyMemory(
  call: Call,
  memory: MemoryBudget,
): { preParsing?: preParsingAsyncHookHandler } {
  const maxBytes = bodyLimitOf(call);
  if (maxBytes <= ordinaryBodyBytes) return {};
  return {
    preParsing: async (request, reply) => {
      const bytes = heldBytes(request, maxBytes);
      if (bytes <= ordinaryBodyBytes) return;
      const giveBack = await memory.reserve(uploadOf(request, request.caller?.actor.userId ?? 0, bytes));
      let isHeld = true;
      const release = () => {
        if (isHeld) giveBack();
        isHeld = false;
      };
      if (reply.raw.destroyed) return release();
      for (const over of ['finish', 'close']) reply.raw.once(over, release);
    },
  };
}
