import { useTranslation } from 'react-i18next';
import type { Entity } from '#contract/entity.ts';
import type { Field } from '#contract/field.ts';
import type { Item } from '#contract/item.ts';
import { formatDate, formatDateTime } from '#web/base/format.ts';
import { type Labels, useLabels } from './labels.ts';

/** Shown for an empty value. */
const nothing = '-';

type Words = { readonly yes: string; readonly no: string; readonly notSet: string };

const asText = (value: unknown) =>
  value === null || value === undefined || value === '' ? nothing : String(value);

function shownField(field: Field, value: unknown, labels: Labels, words: Words): string {
  switch (field.type) {
    case 'date':
      return formatDate(value as string | null);
    case 'datetime-local':
      return formatDateTime(value as string | null);
    case 'boolean':
      return value === true ? words.yes : words.no;
    case 'three-state':
      return value === true ? words.yes : value === false ? words.no : words.notSet;
    case 'choice':
      return typeof value === 'string' && value !== '' ? labels.choice(value) : nothing;
    default:
      return asText(value);
  }
}

/** Whether a column contains numbers, which are aligned right. */
export function isFigure(entity: Entity, column: string): boolean {
  const computed = entity.computed[column];
  return (
    column === 'id' ||
    entity.fields[column]?.type === 'number' ||
    computed?.from === 'count' ||
    computed?.from === 'sum' ||
    (computed?.from === 'hook' && computed.as === 'number')
  );
}

/** Whether a column contains yes or no. */
export function isFlag(entity: Entity, column: string): boolean {
  const type = entity.fields[column]?.type;
  return type === 'boolean' || type === 'three-state';
}

/** Any column of a row as text: dates in Romanian format, '-' for an empty value, several values on one line. */
export function useShownValue(): (entity: Entity, column: string, item: Item) => string {
  const { t } = useTranslation();
  const labels = useLabels();
  const words = { yes: t('crud.yes'), no: t('crud.no'), notSet: t('crud.notSet') };
  return (entity, column, item) => {
    const value = item[column];
    const field = entity.fields[column];
    if (field) return shownField(field, value, labels, words);
    return Array.isArray(value) ? asText(value.join(', ')) : asText(value);
  };
}

/** The columns that name a row: the name of a person, or the first two that are never empty, or else the first two. */
export function nameColumns(entity: Entity): readonly string[] {
  if (entity.personName) return entity.personName;
  const columns = entity.columns.filter((column) => column !== 'id');
  const certain = columns.filter((column) => entity.fields[column]?.required ?? true);
  return (certain.length > 0 ? certain : columns).slice(0, 2);
}

/** The name of a row; a name of numbers only includes their labels. */
export function useRowName(): (entity: Entity, item: Item) => string {
  const shown = useShownValue();
  const labels = useLabels();
  return (entity, item) => {
    const columns = nameColumns(entity);
    const onlyFigures = columns.every((column) => isFigure(entity, column));
    return columns
      .map((column) => {
        const text = shown(entity, column, item);
        return onlyFigures ? `${labels.field(entity, column)} ${text}` : text;
      })
      .join(entity.personName ? ' ' : ' · ');
  };
}
