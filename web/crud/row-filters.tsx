import { Button, type ComboboxItem, type OptionsFilter } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Entity } from '#contract/entity.ts';
import type { NumberField, SelectField } from '#contract/field.ts';
import { typingPauses } from '#web/base/typing-pauses.ts';
import { FilterSelect } from '#web/list/filter-select.tsx';
import type { Filters } from '#web/list/list-query.ts';
import { useSelectOptions } from './fields/select-options.ts';
import { itemsPath } from './items-path.ts';
import { useLabels } from './labels.ts';

type FilterProps<F> = {
  readonly entity: Entity;
  readonly name: string;
  readonly field: F;
  readonly filters: Filters;
  readonly onChange: (change: Filters) => void;
};

const chosenIn = (filters: Filters, name: string) =>
  typeof filters[name] === 'number' ? filters[name] : undefined;

/** The filters that depend on one; they are reset when it changes. */
const dependentsOf = (entity: Entity, name: string): readonly string[] =>
  (entity.filters ?? []).filter((other) => {
    const field = entity.fields[other];
    return field?.type === 'select' && field.deps.includes(name);
  });

function withoutDependents(entity: Entity, name: string): Filters {
  const direct = dependentsOf(entity, name);
  return Object.assign(
    {},
    ...direct.map((other) => ({ ...withoutDependents(entity, other), [other]: undefined })),
  );
}

/** Filters by a row of another entity, with server search. */
function SelectFilter({ entity, name, field, filters, onChange }: FilterProps<SelectField>) {
  const labels = useLabels();
  const [typed, setTyped] = useState('');
  const [searchText, setSearchText] = useState('');
  const [settled] = useDebouncedValue(searchText, typingPauses.options);
  const value = chosenIn(filters, name);
  const path = itemsPath(
    entity,
    field,
    field.deps.map((dep) => filters[dep]),
  );
  const options = useSelectOptions(field, path, settled, value === undefined ? [] : [value]);
  const data = [...options.unlisted, ...options.listed];
  // The server has filtered already; a selected row that did not match is present only for its name.
  const found: OptionsFilter<number> = ({ options: all }) =>
    (all as ComboboxItem<number>[]).filter(
      (option) => !options.unlisted.some((other) => other.value === option.value),
    );
  const missing = field.deps.find((dep) => filters[dep] === undefined);
  return (
    <FilterSelect<number>
      label={labels.field(entity, name)}
      value={data.some((option) => option.value === value) ? value : undefined}
      data={data}
      filter={found}
      searchValue={typed}
      onSearchChange={(text) => {
        setTyped(text);
        // Selecting an option writes its label into the field; that is not a search.
        setSearchText(data.some((option) => option.label === text) ? '' : text.trim());
      }}
      waitsFor={missing === undefined ? undefined : labels.field(entity, missing)}
      onChange={(next) => onChange({ ...withoutDependents(entity, name), [name]: next })}
    />
  );
}

/** Filters by one of a few numbers: `defineEntity` accepts none above 99. */
function NumberFilter({ entity, name, field, filters, onChange }: FilterProps<NumberField>) {
  const label = useLabels().field(entity, name);
  const values = Array.from({ length: field.max - field.min + 1 }, (_, index) => field.min + index);
  return (
    <FilterSelect<number>
      label={label}
      value={chosenIn(filters, name)}
      data={values.map((value) => ({ value, label: `${label} ${value}` }))}
      onChange={(next) => onChange({ [name]: next })}
    />
  );
}

type RowFiltersProps = {
  readonly entity: Entity;
  readonly filters: Filters;
  readonly onChange: (change: Filters) => void;
};

/** The filters of an entity's list; each narrows those that depend on it. */
export function RowFilters({ entity, filters, onChange }: RowFiltersProps) {
  const { t } = useTranslation();
  const names = entity.filters ?? [];
  const isFiltered = names.some((name) => filters[name] !== undefined);
  return (
    <>
      {names.map((name) => {
        const field = entity.fields[name];
        const props = { entity, name, filters, onChange };
        if (field?.type === 'select') return <SelectFilter key={name} field={field} {...props} />;
        return field?.type === 'number' ? <NumberFilter key={name} field={field} {...props} /> : null;
      })}
      {isFiltered && (
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => onChange(Object.fromEntries(names.map((name) => [name, undefined])))}
        >
          {t('crud.clearFilters')}
        </Button>
      )}
    </>
  );
}
