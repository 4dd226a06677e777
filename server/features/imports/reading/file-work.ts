import type { QuestionRow } from '#domain/imports/bank-question.ts';
import type { Finding } from '#domain/imports/findings.ts';
import type { ImportedQuestion, ImportFormat, WrittenFile } from '#domain/imports/imported-question.ts';
import type { Language } from '#i18n/languages.ts';
import type { ExportFormat } from '#server/features/imports/formats/write-questions.ts';
import type { StudentFileRow } from '#server/features/imports/students/read-student-file.ts';

/** The requests of a file worker; it responds to each once, in order. */
export type FileRequest =
  | {
      readonly kind: 'read';
      readonly bytes: Uint8Array;
      readonly fileName: string;
      readonly language: Language;
      readonly format: ImportFormat | undefined;
    }
  /** The next rows of the file; an empty list means the end. */
  | { readonly kind: 'rows' }
  | { readonly kind: 'readStudents'; readonly bytes: Uint8Array; readonly language: Language }
  | { readonly kind: 'studentRows' }
  /** The next questions to write. */
  | { readonly kind: 'add'; readonly questions: readonly ImportedQuestion[] }
  | { readonly kind: 'write'; readonly format: ExportFormat; readonly language: Language };

export type FileReply =
  | {
      readonly kind: 'read';
      readonly format: ImportFormat;
      readonly encoding: string | null;
      readonly findings: readonly Finding[];
      readonly rows: number;
    }
  | { readonly kind: 'refused'; readonly finding: Finding }
  | { readonly kind: 'rows'; readonly rows: readonly QuestionRow[] }
  | {
      readonly kind: 'studentsRead';
      readonly format: 'xlsx' | 'csv';
      readonly encoding: string | null;
      readonly findings: readonly Finding[];
      readonly partial: boolean;
      readonly rows: number;
    }
  | { readonly kind: 'studentRows'; readonly rows: readonly StudentFileRow[] }
  | { readonly kind: 'added' }
  | { readonly kind: 'written'; readonly file: WrittenFile };
