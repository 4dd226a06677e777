import { type Address, addressOf, type ListScreen } from '#domain/access/addresses.ts';
import { useGoTo, useScreenAddress } from '#web/base/screen-address.ts';
import {
  type ListQuery,
  type ListQueryState,
  pageSizes,
  rememberedPageSize,
  usualPageSize,
} from './list-query.ts';

type Texts = Readonly<Record<string, string | undefined>>;

const numberPattern = /^[1-9]\d{0,8}$/;
/** A positive whole number from an address; anything else is none. */
const numberIn = (text: string | undefined) =>
  text !== undefined && numberPattern.test(text) ? Number(text) : undefined;

/** The name of a parameter; those of a further list on the page begin with what it lists. */
const named = (of: string, name: string) =>
  of === '' ? name : `${of}${name.charAt(0).toUpperCase()}${name.slice(1)}`;

/** The part of a list that an address asks for; what nobody wrote there is usual. */
export function queryIn(texts: Texts, filterNames: readonly string[] = [], of = ''): ListQuery {
  const text = (name: string) => texts[named(of, name)];
  const take = numberIn(text('take'));
  return {
    search: text('search') ?? '',
    page: numberIn(text('page')) ?? 1,
    pageSize: pageSizes.find((size) => size === take) ?? rememberedPageSize(),
    sort: text('sort'),
    desc: text('desc') === 'true',
    filters: Object.fromEntries(filterNames.map((name) => [name, numberIn(text(name))])),
  };
}

/** A query as the parameters of an address. What is usual is left out; a page beyond the first says how many rows pages have. */
export function paramsOf(
  { search, page, pageSize, sort, desc, filters }: ListQuery,
  of = '',
): Readonly<Record<string, string | number | boolean | undefined>> {
  const params = {
    search: search.trim() === '' ? undefined : search.trim(),
    page: page === 1 ? undefined : page,
    take: page === 1 && pageSize === usualPageSize ? undefined : pageSize,
    sort,
    desc: desc ? 'true' : undefined,
    ...filters,
  };
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [named(of, name), value]));
}

// Which parameters a screen has is known to the compiler; that a list screen has those of a list is what `ListScreen` says.
const addressOfList = addressOf as (screen: ListScreen, params: object) => Address;

/**
 * The query of a list in the address of its screen, filters by ids and numbers included, so that going back and links show the same part. Every step is one of the
 * history; letters added to a search are not.
 */
export function useAddressQuery(
  screen: ListScreen,
  filterNames: readonly string[] = [],
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
