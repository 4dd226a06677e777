import { expect, it } from 'vitest';
import { isOmitted } from '#domain/audit/entry-changes.ts';
import { auditWords as en } from '#i18n/en/audit-words.ts';
import { auditWords as fr } from '#i18n/fr/audit-words.ts';
import type { AuditWord } from '#i18n/log-text.ts';
import { auditWords as ro } from '#i18n/ro/audit-words.ts';
import { useTestServer } from '#server/testing/server.ts';

const server = useTestServer();
const languages: Readonly<Record<string, Partial<Record<AuditWord, string>>>> = { ro, en, fr };
const without = (words: readonly string[]) =>
  Object.entries(languages).flatMap(([language, known]) =>
    words.filter((word) => !known[word as AuditWord]).map((word) => `${language} ${word}`),
  );

it('[ADMIN-2] every action that the database logs by itself has a text', async () => {
  const functions = await server.database.sql<{ source: string }[]>`
    select prosrc as source from pg_proc where pronamespace = 'public'::regnamespace and prosrc like '%into audit_log%'`;
  const acts = functions.flatMap(({ source }) =>
    [...source.matchAll(/'([a-zA-Z]+)',\s*'exams'/g)].map(([, act]) => `action.${act}`),
  );
  expect(acts.sort()).toEqual(['action.result', 'action.sealed']);
  expect(without([...acts, 'action.insert', 'action.update', 'action.delete'])).toEqual([]);
});

it('[ADMIN-2] every logged table and field has a text', async () => {
  const rows = await server.database.sql<{ word: string }[]>`
    select distinct w.word from pg_trigger t join pg_class c on c.oid = t.tgrelid
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      cross join lateral (values ('table.' || c.relname), ('field.' || a.attname)) w (word)
     where t.tgname = 'audited' and a.attname <> 'id' order by 1`;
  expect(rows.length).toBeGreaterThan(100);
  expect(
    without(rows.map(({ word }) => word).filter((word) => !isOmitted(word.slice('field.'.length)))),
  ).toEqual([]);
});
