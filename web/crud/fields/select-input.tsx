import { type ComboboxItem, Loader, MultiSelect, type OptionsFilter, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SelectField } from '#contract/field.ts';
import type { Item } from '#contract/item.ts';
import { typingPauses } from '#web/base/typing-pauses.ts';
import { commonProps, type FieldInputProps } from './field-input.ts';
import { useSelectOptions } from './select-options.ts';

/** The value of the last, disabled option of a long list, which says how to find the rest. */
const moreValue = 0;

const idsOf = (value: unknown): number[] =>
  Array.isArray(value) ? value.map(Number) : typeof value === 'number' ? [value] : [];

/** Selects the only row of a required field; once per list, so that it can be removed again. */
function useOnlyChoice(
  props: FieldInputProps<SelectField>,
  only: Item | undefined,
  chosen: readonly number[],
) {
  const { field, itemsPath, onOnlyChoice, onPicked } = props;
  const done = useRef<string>(undefined);
  useEffect(() => {
    if (!field.required || only === undefined) return;
    if (chosen.includes(only.id)) done.current = itemsPath;
    if (done.current === itemsPath || chosen.length > 0) return;
    onOnlyChoice?.(field.multiple ? [only.id] : only.id);
    onPicked?.([only]);
  });
}

/**
 * Shared by single and multiple selects: server search, names of the selected rows, disabled until its dependencies are
 * set.
 */
function useSelect(props: FieldInputProps<SelectField>) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [searchText, setSearchText] = useState('');
  const [settled] = useDebouncedValue(searchText, typingPauses.options);
  const chosen = idsOf(props.value);
  const options = useSelectOptions(props.field, props.itemsPath, settled, chosen);
  useOnlyChoice(props, settled === '' ? options.only : undefined, chosen);
  const more =
    options.hidden > 0
      ? [{ value: moreValue, label: t('crud.moreOptions', { count: options.hidden }), disabled: true }]
      : [];
  const data = [...options.unlisted, ...options.listed, ...more];
  const unlisted = new Set(options.unlisted.map((option) => option.value));
  // The server has filtered already; a selected row that did not match is present only for its name.
  const filter: OptionsFilter<number> = ({ options: all }) =>
    (all as ComboboxItem<number>[]).filter((option) => !unlisted.has(option.value));
  const waiting = props.itemsPath === undefined;
  const common = commonProps(props);
  return {
    chosen,
    pick: (ids: readonly number[]) =>
      props.onPicked?.(ids.flatMap((id) => options.items.filter((item) => item.id === id))),
    shared: {
      ...common,
      data,
      filter,
      searchable: true,
      searchValue: typed,
      onSearchChange: (text: string) => {
        setTyped(text);
        // Selecting an option writes its label into the field; that is not a search.
        setSearchText(data.some((option) => option.label === text) ? '' : text.trim());
      },
      nothingFoundMessage: options.loading ? undefined : t('crud.noOptions'),
      disabled: waiting,
      description: waiting
        ? t('crud.chooseFirst', { fields: props.waitsFor.join(', ') })
        : common.description,
      ...(options.loading ? { rightSection: <Loader size="xs" /> } : {}),
      clearButtonProps: { 'aria-label': t('crud.clear', { field: props.label }) },
      maxDropdownHeight: 260,
    },
  };
}

function SingleSelect(props: FieldInputProps<SelectField>) {
  const { chosen, pick, shared } = useSelect(props);
  return (
    <Select<number>
      {...shared}
      value={chosen[0] ?? null}
      onChange={(id) => {
        props.onChange(id);
        if (id !== null) pick([id]);
      }}
      clearable={!props.field.required}
      allowDeselect={false}
    />
  );
}

function MultipleSelect(props: FieldInputProps<SelectField>) {
  const { chosen, pick, shared } = useSelect(props);
  const onChange = (ids: number[]) => {
    props.onChange(ids);
    pick(ids.filter((id) => !chosen.includes(id)));
  };
  return <MultiSelect<number> {...shared} value={chosen} onChange={onChange} hidePickedOptions />;
}

/** A select for one or several rows of another entity. */
export function SelectFieldInput(props: FieldInputProps<SelectField>) {
  return props.field.multiple ? <MultipleSelect {...props} /> : <SingleSelect {...props} />;
}
