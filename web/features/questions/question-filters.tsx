import { ActionIcon, Button, Select, type SelectProps, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChapters, useColleges, useDisciplineSelect, useSections } from '#web/api/discipline-choices.ts';
import { nothingIsOpen } from '#web/crud/layers.ts';
import { CloseIcon, SearchIcon } from '#web/ui/icons.tsx';
import type { QuestionsView } from './list-address.ts';
import classes from './question-filters.module.css';

const typingMilliseconds = 300;
/** The years of study a discipline can be taught in. */
const years = [1, 2, 3, 4, 5, 6, 7, 8];

type FilterProps = {
  readonly view: QuestionsView;
  readonly onChange: (change: Partial<QuestionsView>) => void;
};

type ChoiceProps = {
  readonly label: string;
  readonly value: number;
  /** What is offered: choices of its own, or the parts of a select that is searched elsewhere. */
  readonly offer: Pick<SelectProps<number>, 'data' | 'filter' | 'searchValue' | 'onSearchChange'>;
  readonly onChange: (value: number) => void;
  readonly waitsFor?: string | undefined;
};

/** One filter; empty means all. */
function Choice({ label, value, offer, onChange, waitsFor }: ChoiceProps) {
  const { t } = useTranslation();
  return (
    <Select<number>
      {...offer}
      className={classes.choice}
      size="sm"
      aria-label={label}
      placeholder={label}
      searchable
      clearable
      disabled={waitsFor !== undefined}
      title={waitsFor === undefined ? undefined : t('crud.chooseFirst', { fields: waitsFor })}
      value={value === 0 ? null : value}
      nothingFoundMessage={t('crud.noOptions')}
      clearButtonProps={{ 'aria-label': t('crud.clear', { field: label }) }}
      onChange={(next) => onChange(next ?? 0)}
    />
  );
}

/** Searches the text and the answers while typing, without asking at every letter. */
function Search({ view, onChange }: FilterProps) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(view.search);
  const ask = useDebouncedCallback((search: string) => onChange({ search }), typingMilliseconds);
  const asked = useRef(view.search);

  // Going back in the history changes what is searched from outside of the field.
  useEffect(() => {
    if (view.search === asked.current) return;
    asked.current = view.search;
    setText(view.search);
  }, [view.search]);

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const typing = event.target instanceof HTMLElement && event.target.closest('input, textarea');
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || typing || !nothingIsOpen())
        return;
      event.preventDefault();
      input.current?.focus();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);

  const change = (next: string) => {
    setText(next);
    asked.current = next.trim();
    ask(next.trim());
  };
  return (
    <TextInput
      ref={input}
      className={classes.search}
      role="searchbox"
      aria-label={t('questions.search')}
      aria-keyshortcuts="/"
      placeholder={t('questions.search')}
      maxLength={200}
      value={text}
      onChange={(event) => change(event.currentTarget.value)}
      leftSection={<SearchIcon />}
      rightSection={
        text === '' ? null : (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('crud.clearSearch')}
            onClick={() => {
              change('');
              input.current?.focus();
            }}
          >
            <CloseIcon size={16} />
          </ActionIcon>
        )
      }
    />
  );
}

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
      <Search view={view} onChange={onChange} />
      <Choice
        label={t('questions.college')}
        value={view.pkCollege}
        offer={{ data: named(colleges.data) }}
        onChange={(pkCollege) => onChange({ pkCollege })}
      />
      <Choice
        label={t('questions.section')}
        value={view.pkSection}
        offer={{ data: named(sections.data) }}
        waitsFor={view.pkCollege === 0 ? t('questions.college') : undefined}
        onChange={(pkSection) => onChange({ pkSection })}
      />
      <Choice
        label={t('questions.discipline')}
        value={view.pkDiscipline}
        offer={disciplines}
        onChange={(pkDiscipline) => onChange({ pkDiscipline })}
      />
      <Choice
        label={t('questions.year')}
        value={view.year}
        offer={{ data: years.map((year) => ({ value: year, label: t('questions.yearNumber', { year }) })) }}
        onChange={(year) => onChange({ year })}
      />
      <Choice
        label={t('questions.chapter')}
        value={view.chapterId ?? 0}
        offer={{
          data: (chapters.data ?? []).map(({ id, code, description }) => ({
            value: id,
            label: `${code} ${description}`,
          })),
        }}
        waitsFor={view.pkDiscipline === 0 ? t('questions.discipline') : undefined}
        onChange={(chapterId) => onChange({ chapterId: chapterId || undefined })}
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
