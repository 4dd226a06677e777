import { importTemplate as en } from './en/import-template.ts';
import { importTemplate as fr } from './fr/import-template.ts';
import type { Language } from './languages.ts';
import { importTemplate as ro } from './ro/import-template.ts';

/** The texts of question files in each language. */
export const importTemplates = { ro, en, fr } as const satisfies Record<Language, unknown>;
