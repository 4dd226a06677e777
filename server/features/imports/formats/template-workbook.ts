import writeXlsxFile from 'write-excel-file/node';
import type { ImportedQuestion } from '#domain/imports/imported-question.ts';
import { importTemplates } from '#i18n/import-templates.ts';
import type { Language } from '#i18n/languages.ts';
import { columnsFor, questionSheet, rowsFor } from './write-table.ts';

function exampleQuestion(language: Language): ImportedQuestion {
  const { text, correct, wrong, source } = importTemplates[language].example;
  return {
    name: '',
    chapter: ['C1'],
    text,
    points: 10,
    answers: [
      ...correct.map((answer, index) => ({
        text: answer,
        correct: true,
        ...(index === 0 ? { reference: { title: source, page: '112' } } : {}),
      })),
      ...wrong.map((answer) => ({ text: answer, correct: false })),
    ],
    images: [],
  };
}

/** The template workbook for teachers: an empty table, an example and instructions. */
export async function templateWorkbook(language: Language): Promise<Buffer> {
  const texts = importTemplates[language].texts;
  const example = exampleQuestion(language);
  const columns = columnsFor([example]);
  return writeXlsxFile([
    questionSheet(columnsFor([]), [], language, texts.questions),
    questionSheet(columns, rowsFor([example], columns), language, texts.example),
    {
      sheet: texts.guide,
      columns: [{ width: 120 }],
      data: texts.lines.map((value) => [{ value, type: String, wrap: true }]),
    },
  ]).toBuffer();
}
