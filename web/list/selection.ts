import { useState } from 'react';

/** Which rows are selected, and how to change it. */
export type Selection<Row> = {
  readonly isSelected: (row: Row) => boolean;
  readonly select: (row: Row, isSelected: boolean) => void;
  /** Whether a row has a checkbox; all have one by default. */
  readonly canSelect?: (row: Row) => boolean;
  /** The selection cannot be changed. */
  readonly isReadOnly?: boolean;
  /** The accessible name of a row's checkbox. */
  readonly label: (row: Row) => string;
  /** Selects or deselects all rows of the page; without it the header has no checkbox. */
  readonly selectPage?: (rows: readonly Row[], isSelected: boolean) => void;
};

type SelectionOptions<Row> = {
  readonly idOf: (row: Row) => number;
  readonly label: (row: Row) => string;
};

/** A selection in component state, across pages. */
export function useSelection<Row>({ idOf, label }: SelectionOptions<Row>) {
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
