import { expect, it } from 'vitest';
import { isOmitted } from '#domain/audit/entry-changes.ts';
import { logCatalogues } from '#i18n/log-catalogues.ts';
import type { AuditWord } from '#i18n/log-text.ts';
import { useTestServer } from '#server/testing/server.ts';

const server = useTestServer();
const languages = ['ro', 'en', 'fr'] as const;
const without = (words: readonly string[]) =>
  languages.flatMap((language) =>
    words
      .filter((word) => !logCatalogues[language].auditWords[word as AuditWord])
      .map((word) => `${language} ${word}`),
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

it('[ADMIN-2] every code that a logged column can hold has a text', async () => {
  const checks = await server.database.sql<{ entity: string; field: string; rule: string }[]>`
    select distinct c.conrelid::regclass::text as entity, a.attname as field, pg_get_constraintdef(c.oid) as rule
      from pg_constraint c join pg_trigger t on t.tgrelid = c.conrelid and t.tgname in ('audited', 'result_audited')
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
     where c.contype = 'c' and array_length(c.conkey, 1) = 1`;
  const codes = checks
    .filter(({ rule }) => rule.includes('= ANY'))
    .flatMap(({ entity, field, rule }) =>
      [...rule.matchAll(/'([^']+)'::/g)].map(([, code]) => ({ entity, code: `${field}.${code}` })),
    );
  expect(codes.length).toBeGreaterThan(50);
  const unknown = codes.flatMap(({ entity, code }) =>
    languages
      .filter((language) => {
        const { auditValues } = logCatalogues[language];
        return !auditValues[`${entity}.${code}`] && !auditValues[code];
      })
      .map((language) => `${language} ${entity}.${code}`),
  );
  expect(unknown).toEqual([]);
});
