import { type Address, addressOf } from '#domain/access/addresses.ts';
import type { ListQuery } from '#web/list/list-query.ts';

/** The view of the bank. All of it is in the address, so that a link restores it. */
export type QuestionsView = {
  readonly skip: number;
  readonly take: number;
  /** 0 means all of them. */
  readonly pkCollege: number;
  readonly pkSection: number;
  readonly pkDiscipline: number;
  readonly year: number;
  readonly chapterId: number | undefined;
  readonly search: string;
  readonly sort: QuestionsOrder | undefined;
  readonly desc: boolean;
  /** The question whose history is open. */
  readonly history: number | undefined;
};

const questionOrders = ['id', 'text', 'chapter', 'changedAt'] as const;
export type QuestionsOrder = (typeof questionOrders)[number];

type Texts = Readonly<Record<string, string | undefined>>;

const maxPageSize = 500;
const defaultPageSize = 50;

/** Parses a whole number from an address; anything else is 0. */
const numberOf = (text: string | undefined) =>
  text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : 0;

export function viewOf(params: Texts, search: Texts): QuestionsView {
  const take = numberOf(params.take);
  const sort = questionOrders.find((order) => order === search.sort);
  return {
    skip: numberOf(params.skip),
    take: take < 1 ? defaultPageSize : Math.min(take, maxPageSize),
    pkCollege: numberOf(params.pkCollege),
    pkSection: numberOf(params.pkSection),
    pkDiscipline: numberOf(params.pkDiscipline),
    year: Math.min(8, numberOf(params.year)),
    chapterId: numberOf(search.chapterId) || undefined,
    search: search.search ?? '',
    sort,
    desc: sort !== undefined && search.desc === 'true',
    history: numberOf(search.history) || undefined,
  };
}

/** The address of a view. */
export function listAddress({
  skip,
  take,
  pkCollege,
  pkSection,
  pkDiscipline,
  year,
  ...view
}: QuestionsView): Address {
  const search = view.search.trim();
  return addressOf('Questions', {
    skip,
    take,
    pkCollege,
    pkSection,
    pkDiscipline,
    year,
    chapterId: view.chapterId,
    search: search === '' ? undefined : search,
    sort: view.sort,
    desc: view.desc ? 'true' : undefined,
    history: view.history,
  });
}

/** The whole bank, first page. */
export const everything: QuestionsView = viewOf({}, {});

/** Applies a filter, resets the filters that depend on it and returns to the first page. */
export function narrowed(view: QuestionsView, change: Partial<QuestionsView>): QuestionsView {
  const next = { ...view, skip: 0, ...change };
  const college = change.pkCollege !== undefined && change.pkCollege !== view.pkCollege;
  const section = college || (change.pkSection !== undefined && change.pkSection !== view.pkSection);
  const discipline =
    section || (change.pkDiscipline !== undefined && change.pkDiscipline !== view.pkDiscipline);
  return {
    ...next,
    ...(college && change.pkSection === undefined ? { pkSection: 0 } : {}),
    ...(section && change.pkDiscipline === undefined ? { pkDiscipline: 0 } : {}),
    ...(discipline && !('chapterId' in change) ? { chapterId: undefined } : {}),
  };
}

/** Converts the view to list state. */
export const listQueryOf = ({ skip, take, search, sort, desc }: QuestionsView): ListQuery => ({
  search,
  page: Math.floor(skip / take) + 1,
  pageSize: take,
  sort,
  desc,
  filters: {},
});

/** The view with another page, page size or order. */
export const withListQuery = (view: QuestionsView, query: ListQuery): QuestionsView => ({
  ...view,
  skip: (query.page - 1) * query.pageSize,
  take: query.pageSize,
  sort: questionOrders.find((order) => order === query.sort),
  desc: query.desc,
});

/** A new question starts in the discipline and chapter of the view. */
export const newQuestionAddress = ({ pkDiscipline, chapterId }: QuestionsView): Address =>
  pkDiscipline === 0
    ? addressOf('NewQuestion')
    : addressOf('NewQuestion', { disciplineId: pkDiscipline, chapterId });

/** An import starts with the discipline of the view. */
export const importAddress = ({
  skip,
  take,
  pkCollege,
  pkSection,
  pkDiscipline,
  year,
}: QuestionsView): Address =>
  addressOf('Questions', { skip, take, pkCollege, pkSection, pkDiscipline, year, import: 'new' });

/** The query parameters for the server. */
export function queryOf(view: QuestionsView) {
  const given = (value: number) => (value === 0 ? undefined : value);
  return {
    pkCollege: given(view.pkCollege),
    pkSection: given(view.pkSection),
    pkDiscipline: given(view.pkDiscipline),
    year: given(view.year),
    chapterId: view.chapterId,
    search: view.search.trim(),
    skip: view.skip,
    take: view.take,
    sort: view.sort,
    desc: view.desc ? 'true' : undefined,
  };
}
