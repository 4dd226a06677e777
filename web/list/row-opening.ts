import type { KeyboardEvent, MouseEvent } from 'react';

const controls = 'a, button, input, select, textarea, label, [role="button"], [role="menuitem"]';

/** Whether a click opens the row: not on one of its controls, and not at the end of a text selection. */
export function isRowClick(event: MouseEvent<HTMLElement>): boolean {
  const { target, currentTarget } = event;
  // In React a dialog opened from the row is its descendant; in the DOM it is not.
  if (!(target instanceof Element) || !currentTarget.contains(target)) return false;
  return target.closest(controls) === null && (window.getSelection()?.toString() ?? '') === '';
}

/** The next row in the same table that opens. */
function neighbour(row: HTMLElement, step: 1 | -1): HTMLElement | undefined {
  const rows = [...(row.parentElement?.children ?? [])].filter(
    (other): other is HTMLElement => other instanceof HTMLElement && other.dataset.opens !== undefined,
  );
  return rows[rows.indexOf(row) + step];
}

/** Props that open a row on click and Enter; arrow keys move to neighbouring rows. */
export function openingProps(open: (() => void) | undefined) {
  if (open === undefined) return {};
  return {
    'data-opens': true,
    tabIndex: 0,
    onClick: (event: MouseEvent<HTMLElement>) => {
      if (isRowClick(event)) open();
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
