import { type ShownContent, shownContents } from '#server/bank/stored-content.ts';
import type { Sql } from '#server/db/database.ts';

/** Enough for the questions of every exam that runs at once; a version never changes, so nothing ever goes stale. */
const mostKept = 20_000;

export type Contents = {
  /** What versions show, by the id of the version; read from the database where it is not known yet. */
  of(versionIds: readonly number[]): Promise<ReadonlyMap<number, ShownContent>>;
  /** What a version shows if it is known already. */
  known(versionId: number): ShownContent | undefined;
};

/** Keeps the immutable contents of served versions in the process. */
export function openContents(sql: Sql): Contents {
  const kept = new Map<number, ShownContent>();
  const keep = (id: number, content: ShownContent) => {
    if (kept.size >= mostKept)
      for (const oldest of [...kept.keys()].slice(0, mostKept / 10)) kept.delete(oldest);
    kept.set(id, content);
  };
  return {
    known: (versionId) => kept.get(versionId),
    of: async (versionIds) => {
      const found = new Map<number, ShownContent>();
      const missing = new Set<number>();
      for (const id of versionIds) {
        const content = kept.get(id);
        if (content) found.set(id, content);
        else missing.add(id);
      }
      if (missing.size > 0) {
        for (const [id, content] of await shownContents(sql, [...missing])) {
          keep(id, content);
          found.set(id, content);
        }
      }
      return found;
    },
  };
}
