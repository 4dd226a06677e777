import type { TFunction } from 'i18next';
import type { StudentImportRow } from '#contract/student-imports.ts';
import { headingOf } from '#domain/imports/students/student-columns.ts';
import { currentLanguage } from '#web/base/i18n.ts';

type Problem = StudentImportRow['problems'][number];

/** A problem in words: the cell, what is wrong with it, and what was probably meant. */
export function studentProblemText(t: TFunction, { column, code, params }: Problem): string {
  const cell = column === null ? '' : `${headingOf(column, currentLanguage())}: `;
  const hint = params.suggestion ? ` ${t('studentImport.suggestion', { name: params.suggestion })}` : '';
  return `${cell}${t(`studentImport.problem_${code}`, params)}${hint}`;
}
