import { addressOf } from '#domain/access/addresses.ts';
import { useGoTo, useScreenAddress } from '#web/base/screen-address.ts';
import { paramsOf, queryIn } from '#web/list/address-query.ts';
import type { Filters, ListQueryState } from '#web/list/list-query.ts';

export const textIn = (value: Filters[string]): string | undefined =>
  typeof value === 'string' ? value : undefined;

/** The list query of a part of the administration, kept in the address; its filters are texts. */
export function useAdminQuery(part: string, filterNames: readonly string[]): ListQueryState {
  const goTo = useGoTo();
  const texts: Readonly<Record<string, string | undefined>> = useScreenAddress('Admin').query;
  const filters = Object.fromEntries(filterNames.map((name) => [name, texts[name] || undefined]));
  const query = { ...queryIn(texts), filters };
  return [
    query,
    (next, options) => {
      const isTyping = query.search !== '' && next.search !== query.search;
      const address = addressOf('Admin', { part, ...paramsOf(next) });
      void goTo(address, { replace: options?.replace ?? isTyping, resetScroll: false });
    },
  ];
}
