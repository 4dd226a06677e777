import type { ReactNode } from 'react';

/** One column of a list: a cell of the table, a fact of the card on a phone. */
export type Column<Row> = {
  /** As the server knows it: for sorting, exports and remembering what is shown. */
  readonly name: string;
  readonly label: string;
  readonly cell: (row: Row) => ReactNode;
  readonly isSortable?: boolean;
  /** Figures stand at the end of their column. */
  readonly isFigure?: boolean;
  /** May take several lines. */
  readonly wraps?: boolean;
  /** The title of a card says it already, so that its second line does not. */
  readonly isNaming?: boolean;
  /** What the second line of a card says, where the cell holds more than a text. */
  readonly inLine?: (row: Row) => ReactNode;
  /** Said by assistive technology only; the cells speak for themselves. */
  readonly isLabelHidden?: boolean;
  readonly hint?: string;
  readonly className?: string | undefined;
  /** Where it is shown; both unless said. */
  readonly only?: 'table' | 'card';
};

/** More of a row, shown under it. */
export type Expansion<Row> = {
  readonly isExpanded: (id: number) => boolean;
  readonly toggle: (id: number) => void;
  readonly canExpand?: (row: Row) => boolean;
  /** The name of the button. */
  readonly label: (row: Row) => string;
  readonly render: (row: Row) => ReactNode;
};
