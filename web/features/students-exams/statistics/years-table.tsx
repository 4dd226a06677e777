import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { QuestionYear } from '#contract/statistics.ts';
import { whyMissing } from '#domain/statistics/missing-figure.ts';
import { textsOfError } from '#web/base/error-text.ts';
import { formatDate, formatNumber } from '#web/base/format.ts';
import { currentLanguage } from '#web/base/i18n.ts';
import { ExportMenu } from '#web/list/export-menu.tsx';
import { FigureTable } from '#web/list/figure-table.tsx';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import classes from './statistics.module.css';
import { useQuestionYears } from './statistics-calls.ts';

/** How a question did in each university year, as it was copied from one to the next (RESU-5). */
export function YearsTable({ questionId }: { readonly questionId: number }) {
  const { t } = useTranslation();
  const found = useQuestionYears(questionId);
  if (found.isError)
    return (
      <ErrorPanel onRetry={() => void found.refetch()}>{textsOfError(found.error).join(' ')}</ErrorPanel>
    );
  if (!found.isSuccess) return <Skeleton height="4rem" role="status" aria-label={t('common.loading')} />;
  const { fewest, years } = found.data;
  const column = (
    name: 'served' | 'difficulty' | 'discrimination' | 'exposure',
    cell: (year: QuestionYear) => ReactNode,
  ) => ({ name, label: t(`statistics.${name}`), isFigure: true, cell });
  return (
    <>
      <FigureTable
        label={t('statistics.overYears')}
        rows={years}
        idOf={(year) => year.questionId}
        rowName={{
          label: t('statistics.year'),
          cell: (year) => (
            <>
              <strong>{year.year}</strong> <span className={classes.id}>{year.questionId}</span>
              {year.lastServed !== null && (
                <span className={classes.lastServed}>
                  {t('statistics.lastServed', { day: formatDate(year.lastServed) })}
                </span>
              )}
            </>
          ),
        }}
        columns={[
          column('served', ({ served }) => served),
          column('difficulty', ({ difficulty }) =>
            difficulty === null
              ? t('statistics.tooFew')
              : t('statistics.percent', { value: Math.round(100 * difficulty) }),
          ),
          column('discrimination', ({ discrimination, served }) =>
            discrimination === null
              ? t(`statistics.${whyMissing(served, fewest)}`)
              : formatNumber(discrimination, currentLanguage(), 2),
          ),
          column('exposure', ({ exposure }) => exposure),
        ]}
      />
      <div>
        <ExportMenu
          path={`statistics/questions/${questionId}`}
          query={{ search: '', sort: undefined, desc: false, filters: {} }}
          columns={[]}
          label={t('statistics.exportYears')}
        />
      </div>
    </>
  );
}
