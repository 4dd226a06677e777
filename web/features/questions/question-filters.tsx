import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { studyYears } from '#domain/calendar/study-years.ts';
import { useChapters, useColleges, useDisciplineSelect, useSections } from '#web/api/discipline-choices.ts';
import { FilterSelect } from '#web/list/filter-select.tsx';
import { SearchBox } from '#web/list/search-box.tsx';
import type { QuestionsView } from './list-address.ts';
import classes from './question-filters.module.css';

type FilterProps = {
  readonly view: QuestionsView;
  readonly onChange: (change: Partial<QuestionsView>) => void;
};

/** College, section, discipline, year and chapter, each narrowing the next. */
export function QuestionFilters({ view, onChange }: FilterProps) {
  const { t } = useTranslation();
  const colleges = useColleges();
  const sections = useSections(view.pkCollege);
  const disciplines = useDisciplineSelect(view.pkDiscipline === 0 ? null : view.pkDiscipline, {
    ...(view.pkCollege === 0 ? {} : { pkCollege: view.pkCollege }),
    ...(view.pkSection === 0 ? {} : { pkSection: view.pkSection }),
    ...(view.year === 0 ? {} : { year: view.year }),
  });
  const chapters = useChapters(view.pkDiscipline === 0 ? null : view.pkDiscipline);
  const named = (choices: readonly { id: number; name: string }[] = []) =>
    choices.map(({ id, name }) => ({ value: id, label: name }));
  const filtered =
    view.pkCollege + view.pkSection + view.pkDiscipline + view.year + (view.chapterId ?? 0) > 0;
  return (
    <>
      <SearchBox
        search={view.search}
        onSearch={(search) => onChange({ search })}
        label={t('questions.search')}
        placeholder={t('questions.search')}
        className={classes.search}
        withSlash
      />
      <FilterSelect
        label={t('questions.college')}
        value={view.pkCollege || undefined}
        data={named(colleges.data)}
        onChange={(pkCollege = 0) => onChange({ pkCollege })}
      />
      <FilterSelect
        label={t('questions.section')}
        value={view.pkSection || undefined}
        data={named(sections.data)}
        waitsFor={view.pkCollege === 0 ? t('questions.college') : undefined}
        onChange={(pkSection = 0) => onChange({ pkSection })}
      />
      <FilterSelect
        label={t('questions.discipline')}
        value={view.pkDiscipline || undefined}
        {...disciplines}
        onChange={(pkDiscipline = 0) => onChange({ pkDiscipline })}
      />
      <FilterSelect
        label={t('questions.year')}
        value={view.year || undefined}
        data={studyYears.map((year) => ({ value: year, label: t('questions.yearNumber', { year }) }))}
        onChange={(year = 0) => onChange({ year })}
      />
      <FilterSelect
        label={t('questions.chapter')}
        value={view.chapterId}
        data={(chapters.data ?? []).map(({ id, code, description }) => ({
          value: id,
          label: `${code} ${description}`,
        }))}
        waitsFor={view.pkDiscipline === 0 ? t('questions.discipline') : undefined}
        onChange={(chapterId) => onChange({ chapterId })}
      />
      {filtered && (
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() =>
            onChange({ pkCollege: 0, pkSection: 0, pkDiscipline: 0, year: 0, chapterId: undefined })
          }
        >
          {t('questions.clearFilters')}
        </Button>
      )}
    </>
  );
}
