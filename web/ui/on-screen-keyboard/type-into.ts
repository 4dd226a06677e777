import { afterKey } from './typed-key.ts';

/** Writes into a field as typing would, so that its change handlers run. */
export function typeInto(field: HTMLInputElement, key: string): void {
  const length = field.value.length;
  const next = afterKey(
    { value: field.value, start: field.selectionStart ?? length, end: field.selectionEnd ?? length },
    key,
  );
  const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  setValue?.call(field, next.value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.focus();
  field.setSelectionRange(next.start, next.end);
}
