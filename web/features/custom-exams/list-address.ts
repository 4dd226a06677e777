import { type Address, addressOf, type ScreenQuery } from '#domain/access/addresses.ts';
import { numberIn } from '#web/base/number-in.ts';
import { type ListQuery, pageSizes } from '#web/list/list-query.ts';

type Query = ScreenQuery<'CustomExams'>;

const defaultPageSize = 25;

/** What the address requests: the list, one exam, a copy of one, or a new one. */
export type CustomExamView =
  | { readonly shows: 'list' }
  | { readonly shows: 'exam' | 'copy'; readonly id: number }
  | { readonly shows: 'new' };

export function viewOf({ examId, copyOf, create }: Query): CustomExamView {
  const [id, copied] = [numberIn(examId), numberIn(copyOf)];
  if (id !== undefined) return { shows: 'exam', id };
  if (copied !== undefined) return { shows: 'copy', id: copied };
  return create === 'true' ? { shows: 'new' } : { shows: 'list' };
}

export type ExamFilters = { readonly collegeId: number | undefined; readonly year: number | undefined };

/** The list view encoded in the address, so that going back restores it. */
export function listQueryOf(query: Query): ListQuery<ExamFilters> {
  const take = Number(query.take);
  return {
    search: query.search ?? '',
    page: numberIn(query.page) ?? 1,
    pageSize: pageSizes.find((size) => size === take) ?? defaultPageSize,
    sort: query.sort,
    desc: query.desc === 'true',
    filters: { collegeId: numberIn(query.collegeId), year: numberIn(query.year) },
  };
}

/** The address of a list view; defaults are left out. */
export const listAddress = ({
  search,
  page,
  pageSize,
  sort,
  desc,
  filters,
}: ListQuery<ExamFilters>): Address =>
  addressOf('CustomExams', {
    search: search === '' ? undefined : search,
    page: page === 1 ? undefined : page,
    take: pageSize === defaultPageSize ? undefined : pageSize,
    sort,
    desc: desc ? 'true' : undefined,
    ...filters,
  });
