import { useState } from 'react';

/** Which rows are selected, and how they become so. */
export type Selection<Row> = {
  readonly isSelected: (row: Row) => boolean;
  readonly select: (row: Row, isSelected: boolean) => void;
  /** Rows without a checkbox; all have one unless said. */
  readonly canSelect?: (row: Row) => boolean;
  /** What is selected stays as it is. */
  readonly isReadOnly?: boolean;
  /** The name of a row's checkbox. */
  readonly label: (row: Row) => string;
  /** Selects or deselects all rows of the page at once; without it the header has no checkbox. */
  readonly selectPage?: (rows: readonly Row[], isSelected: boolean) => void;
};

type SelectionParts<Row> = {
  readonly idOf: (row: Row) => number;
  readonly label: (row: Row) => string;
};

/** A selection that lasts as long as the component and reaches over pages. */
export function useSelection<Row>({ idOf, label }: SelectionParts<Row>) {
  const [selected, setSelected] = useState<ReadonlyMap<number, Row>>(new Map());
  const change = (rows: readonly Row[], isSelected: boolean) =>
    setSelected((before) => {
      const next = new Map(before);
      for (const row of rows) {
        if (isSelected) next.set(idOf(row), row);
        else next.delete(idOf(row));
      }
      return next;
    });
  const selection: Selection<Row> = {
    isSelected: (row) => selected.has(idOf(row)),
    select: (row, isSelected) => change([row], isSelected),
    label,
    selectPage: change,
  };
  return { selection, rows: [...selected.values()], clear: () => setSelected(new Map()) };
}
