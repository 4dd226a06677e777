import type { Finding } from './findings.ts';

/** The formats questions are read from and written to; `table` files follow the layout of our own template. */
export const importFormats = ['xlsx', 'csv', 'moodleXml', 'gift', 'aiken', 'qti'] as const;
export type ImportFormat = (typeof importFormats)[number];

/** A picture that came with the file. `key` is unique in the question; questions and answers name it. */
export type ImportedImage = { readonly key: string; readonly fileName: string; readonly bytes: Uint8Array };

/** Where an answer can be read up: the page is as the teacher writes it ("112–115"). */
export type ImportedReference = { readonly title: string; readonly page?: string };

export type ImportedAnswer = {
  /** In the formatting of our questions (`question-bank/rich-text`). */
  readonly text: string;
  readonly correct: boolean;
  readonly image?: string;
  readonly reference?: ImportedReference;
};

/**
 * A question as every format is read into and written from. Explanations given to a candidate after answering have no
 * place in the bank: feedback is kept only where it is a bibliography reference (`reference-text`), otherwise it is
 * dropped with a notice.
 */
export type ImportedQuestion = {
  /** How the file calls it; empty when it has no name. */
  readonly name: string;
  /** From the outermost category to the innermost, empty when the file does not say; tables hold a chapter code here. */
  readonly chapter: readonly string[];
  readonly text: string;
  readonly image?: string;
  /** Absent when the file does not say; the bank then gives its default. */
  readonly points?: number;
  readonly answers: readonly ImportedAnswer[];
  readonly images: readonly ImportedImage[];
};

/** One question of the file, in file order: either it can be imported, or it is listed with the reasons why not. */
export type ImportItem = {
  /** 1 for the first question of the file. */
  readonly position: number;
  /** The line or row it starts at, where the format has lines. */
  readonly line?: number;
  /** What to call it in a list: its name, or how its text begins. */
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
      /** The character encoding, for formats that are text. */
      readonly encoding?: string;
      readonly items: readonly ImportItem[];
      readonly findings: readonly Finding[];
    }
  | { readonly kind: 'refused'; readonly finding: Finding };

/** The media types of the question files that are written. */
export const writtenFileTypes = [
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'text/csv; charset=utf-8',
  'application/zip',
  'application/xml',
  'text/plain; charset=utf-8',
] as const;

/** A written file; questions the format cannot hold are left out and named, and so is what was left out of the others. */
export type WrittenFile = {
  readonly bytes: Uint8Array;
  readonly extension: string;
  readonly mediaType: (typeof writtenFileTypes)[number];
  readonly findings: readonly { readonly position: number; readonly finding: Finding }[];
};
