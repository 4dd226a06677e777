import { type ShownContent, shownContents } from '#server/bank/stored-content.ts';
import type { Sql } from '#server/db/database.ts';
import { type WrittenContent, writeContent } from './serving.ts';

/** Enough for all exams that run at once. Versions are immutable, so no entry goes stale. */
const maxCached = 20_000;

export type Contents = {
  /** Content of versions by id, loaded from the database on a cache miss. */
  of(versionIds: readonly number[]): Promise<ReadonlyMap<number, ShownContent>>;
  /** A version's content as JSON text. */
  written(versionId: number): Promise<WrittenContent>;
};

type CachedContent = { readonly shown: ShownContent; written: WrittenContent | undefined };

/** Caches the immutable content of served versions in the process. */
export function openContents(sql: Sql): Contents {
  const cache = new Map<number, CachedContent>();
  const add = (id: number, content: ShownContent) => {
    if (cache.size >= maxCached)
      for (const oldest of [...cache.keys()].slice(0, maxCached / 10)) cache.delete(oldest);
    cache.set(id, { shown: content, written: undefined });
  };
  const contents: Contents = {
    written: async (versionId) => {
      if (!cache.has(versionId)) await contents.of([versionId]);
      const one = cache.get(versionId);
      if (!one) throw new Error(`version ${versionId} has no content`);
      one.written ??= writeContent(one.shown);
      return one.written;
    },
    of: async (versionIds) => {
      const found = new Map<number, ShownContent>();
      const missing = new Set<number>();
      for (const id of versionIds) {
        const known = cache.get(id);
        if (known) found.set(id, known.shown);
        else missing.add(id);
      }
      if (missing.size > 0) {
        for (const [id, content] of await shownContents(sql, [...missing])) {
          add(id, content);
          found.set(id, content);
        }
      }
      return found;
    },
  };
  return contents;
}
