import type { ImportedQuestion, WrittenFile } from '#domain/imports/imported-question.ts';
import type { Language } from '#i18n/languages.ts';
import { writeAiken } from './write-aiken.ts';
import { writeGift } from './write-gift.ts';
import { writeMoodleXml } from './write-moodle-xml.ts';
import { writeQti } from './write-qti.ts';
import { writeCsv, writeXlsx } from './write-table.ts';

const exportFormats = ['xlsx', 'csv', 'moodleXml', 'gift', 'aiken', 'qti2', 'qti3'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** Writes questions in a format; findings report what it cannot hold, by question. */
export async function writeQuestions(
  questions: readonly ImportedQuestion[],
  format: ExportFormat,
  language: Language,
): Promise<WrittenFile> {
  switch (format) {
    case 'xlsx':
      return writeXlsx(questions, language);
    case 'csv':
      return writeCsv(questions, language);
    case 'moodleXml':
      return writeMoodleXml(questions);
    case 'gift':
      return writeGift(questions);
    case 'aiken':
      return writeAiken(questions);
    case 'qti2':
      return writeQti(questions, '2.1');
    case 'qti3':
      return writeQti(questions, '3.0');
  }
}
