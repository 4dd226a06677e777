import { maxSittingBytes } from '#domain/exam-taking/recording-budget.ts';

/** What a person's uploads may unpack at once: a whole sitting. */
const burstBytes = maxSittingBytes.unpacked;
/** And in the long run. */
const bytesPerSecond = 1024 * 1024;

/**
 * Limits how much each person has unpacked: a small file can unpack to 40 MiB, and sent again and again it would take
 * the processor from everybody's saves, although nothing more is stored.
 */
export type UnpackingPace = {
  readonly isOver: (person: number) => boolean;
  readonly note: (person: number, bytes: number) => void;
};

export function openUnpackingPace(clock = () => performance.now()): UnpackingPace {
  const unpacked = new Map<number, { readonly bytes: number; readonly at: number }>();
  const bytesOf = (person: number) => {
    const last = unpacked.get(person);
    return last ? Math.max(0, last.bytes - ((clock() - last.at) / 1000) * bytesPerSecond) : 0;
  };
  return {
    isOver: (person) => {
      const bytes = bytesOf(person);
      if (bytes === 0) unpacked.delete(person);
      return bytes > burstBytes;
    },
    note: (person, bytes) => void unpacked.set(person, { bytes: bytesOf(person) + bytes, at: clock() }),
  };
}
