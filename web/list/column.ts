import type { ReactNode } from 'react';

/** One column of a list: a cell in a table, a fact on a card. */
export type Column<Row> = {
  /** Its name on the server, for sorting, exports and stored choices. */
  readonly name: string;
  readonly label: string;
  readonly cell: (row: Row) => ReactNode;
  readonly isSortable?: boolean;
  /** Numbers are aligned to the end of the column. */
  readonly isFigure?: boolean;
  /** May take several lines. */
  readonly wraps?: boolean;
  /** The card's title includes it, so the second line leaves it out. */
  readonly isRowName?: boolean;
  /** The text in a card's second line, where the cell contains more than text; false leaves it out there. */
  readonly inLine?: false | ((row: Row) => ReactNode);
  /** A card's second line shows its label too, because "Yes" alone says nothing. */
  readonly isFlag?: boolean;
  /** Only for assistive technology; the cells are self-explanatory. */
  readonly isLabelHidden?: boolean;
  readonly hint?: string;
  readonly className?: string | undefined;
  /** Where it is shown; both by default. */
  readonly only?: 'table' | 'card';
};

/** What identifies a row within its list. */
export type RowId = number | string;

/** More details of a row, shown under it. */
export type Expansion<Row> = {
  readonly isExpanded: (id: RowId) => boolean;
  readonly toggle: (id: RowId) => void;
  readonly canExpand?: (row: Row) => boolean;
  /** The button's accessible name. */
  readonly label: (row: Row) => string;
  readonly render: (row: Row) => ReactNode;
};
