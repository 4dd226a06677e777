import { Readable } from 'node:stream';
import type { Entity } from '#contract/entity.ts';
import type { ExportQuery, Item } from '#contract/item.ts';
import { toTheMinute } from '#domain/calendar/moment.ts';
import { crud as enWords } from '#i18n/en/crud.ts';
import { entities as en } from '#i18n/en/entities.ts';
import { crud as frWords } from '#i18n/fr/crud.ts';
import { entities as fr } from '#i18n/fr/entities.ts';
import type { Language } from '#i18n/languages.ts';
import { crud as roWords } from '#i18n/ro/crud.ts';
import { entities as ro } from '#i18n/ro/entities.ts';
import { type Cell, emptyCell, type Table, textCell } from '#server/spreadsheet/cell.ts';
import { csvOf } from '#server/spreadsheet/csv.ts';
import { xlsxOf } from '#server/spreadsheet/xlsx.ts';
import { filtersOf, idBlocks } from './list.ts';
import type { Pace } from './paced.ts';
import { type ReadContext, rowsWithIds } from './reading.ts';

/** Rows per query: enough to be quick, few enough that reading and writing them holds up nobody's save. */
const ROWS_AT_ONCE = 200;

type Words = {
  readonly label: (key: string) => string;
  readonly yes: string;
  readonly no: string;
  readonly id: string;
};

const labels: Record<Language, Readonly<Record<string, string>>> = { ro, en, fr };
const words: Record<Language, { yes: string; no: string; id: string }> = {
  ro: roWords,
  en: enWords,
  fr: frWords,
};
const wordsOf = (language: Language): Words => ({
  label: (key) => labels[language][key] ?? key,
  yes: words[language].yes,
  no: words[language].no,
  id: words[language].id,
});

function cellOf(entity: Entity, column: string, value: unknown, { label, yes, no }: Words): Cell {
  if (value === null || value === undefined) return emptyCell;
  switch (entity.fields[column]?.type) {
    case 'date':
      return { kind: 'day', day: String(value) };
    case 'datetime-local':
      return { kind: 'moment', moment: toTheMinute(String(value)) };
    case 'boolean':
    case 'three-state':
      return textCell(value === true ? yes : no);
    case 'choice':
      return textCell(label(`choice.${String(value)}`));
    default:
      if (typeof value === 'boolean') return textCell(value ? yes : no);
      if (typeof value === 'number') return { kind: 'number', number: value };
      return textCell(Array.isArray(value) ? value.join(', ') : String(value));
  }
}

async function* pages(reading: ReadContext, blocks: readonly string[], pace: Pace): AsyncGenerator<Item[]> {
  for (const ids of blocks) yield await pace(() => rowsWithIds(reading, reading.sql`${ids}::int[]`));
}

/** Streams the whole list as a file: only what the viewer may see, with labels in their language. */
export async function exportedFile(reading: ReadContext, query: ExportQuery, pace: Pace): Promise<Readable> {
  const { entity } = reading;
  const labels = wordsOf(query.lang);
  const blocks = await idBlocks(reading, { ...query, filters: filtersOf(entity, query) }, ROWS_AT_ONCE);
  const table: Table = {
    name: labels.label(`many.${entity.name}`),
    header: query.columns.map((column) =>
      column === 'id' ? labels.id : labels.label(`${entity.name}.${column}`),
    ),
    pages: (async function* () {
      for await (const items of pages(reading, blocks, pace)) {
        yield items.map((item) =>
          query.columns.map((column) => cellOf(entity, column, item[column], labels)),
        );
      }
    })(),
  };
  return Readable.from(query.format === 'csv' ? csvOf(table) : xlsxOf(table), { objectMode: false });
}
