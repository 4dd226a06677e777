import { toTheMinute } from '#domain/calendar/moment.ts';

/**
 * A cell of an exported table; days and date-times are distinct, so that a spreadsheet can show them as
 * dates.
 */
export type Cell =
  | { readonly kind: 'empty' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'number'; readonly number: number }
  /** ISO day. */
  | { readonly kind: 'day'; readonly day: string }
  /** ISO wall clock of the university, without an offset. */
  | { readonly kind: 'moment'; readonly moment: string };

export const emptyCell: Cell = { kind: 'empty' };
export const textCell = (text: string): Cell => (text === '' ? emptyCell : { kind: 'text', text });

/** A table produced page by page, in constant memory. */
export type Table = {
  readonly name: string;
  readonly header: readonly string[];
  readonly pages: AsyncIterable<ReadonlyArray<readonly Cell[]>>;
};

/** A moment in the wall-clock time of the university, or nothing. */
export const momentCell = (moment: string | null): Cell =>
  moment === null ? emptyCell : { kind: 'moment', moment: toTheMinute(moment) };

/** A number, or nothing. */
export const numberCell = (number: number | null): Cell =>
  number === null ? emptyCell : { kind: 'number', number };
