import { Readable } from 'node:stream';
import type { ImportRow, ImportRowState } from '#contract/imports.ts';
import type { Finding } from '#domain/imports/findings.ts';
import * as en from '#i18n/en/import-screen.ts';
import * as fr from '#i18n/fr/import-screen.ts';
import { findingText } from '#i18n/imports.ts';
import type { Language } from '#i18n/languages.ts';
import * as ro from '#i18n/ro/import-screen.ts';
import type { Queryable } from '#server/db/database.ts';
import { type Cell, numberCell, type Table, textCell } from '#server/spreadsheet/cell.ts';
import { csvOf } from '#server/spreadsheet/csv.ts';
import { xlsxOf } from '#server/spreadsheet/xlsx.ts';
import { everyImportRow } from './import-rows.ts';

const words = { ro, en, fr } as const satisfies Record<Language, object>;

/** The outcome of a row as shown on the screen; a row that was not chosen was left out. */
function outcomeOf({ state }: { readonly state: ImportRowState }, isFinished: boolean) {
  return state === 'ready' && isFinished ? 'leftOut' : state;
}

function cellsOf(row: ImportRow, isFinished: boolean, language: Language): Cell[] {
  const outcome = outcomeOf(row, isFinished);
  return [
    numberCell(row.position),
    numberCell(row.line),
    textCell(row.label),
    textCell(words[language].importScreen[`row_${outcome}`]),
    textCell(row.findings.map((one: Finding) => findingText(one, language)).join('\n')),
    textCell(row.chapterCode ?? row.fileChapter.join(' / ')),
    numberCell(row.questionId),
  ];
}

type Report = {
  readonly importId: number;
  readonly isFinished: boolean;
  readonly format: 'xlsx' | 'csv';
  readonly language: Language;
};

/** The outcome of each row with its reasons, as a streamed file. */
export function reportFile(sql: Queryable, { importId, isFinished, format, language }: Report): Readable {
  const { importScreen } = words[language];
  const table: Table = {
    name: importScreen.report,
    header: [
      importScreen.position,
      importScreen.line,
      importScreen.question,
      importScreen.outcome,
      importScreen.reasons,
      importScreen.chapter,
      importScreen.questionNumber,
    ],
    pages: (async function* () {
      for await (const rows of everyImportRow(sql, importId))
        yield rows.map((row) => cellsOf(row, isFinished, language));
    })(),
  };
  return Readable.from(format === 'csv' ? csvOf(table) : xlsxOf(table), { objectMode: false });
}
