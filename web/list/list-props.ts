import type { ReactNode } from 'react';
import type { Column, Expansion, RowId } from './column.ts';
import type { Selection } from './selection.ts';
import type { ListState } from './use-list.ts';

/** The controls of a row, for a custom card layout. */
export type CardControls = {
  readonly expand: ReactNode;
  readonly select: ReactNode;
  readonly actions: ReactNode;
};

/** A sortable column. */
export type SortChoice = Pick<Column<never>, 'name' | 'label'>;

/** Shown when the list is empty. */
export type Empty = {
  readonly title: string;
  readonly hint?: string;
  readonly icon?: ReactNode;
  readonly action?: ReactNode;
};

export type ListProps<Row> = {
  readonly list: ListState<Row>;
  /** The accessible name of the list. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly idOf: (row: Row) => RowId;
  readonly nameOf: (row: Row) => string;
  readonly empty: Empty;
  /** Opens a row on click or Enter: its dialog, its page or its expansion. Undefined where nothing opens. */
  readonly opens?: ((row: Row) => (() => void) | undefined) | undefined;
  readonly rowActions?: ((row: Row) => ReactNode) | undefined;
  readonly actionsWidth?: string;
  readonly expansion?: Expansion<Row> | undefined;
  readonly selection?: Selection<Row> | undefined;
  /** A card's title where it is more than the name, the content next to it, and a remark below its lines. */
  readonly cardTitle?: (row: Row) => ReactNode;
  readonly cardAside?: (row: Row) => ReactNode;
  readonly cardNote?: (row: Row) => ReactNode;
  /** A custom card layout. */
  readonly card?: (row: Row, controls: CardControls) => ReactNode;
  /** The server's default order: its column is marked as sorted, and cards can be sorted too. */
  readonly defaultSort?: SortChoice | undefined;
  /** The list belongs to a row of another list: less prominent, without paging while it fits on one page. */
  readonly isNested?: boolean;
  /** A few short columns, set close together. */
  readonly isSlim?: boolean;
  readonly waiting?: { readonly count: number; readonly height?: string };
};
