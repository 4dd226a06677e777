import { Badge, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { YearDiscipline } from '#contract/year-copies.ts';
import { type CopyOutcome, isCopied } from '#domain/university-years/year-copy.ts';
import { formatNumber } from '#web/base/format.ts';
import { currentLanguage } from '#web/base/i18n.ts';
import type { Column } from '#web/list/column.ts';
import { List } from '#web/list/list.tsx';
import { useListQuery } from '#web/list/list-query.ts';
import { SearchBox } from '#web/list/search-box.tsx';
import { useList } from '#web/list/use-list.ts';
import classes from './year-copy.module.css';
import { disciplineSource } from './year-copy-calls.ts';

const colors: Record<CopyOutcome, string> = {
  create: 'green',
  complete: 'brand',
  same: 'gray',
  taken: 'yellow',
};

type Props = {
  readonly fromYearId: number;
  readonly toYearId: number;
  /** The disciplines that are not copied. */
  readonly except: ReadonlySet<number>;
  readonly onExcept: (except: ReadonlySet<number>) => void;
};

/** The disciplines of the old year and what the copy does with each; all are selected at first. */
export function YearDisciplines({ fromYearId, toYearId, except, onExcept }: Props) {
  const { t } = useTranslation();
  const list = useList(disciplineSource({ fromYearId, toYearId }), useListQuery({}));
  const figure = (value: number) => formatNumber(value, currentLanguage());
  const added = ({ newQuestions, newChapters, newStructure }: YearDiscipline) => [
    ...(newQuestions > 0 ? [t('yearCopy.moreQuestions', { questions: figure(newQuestions) })] : []),
    ...(newChapters > 0 ? [t('yearCopy.moreChapters', { chapters: figure(newChapters) })] : []),
    ...(newStructure ? [t('yearCopy.structureToo')] : []),
  ];
  const choose = (rows: readonly YearDiscipline[], isChosen: boolean) => {
    const next = new Set(except);
    for (const { id } of rows) {
      if (isChosen) next.delete(id);
      else next.add(id);
    }
    onExcept(next);
  };
  const columns: readonly Column<YearDiscipline>[] = [
    {
      name: 'description',
      label: t('yearCopy.discipline'),
      cell: ({ description, code }) => `${description} (${code})`,
      isRowName: true,
      only: 'table',
    },
    { name: 'section', label: t('yearCopy.section'), cell: ({ sectionName }) => sectionName },
    { name: 'year', label: t('yearCopy.year'), cell: ({ year }) => year, isFigure: true },
    { name: 'holders', label: t('yearCopy.holders'), cell: ({ holderNames }) => holderNames || '-' },
    {
      name: 'questions',
      label: t('yearCopy.questions'),
      cell: ({ questions }) => figure(questions),
      isFigure: true,
    },
    {
      name: 'outcome',
      label: t('yearCopy.outcome'),
      cell: (row) => (
        <>
          <Badge color={colors[row.outcome]}>
            {row.outcome === 'complete'
              ? added(row).join(' · ')
              : t(`yearCopy.outcome_${row.outcome}`, { questions: figure(row.newQuestions) })}
          </Badge>
          {row.leftChapters > 0 && (
            <Text size="sm">{t('yearCopy.chaptersLeft', { chapters: figure(row.leftChapters) })}</Text>
          )}
        </>
      ),
    },
  ];
  return (
    <section aria-labelledby="year-disciplines" className={classes.section}>
      <div className={classes.head}>
        <h2 id="year-disciplines">{t('yearCopy.disciplines')}</h2>
        <SearchBox
          search={list.query.search}
          onSearch={(search) => list.setQuery({ ...list.query, search, page: 1 })}
          label={t('yearCopy.searchDisciplines')}
        />
      </div>
      <List
        list={list}
        label={t('yearCopy.disciplines')}
        columns={columns}
        idOf={({ id }) => id}
        nameOf={({ description }) => description}
        cardTitle={({ description, code }) => `${description} (${code})`}
        empty={{ title: t('yearCopy.noDisciplines') }}
        selection={{
          isSelected: ({ id, outcome }) => isCopied(outcome) && !except.has(id),
          canSelect: ({ outcome }) => isCopied(outcome),
          select: (row, isChosen) => choose([row], isChosen),
          selectPage: choose,
          label: ({ description }) => t('yearCopy.take', { name: description }),
        }}
      />
    </section>
  );
}
