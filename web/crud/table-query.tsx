import type { ReactNode } from 'react';
import type { ListScreen, ScreenQuery } from '#domain/access/addresses.ts';
import { useAddressQuery } from '#web/list/address-query.ts';
import { type ListQueryState, useListQuery } from '#web/list/list-query.ts';

type ListFilter = keyof ScreenQuery<ListScreen>;

/** Where the address keeps the query of a table. */
export type InAddress = {
  readonly screen: ListScreen;
  /** The prefix of its parameters on a page with several tables. */
  readonly of: string;
};

type QueryProps = {
  readonly filters: readonly string[] | undefined;
  readonly children: (state: ListQueryState) => ReactNode;
};

function AddressQuery({ screen, of, filters, children }: QueryProps & InAddress) {
  // The address of a generic screen has the filters of its entity.
  return children(useAddressQuery(screen, filters as readonly ListFilter[] | undefined, of));
}

function OwnQuery({ children }: QueryProps) {
  return children(useListQuery({}));
}

/** The query of a table: in the address where it has parameters there, otherwise in component state. */
export function TableQuery({ at, ...props }: QueryProps & { readonly at: InAddress | undefined }) {
  return at === undefined ? <OwnQuery {...props} /> : <AddressQuery {...at} {...props} />;
}
