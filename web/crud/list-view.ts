import { useState } from 'react';
import type { Entity } from '#contract/entity.ts';

/** The sizes a page of rows can have; the server gives at most 500 at once. */
export const pageSizes = [10, 25, 50, 100] as const;

const pageSizeKey = 'crud.pageSize';
const columnsKey = (entity: Entity) => `crud.columns.${entity.name}`;

/** What part of a list is looked at, and in what order. */
export type ListView = {
  readonly search: string;
  readonly page: number;
  readonly pageSize: number;
  readonly sort: string | undefined;
  readonly desc: boolean;
};

function rememberedPageSize(): number {
  const stored = Number(localStorage.getItem(pageSizeKey));
  return pageSizes.find((size) => size === stored) ?? 25;
}

/** The first click sorts upwards, the second downwards, the third goes back to the list's own order. */
export function nextSort(view: ListView, column: string): ListView {
  if (view.sort !== column) return { ...view, sort: column, desc: false, page: 1 };
  return view.desc ? { ...view, sort: undefined, desc: false, page: 1 } : { ...view, desc: true, page: 1 };
}

/** Another page size shows the same first row and is remembered in this browser. */
export function resized(view: ListView, pageSize: number): ListView {
  localStorage.setItem(pageSizeKey, String(pageSize));
  const firstRow = (view.page - 1) * view.pageSize;
  return { ...view, pageSize, page: Math.floor(firstRow / pageSize) + 1 };
}

export function useListView() {
  return useState<ListView>(() => ({
    search: '',
    page: 1,
    pageSize: rememberedPageSize(),
    sort: undefined,
    desc: false,
  }));
}

function rememberedColumns(entity: Entity): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(columnsKey(entity)) ?? 'null');
    const kept = Array.isArray(stored) ? entity.columns.filter((column) => stored.includes(column)) : [];
    return kept.length > 0 ? kept : entity.columns;
  } catch {
    return entity.columns;
  }
}

/** The columns an actor is told: personal ones only whoever may write them. */
export function toldColumns(entity: Entity, mayWrite: boolean): readonly string[] {
  return entity.columns.filter((column) => mayWrite || entity.fields[column]?.personal !== true);
}

/** The columns shown, in the entity's order, remembered per entity; at least one always stays. */
export function useColumns(entity: Entity, mayWrite: boolean) {
  const [chosen, setColumns] = useState(() => rememberedColumns(entity));
  const told = toldColumns(entity, mayWrite);
  const kept = chosen.filter((column) => told.includes(column));
  const columns = kept.length > 0 ? kept : told;
  const toggle = (column: string) => {
    const next = told.filter((known) =>
      known === column ? !columns.includes(known) : columns.includes(known),
    );
    if (next.length === 0) return;
    localStorage.setItem(columnsKey(entity), JSON.stringify(next));
    setColumns(next);
  };
  return { columns, told, toggle };
}
