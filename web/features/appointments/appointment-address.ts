import { type Address, addressOf, type ScreenQuery } from '#domain/access/addresses.ts';
import { type ListQuery, pageSizes } from '#web/list/list-query.ts';

type Query = ScreenQuery<'Appointments'>;

export type AppointmentFilters = {
  readonly examCustomId: number | undefined;
  readonly examRoomId: number | undefined;
  readonly from: string | undefined;
  readonly to: string | undefined;
};

const usualPageSize = 25;
const numberIn = (text: string | undefined) => (/^[1-9]\d{0,8}$/.test(text ?? '') ? Number(text) : undefined);
const dayIn = (text: string | undefined) => (/^\d{4}-\d{2}-\d{2}$/.test(text ?? '') ? text : undefined);

/** The list view encoded in the address. Filters are part of it, so a list can be shared as a link. */
export function listQueryOf(query: Query): ListQuery<AppointmentFilters> {
  const take = Number(query.take);
  return {
    search: query.search ?? '',
    page: numberIn(query.page) ?? 1,
    pageSize: pageSizes.find((size) => size === take) ?? usualPageSize,
    sort: query.sort,
    desc: query.desc === 'true',
    filters: {
      examCustomId: numberIn(query.examCustomId),
      examRoomId: numberIn(query.examRoomId),
      from: dayIn(query.from),
      to: dayIn(query.to),
    },
  };
}

export const listAddress = (query: ListQuery<AppointmentFilters>): Address =>
  addressOf('Appointments', {
    search: query.search === '' ? undefined : query.search,
    page: query.page === 1 ? undefined : query.page,
    take: query.pageSize === usualPageSize ? undefined : query.pageSize,
    sort: query.sort,
    desc: query.desc ? 'true' : undefined,
    ...query.filters,
  });
