import { useQueries, useQuery } from '@tanstack/react-query';
import type { SelectField } from '#contract/field.ts';
import type { Item } from '#contract/item.ts';
import { api } from '#web/api/client.ts';
import { crudKey } from '#web/crud/row-calls.ts';

export type Option = { readonly value: number; readonly label: string };

/** How many options are offered; the others are found by typing. */
const offered = 50;

const optionOf = (field: SelectField, item: Item): Option => ({
  value: item.id,
  label: String(item[field.itemText] ?? item.id),
});

/**
 * The options of a select: the first matches of the search and, separately, the selected rows, which may be far down a
 * long list.
 */
export function useSelectOptions(
  field: SelectField,
  itemsPath: string | undefined,
  search: string,
  chosen: readonly number[],
) {
  const list = useQuery({
    queryKey: [crudKey, itemsPath, 'options', search],
    queryFn: ({ signal }) =>
      api.get<readonly Item[]>(itemsPath ?? '', { query: { search, take: offered }, signal, handled: true }),
    enabled: itemsPath !== undefined,
    // While typing the last matches stay; those of another parent never do.
    placeholderData: (previous, query) => (query?.queryKey[1] === itemsPath ? previous : undefined),
  });
  const items = itemsPath === undefined ? [] : (list.data?.data ?? []);
  const unlisted =
    list.data === undefined ? [] : chosen.filter((id) => !items.some((item) => item.id === id));
  const fetched = useQueries({
    queries: unlisted.map((id) => ({
      queryKey: [crudKey, field.items, id],
      queryFn: () => api.get<Item>(`${field.items}/${id}`, { handled: true }),
    })),
  });
  const isWhole = list.isSuccess && !list.isPlaceholderData && items.length === list.data.total;
  return {
    items,
    /** The only row, when the list has just one. */
    only: isWhole && items.length === 1 ? items[0] : undefined,
    listed: items.map((item) => optionOf(field, item)),
    unlisted: fetched.flatMap((query) => (query.data ? [optionOf(field, query.data.data)] : [])),
    hidden: Math.max(0, (list.data?.total ?? 0) - items.length),
    loading: list.isFetching,
  };
}
