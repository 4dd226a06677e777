import { type Address, addressOf, type ListScreen, type ScreenQuery } from '#domain/access/addresses.ts';
import { numberIn } from '#web/base/number-in.ts';
import { useGoTo, useScreenAddress } from '#web/base/screen-address.ts';
import {
  defaultPageSize,
  type ListQuery,
  type ListQueryState,
  pageSizes,
  rememberedPageSize,
} from './list-query.ts';

type Texts = Readonly<Record<string, string | undefined>>;

const dayPattern = /^\d{4}-\d{2}-\d{2}$/;
/** Parses a filter: an id, a number or an ISO day. */
const filterIn = (text: string | undefined) =>
  text !== undefined && dayPattern.test(text) ? text : numberIn(text);

/** The name of a parameter; further lists on the page prefix it with their entity. */
const named = (of: string, name: string) =>
  of === '' ? name : `${of}${name.charAt(0).toUpperCase()}${name.slice(1)}`;

/** The list query in an address, with defaults for missing parameters. */
export function queryIn(texts: Texts, filterNames: readonly string[] = [], of = ''): ListQuery {
  const text = (name: string) => texts[named(of, name)];
  const take = numberIn(text('take'));
  return {
    search: text('search') ?? '',
    page: numberIn(text('page')) ?? 1,
    pageSize: pageSizes.find((size) => size === take) ?? rememberedPageSize(),
    sort: text('sort'),
    desc: text('desc') === 'true',
    filters: Object.fromEntries(filterNames.map((name) => [name, filterIn(text(name))])),
  };
}

/** A query as address parameters. Defaults are omitted; a page beyond the first includes the page size. */
export function paramsOf(
  { search, page, pageSize, sort, desc, filters }: ListQuery,
  of = '',
): Readonly<Record<string, string | number | boolean | undefined>> {
  const params = {
    search: search.trim() === '' ? undefined : search.trim(),
    page: page === 1 ? undefined : page,
    take: page === 1 && pageSize === defaultPageSize ? undefined : pageSize,
    sort,
    desc: desc ? 'true' : undefined,
    ...filters,
  };
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [named(of, name), value]));
}

// The compiler knows each screen's parameters; `ListScreen` guarantees that a list screen has those of a list.
const addressOfList = addressOf as (screen: ListScreen, params: object) => Address;

/**
 * Keeps a list's query in the address of its screen, including filters by ids, numbers and days, so that Back and links
 * show the same rows. Every change adds a history entry, except further typing in the search.
 */
export function useAddressQuery<N extends ListScreen>(
  screen: N,
  filterNames: readonly (keyof ScreenQuery<N> & string)[] = [],
  of = '',
): ListQueryState {
  const goTo = useGoTo();
  const texts: Texts = useScreenAddress(screen).query;
  const query = queryIn(texts, filterNames, of);
  return [
    query,
    (next, options) => {
      const isTyping = query.search !== '' && next.search !== query.search;
      const address = addressOfList(screen, { ...texts, ...paramsOf(next, of) });
      void goTo(address, { replace: options?.replace ?? isTyping, resetScroll: false });
    },
  ];
}
