import type { KeyboardEvent, MouseEvent } from 'react';

const controls = 'a, button, input, select, textarea, label, [role="button"], [role="menuitem"]';

/** A click on a control of the row means that control, and one that ends a selection of text means the text. */
export function isMeantForRow(event: MouseEvent<HTMLElement>): boolean {
  const { target, currentTarget } = event;
  // A dialog opened from the row is its descendant for React, not for the page.
  if (!(target instanceof Element) || !currentTarget.contains(target)) return false;
  return target.closest(controls) === null && (window.getSelection()?.toString() ?? '') === '';
}

/** The neighbour in the same table that can be opened. */
function neighbour(row: HTMLElement, step: 1 | -1): HTMLElement | undefined {
  const rows = [...(row.parentElement?.children ?? [])].filter(
    (other): other is HTMLElement => other instanceof HTMLElement && other.dataset.opens !== undefined,
  );
  return rows[rows.indexOf(row) + step];
}

/** What makes a row open by a click anywhere on it and by Enter; the arrow keys lead to the rows beside it. */
export function openingProps(open: (() => void) | undefined) {
  if (open === undefined) return {};
  return {
    'data-opens': true,
    tabIndex: 0,
    onClick: (event: MouseEvent<HTMLElement>) => {
      if (isMeantForRow(event)) open();
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (event.target !== event.currentTarget) return;
      if (event.key === 'Enter') {
        event.preventDefault();
        open();
      }
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
      const next = neighbour(event.currentTarget, event.key === 'ArrowDown' ? 1 : -1);
      if (!next) return;
      event.preventDefault();
      next.focus();
    },
  };
}
