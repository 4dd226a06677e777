import type { ReactNode } from 'react';
import type { Column, Expansion } from './column.ts';
import type { Selection } from './selection.ts';
import type { ListState } from './use-list.ts';

/** What can be done with a row, for a card that arranges itself. */
export type CardControls = {
  readonly expand: ReactNode;
  readonly select: ReactNode;
  readonly actions: ReactNode;
};

/** A column rows can be sorted by. */
export type SortChoice = Pick<Column<never>, 'name' | 'label'>;

/** What stands in place of the rows while there are none. */
export type Empty = {
  readonly title: string;
  readonly hint?: string;
  readonly icon?: ReactNode;
  readonly action?: ReactNode;
};

export type ListProps<Row> = {
  readonly list: ListState<Row>;
  /** What the list is called for those who do not see it. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly idOf: (row: Row) => number;
  readonly nameOf: (row: Row) => string;
  readonly empty: Empty;
  /** Opens a row, by a click anywhere on it or Enter: its dialog, its page or what belongs to it. Undefined where nothing opens. */
  readonly opens?: ((row: Row) => (() => void) | undefined) | undefined;
  readonly rowActions?: ((row: Row) => ReactNode) | undefined;
  readonly actionsWidth?: string;
  readonly expansion?: Expansion<Row> | undefined;
  readonly selection?: Selection<Row> | undefined;
  /** The title of a card where it is more than the name, and what stands beside it. */
  readonly cardTitle?: (row: Row) => ReactNode;
  readonly cardAside?: (row: Row) => ReactNode;
  /** A card that arranges itself. */
  readonly card?: (row: Row, controls: CardControls) => ReactNode;
  /** What the server sorts by when nothing is chosen: its column shows so, and the order of cards can be chosen too. */
  readonly defaultSort?: SortChoice | undefined;
  /** It belongs to a row of another list: quieter, without paging while one page holds all. */
  readonly isNested?: boolean;
  /** A few short columns, which stand close together. */
  readonly isSlim?: boolean;
  readonly waiting?: { readonly count: number; readonly height?: string };
};
