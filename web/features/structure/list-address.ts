import { type ListView, pageSizes } from '#web/crud/list-view.ts';

type Search = Readonly<Record<string, string | undefined>>;

const idPattern = /^[1-9]\d{0,8}$/;

/** The discipline whose structure the address asks for. */
export function askedDiscipline(search: Search): number | undefined {
  return idPattern.test(search.disciplineId ?? '') ? Number(search.disciplineId) : undefined;
}

/** What part of the list the address asks for, so that going back shows what was left. */
export function viewOf(search: Search): ListView {
  const take = Number(search.take);
  return {
    search: search.search ?? '',
    page: idPattern.test(search.page ?? '') ? Number(search.page) : 1,
    pageSize: pageSizes.find((size) => size === take) ?? 25,
    sort: search.sort,
    desc: search.desc === 'true',
  };
}

/** The query that shows a view; what is usual is left out. */
export function queryOf(view: ListView): Record<string, string> {
  return {
    ...(view.search === '' ? {} : { search: view.search }),
    ...(view.page === 1 ? {} : { page: String(view.page) }),
    ...(view.pageSize === 25 ? {} : { take: String(view.pageSize) }),
    ...(view.sort === undefined ? {} : { sort: view.sort }),
    ...(view.desc ? { desc: 'true' } : {}),
  };
}
