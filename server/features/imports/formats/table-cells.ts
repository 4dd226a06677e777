import type { RichRun } from '#domain/imports/rich-runs.ts';

/** A parsed cell: its text as runs, because spreadsheets have subscripts and superscripts. */
export type TableCell = {
  readonly runs: readonly RichRun[];
  readonly plain: string;
  readonly formula?: boolean;
  /** Whether the cell holds a date, not a text. */
  readonly date?: boolean;
  /** Whether a formula has no stored value; the cell is then empty. */
  readonly uncalculated?: boolean;
  /** Whether the text is longer than what was read of it. */
  readonly cut?: boolean;
  /** Whether the spreadsheet shows the number in another form. */
  readonly otherForm?: boolean;
  /** Whether part of it is underlined, struck through or coloured, which our formatting does not support. */
  readonly underlined?: boolean;
  readonly struck?: boolean;
  readonly coloured?: boolean;
  /** Letters that a font such as Wingdings shows as other signs. */
  readonly dingbats?: string;
  /** Whether an apostrophe protected the cell from running as a formula. */
  readonly apostrophe?: boolean;
};
export type TableRow = {
  readonly line: number;
  /** The number of cells as written, where a format writes empty cells too. */
  readonly width?: number;
  readonly cells: readonly (TableCell | undefined)[];
};
