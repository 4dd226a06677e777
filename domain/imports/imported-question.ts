import type { Finding } from './findings.ts';

/** The import and export formats of questions; `xlsx` and `csv` follow our own template. */
const importFormats = ['xlsx', 'csv', 'moodleXml', 'gift', 'aiken', 'qti'] as const;
export type ImportFormat = (typeof importFormats)[number];

/** An image in the file. `key` is unique within the question; questions and answers reference it. */
export type ImportedImage = { readonly key: string; readonly fileName: string; readonly bytes: Uint8Array };

/** The bibliography reference of an answer; the page is as the teacher wrote it ("112–115"). */
export type ImportedReference = { readonly title: string; readonly page?: string };

export type ImportedAnswer = {
  /** In our question markup (`question-bank/rich-text`). */
  readonly text: string;
  readonly correct: boolean;
  readonly image?: string;
  readonly reference?: ImportedReference;
};

/**
 * The common form of a question for all formats. The bank has no explanations for candidates: feedback is kept only if
 * it is a bibliography reference (`reference-text`), otherwise it is dropped with a notice.
 */
export type ImportedQuestion = {
  /** The question's name in the file; empty when it has none. */
  readonly name: string;
  /** The categories from outermost to innermost, empty when the file has none; tables hold a chapter code here. */
  readonly chapter: readonly string[];
  readonly text: string;
  readonly image?: string;
  /** Absent when the file does not say; the bank then uses its default. */
  readonly points?: number;
  readonly answers: readonly ImportedAnswer[];
  readonly images: readonly ImportedImage[];
};

/** One question of the file, in file order: importable, or listed with the reasons why not. */
export type ImportItem = {
  /** 1 for the first question of the file. */
  readonly position: number;
  /** The line or row where it starts, for formats with lines. */
  readonly line?: number;
  /** Its label in a list: its name, or the start of its text. */
  readonly label: string;
  readonly findings: readonly Finding[];
} & (
  | {
      readonly kind: 'importable';
      readonly question: ImportedQuestion;
      readonly pool: 'complete' | 'incomplete';
    }
  | { readonly kind: 'rejected' }
);

export type ReadResult =
  | {
      readonly kind: 'read';
      readonly format: ImportFormat;
      /** The character encoding, for text formats. */
      readonly encoding?: string;
      readonly items: readonly ImportItem[];
      readonly findings: readonly Finding[];
    }
  | { readonly kind: 'refused'; readonly finding: Finding };

/** The media types of exported question files. */
export const writtenFileTypes = [
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'text/csv; charset=utf-8',
  'application/zip',
  'application/xml',
  'text/plain; charset=utf-8',
] as const;

/** An exported file. Findings name the questions the format cannot hold and what was dropped from the others. */
export type WrittenFile = {
  readonly bytes: Uint8Array;
  readonly extension: string;
  readonly mediaType: (typeof writtenFileTypes)[number];
  readonly findings: readonly { readonly position: number; readonly finding: Finding }[];
};
