import { type Address, addressOf, type ScreenQuery } from '#domain/access/addresses.ts';
import { type ListQuery, pageSizes } from '#web/list/list-query.ts';

type Query = ScreenQuery<'DisciplineList'>;

const usualPageSize = 25;
const idPattern = /^[1-9]\d{0,8}$/;

/** The discipline whose structure the address asks for. */
export function askedDiscipline(query: Query): number | undefined {
  return idPattern.test(query.disciplineId ?? '') ? Number(query.disciplineId) : undefined;
}

/** What part of the list the address asks for, so that going back shows what was left. */
export function listQueryOf(query: Query): ListQuery {
  const take = Number(query.take);
  return {
    search: query.search ?? '',
    page: idPattern.test(query.page ?? '') ? Number(query.page) : 1,
    pageSize: pageSizes.find((size) => size === take) ?? usualPageSize,
    sort: query.sort,
    desc: query.desc === 'true',
    filters: {},
  };
}

/** The address that shows a part of the list; what is usual is left out. */
export const listAddress = ({ search, page, pageSize, sort, desc }: ListQuery): Address =>
  addressOf('DisciplineList', {
    search: search === '' ? undefined : search,
    page: page === 1 ? undefined : page,
    take: pageSize === usualPageSize ? undefined : pageSize,
    sort,
    desc: desc ? 'true' : undefined,
  });
