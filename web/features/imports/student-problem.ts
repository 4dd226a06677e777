import type { TFunction } from 'i18next';
import type { StudentImportRow } from '#contract/student-imports.ts';
import { headingOf } from '#domain/imports/students/student-columns.ts';
import { textParams } from '#domain/imports/students/student-problems.ts';
import { currentLanguage } from '#web/base/i18n.ts';

type Problem = StudentImportRow['problems'][number];

/** Describes a problem: the cell, what is wrong with it and the likely correction. */
export function studentProblemText(t: TFunction, problem: Problem): string {
  const { column, code } = problem;
  const params = textParams(problem);
  const cell = column === null ? '' : `${headingOf(column, currentLanguage())}${t('common.colon')} `;
  const hint = params.suggestion ? ` ${t('studentImport.suggestion', { name: params.suggestion })}` : '';
  // The list of rows not imported leaves out personal values; the texts with a value have a variant without.
  const context = 'value' in params || 'name' in params ? {} : { context: 'hidden' };
  return `${cell}${t(`studentImport.problem_${code}`, { ...params, ...context })}${hint}`;
}
