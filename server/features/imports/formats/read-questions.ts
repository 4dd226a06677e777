import { FileRefusal, type Finding, refuseFile } from '#domain/imports/findings.ts';
import { importLimits } from '#domain/imports/import-limits.ts';
import type { ImportFormat, ImportItem, ReadResult } from '#domain/imports/imported-question.ts';
import { importTemplates } from '#i18n/import-templates.ts';
import type { Language } from '#i18n/languages.ts';
import type { ImportWords } from './build-item.ts';
import type { DecodedText } from './decode-text.ts';
import { PackageFiles } from './package-files.ts';
import { type ImageLookup, noImages } from './question-images.ts';
import { readAiken } from './read-aiken.ts';
import { type InnerReader, readArchive, unreadIn } from './read-archive.ts';
import { readCsv } from './read-csv.ts';
import { readGift } from './read-gift.ts';
import { readMoodleXml } from './read-moodle-xml.ts';
import { readQtiXml } from './read-qti-package.ts';
import { readTable } from './read-table.ts';
import { readXlsx } from './read-xlsx.ts';
import { questionFiles, type Sniffed, sniffFile } from './sniff-format.ts';
import { parseXml } from './xml-tree.ts';

function readText(
  format: ImportFormat,
  { text }: DecodedText,
  words: ImportWords,
  lookup: ImageLookup,
): { readonly items: readonly ImportItem[]; readonly findings?: readonly Finding[] } {
  switch (format) {
    case 'csv':
      return readTable(readCsv(text), words, lookup);
    case 'gift':
      return { items: readGift(text, words, lookup) };
    case 'aiken':
      return { items: readAiken(text, words) };
    case 'moodleXml':
      return { items: readMoodleXml(parseXml(text), words) };
    case 'qti':
      return readQtiXml(parseXml(text), words, lookup);
    case 'xlsx':
      return refuseFile('import.workbookBroken');
  }
}

/** The questions of a file that is not an archive, with findings about the file. */
const contentsOf =
  (words: ImportWords): InnerReader =>
  (file) => {
    const lookup = file.archive ? new PackageFiles(file.archive).lookup(file.path ?? '') : noImages;
    if (file.kind === 'workbook') {
      const { rows, findings: about } = readXlsx(file.workbook);
      const table = readTable(rows, words, lookup);
      return { items: table.items, findings: [...about, ...table.findings] };
    }
    const { items, findings = [] } = readText(file.format, file.decoded, words, lookup);
    return { items, findings: [...file.decoded.findings, ...findings] };
  };

function readSniffed(file: Sniffed, words: ImportWords): ReadResult {
  const read = contentsOf(words);
  const { format, items, findings } =
    file.kind === 'package' ? readArchive(file.archive, words, read) : { format: file.format, ...read(file) };
  if (items.length === 0) refuseFile('import.noQuestions');
  return {
    kind: 'read',
    format,
    ...(file.kind === 'text' ? { encoding: file.decoded.encoding } : {}),
    items,
    findings:
      file.kind !== 'package' && file.archive
        ? [...findings, ...unreadIn(file.archive, questionFiles(file.archive))]
        : findings,
  };
}

/**
 * Reads a question file in any supported format. Returns every question in order, importable or with the reasons why
 * not; or the one reason why the file cannot be read. Files are untrusted: any content yields one of these.
 */
export function readQuestions(
  bytes: Uint8Array,
  fileName: string,
  language: Language,
  requested?: ImportFormat,
): ReadResult {
  try {
    if (bytes.length === 0) refuseFile('import.fileEmpty');
    if (bytes.length > importLimits.fileBytes)
      refuseFile('import.fileTooLarge', { megabytes: importLimits.fileBytes / 1024 / 1024 });
    return readSniffed(sniffFile(bytes, fileName, requested), importTemplates[language].words);
  } catch (problem) {
    if (problem instanceof FileRefusal) return { kind: 'refused', finding: problem.finding };
    throw problem;
  }
}
