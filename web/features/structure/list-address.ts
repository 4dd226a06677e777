import { type ListQuery, pageSizes } from '#web/list/list-query.ts';

type Search = Readonly<Record<string, string | undefined>>;

const idPattern = /^[1-9]\d{0,8}$/;

/** The discipline whose structure the address asks for. */
export function askedDiscipline(search: Search): number | undefined {
  return idPattern.test(search.disciplineId ?? '') ? Number(search.disciplineId) : undefined;
}

/** What part of the list the address asks for, so that going back shows what was left. */
export function listQueryOf(search: Search): ListQuery {
  const take = Number(search.take);
  return {
    search: search.search ?? '',
    page: idPattern.test(search.page ?? '') ? Number(search.page) : 1,
    pageSize: pageSizes.find((size) => size === take) ?? 25,
    sort: search.sort,
    desc: search.desc === 'true',
    filters: {},
  };
}

/** The query string that shows a part of the list; what is usual is left out. */
export function searchOf(query: ListQuery): Record<string, string> {
  return {
    ...(query.search === '' ? {} : { search: query.search }),
    ...(query.page === 1 ? {} : { page: String(query.page) }),
    ...(query.pageSize === 25 ? {} : { take: String(query.pageSize) }),
    ...(query.sort === undefined ? {} : { sort: query.sort }),
    ...(query.desc ? { desc: 'true' } : {}),
  };
}
