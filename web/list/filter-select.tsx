import { Select, type SelectProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './filter-select.module.css';

type FilterSelectProps<V extends string | number> = Pick<
  SelectProps<V>,
  'data' | 'filter' | 'searchValue' | 'onSearchChange'
> & {
  readonly label: string;
  /** Undefined matches every row. */
  readonly value: V | undefined;
  readonly onChange: (value: V | undefined) => void;
  /** Its words need more room than those of other filters, or less among many. */
  readonly width?: 'wide' | 'narrow';
  /** The filter that has to be set first. */
  readonly waitsFor?: string | undefined;
};

/** One filter of a list; empty matches all. */
export function FilterSelect<V extends string | number>(props: FilterSelectProps<V>) {
  const { t } = useTranslation();
  const { label, value, onChange, waitsFor, width = 'filter', ...offer } = props;
  return (
    <Select<V>
      {...offer}
      className={classes[width]}
      size="sm"
      aria-label={label}
      placeholder={label}
      searchable
      clearable
      disabled={waitsFor !== undefined}
      title={waitsFor === undefined ? undefined : t('crud.chooseFirst', { fields: waitsFor })}
      value={value ?? null}
      nothingFoundMessage={t('crud.noOptions')}
      clearButtonProps={{ 'aria-label': t('crud.clear', { field: label }) }}
      onChange={(next) => onChange(next ?? undefined)}
    />
  );
}
