/** The text and the selection of a field. */
export type FieldText = { readonly value: string; readonly start: number; readonly end: number };

/** Applies a key of the on-screen keyboard to a field; keys in braces are commands. */
export function afterKey({ value, start, end }: FieldText, key: string): FieldText {
  if (key === '{bksp}') {
    const from = start === end ? Math.max(0, start - 1) : start;
    return { value: value.slice(0, from) + value.slice(end), start: from, end: from };
  }
  const text = key === '{space}' ? ' ' : key.startsWith('{') ? '' : key;
  if (text === '') return { value, start, end };
  const caret = start + text.length;
  return { value: value.slice(0, start) + text + value.slice(end), start: caret, end: caret };
}
